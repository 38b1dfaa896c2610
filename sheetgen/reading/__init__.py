"""YAML text to strict data with places, data to models, and Markdown to blocks."""
