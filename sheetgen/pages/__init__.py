"""From drawings to pages: imposition, crop marks, backs."""
