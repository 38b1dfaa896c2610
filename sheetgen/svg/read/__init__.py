"""Reads SVG: elements, attributes, styles, lengths, paths."""
