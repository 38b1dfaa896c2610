"""From text elements to operators."""
