"""Chapters to text: Jinja and Markdown."""
