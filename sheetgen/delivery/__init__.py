"""How results come into their folders: whole, together, and never half done."""
