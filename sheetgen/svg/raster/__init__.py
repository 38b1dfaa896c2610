"""Parts of drawings from elsewhere as pictures, drawn by resvg."""
