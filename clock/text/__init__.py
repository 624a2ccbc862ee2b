"""Texts for people. Messages and catalogues are in `language`, the words of the game in the rest.

`language` holds the current language, translates, and renders messages; `glyphs` and `rows` measure
and break texts for the displays and the terminal; `words`, `control`, `regulations`, `opening` and
`match` put the game into words.
"""
