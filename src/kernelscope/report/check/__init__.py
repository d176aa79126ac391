"""Views of the sanitizer's findings, for a terminal and as a page."""
