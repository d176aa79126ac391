"""Views of a history: the table with its changes, and the page with its plots."""
