"""The parts of a book: cover, ships, index, cut-outs."""
