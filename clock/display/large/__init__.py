"""Faces and pages for a screen of colours: drawn for its own resolution, with smooth edges.

The seat whose time runs has a lit half with broad dark digits, the other a dark one with lighter
strokes: who runs is seen across a hall, without a figure being read. Colour only repeats what a
shape or a word says.
"""
