"""Plans: which parts of filled templates draw what, so that nothing is drawn twice."""
