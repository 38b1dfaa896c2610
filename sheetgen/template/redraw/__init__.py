"""Samples: sheets filled for a person to redraw, and taken back as templates."""
