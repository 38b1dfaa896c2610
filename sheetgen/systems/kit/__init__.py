"""Parts that every game needs, assembled by naming its columns, tracks and labels."""
