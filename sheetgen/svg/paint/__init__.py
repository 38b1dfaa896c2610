"""From shapes and pictures to operators."""
