"""From pages to bytes: PDF, SVG, PNG."""
