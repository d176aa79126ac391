"""Between source and machine code: stages side by side, what they show, and back from PTX to C.

Each part takes a `devices.capture.KernelForm`, or its texts, and returns plain data for a record.
"""
