"""What the sanitizer found, for a terminal and as a page."""
