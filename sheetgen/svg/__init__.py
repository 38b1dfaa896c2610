"""From SVG texts to drawings."""
