"""Text elements to operators."""
