"""How a face and a page become a picture: digits, letters, signs, panels."""
