"""Reading SVG: elements, attributes, styles, lengths, paths."""
