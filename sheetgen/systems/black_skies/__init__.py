"""Black Skies: star fighters in elements of two, moved by cards."""
