"""Parts that every game needs, put together by naming its columns, tracks and labels."""
