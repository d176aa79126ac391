"""Views of a record: pure functions, `record -> str | bytes`. Never a clock, never a device.

table   for a terminal        plot   PNG or SVG
csv     for a spreadsheet     html   one self-contained file for a browser
"""
