"""Templates: SVG with Jinja in it, filled in a sandbox, and taken back from editors."""
