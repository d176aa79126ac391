"""Views of a record: pure functions from a record to text or bytes, without clock or device.

comparison, inspection, occupancy, profile, roofline   a folder for each kind of record
drawing, axes                                          a picture as data
svg, pictures                                          a picture as SVG, PNG and PDF
"""
