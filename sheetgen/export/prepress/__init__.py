"""Pages for print shops: without transparency, in the inks of a press."""
