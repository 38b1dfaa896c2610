"""Pages to bytes: PDF, SVG, PNG."""
