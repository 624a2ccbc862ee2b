"""Texts for people: languages, the letters that displays can draw, and the words of the game.

`language` holds the current language, translates, and renders messages. `glyphs` and `rows` measure
and break texts for the displays and the terminal. `words`, `control`, `regulations`, `opening`,
`match` and `ending` put the game into words.
"""
