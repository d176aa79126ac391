"""The formats of problems, each read as it is published."""
