"""SVG texts to drawings."""
