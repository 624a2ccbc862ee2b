"""Files as editors and shells on Windows save them."""

import pytest

from clock.notation.encoding import decoded, plain

TEXT = '[names]\nleft = "Dvořák"\n'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_text_is_read_in_every_encoding_that_a_file_shows(encoding: str) -> None:
    assert decoded(TEXT.encode(encoding)) == TEXT
    assert plain(TEXT.replace("\n", "\r\n").encode(encoding)) == TEXT.encode()


def test_what_cannot_be_decoded_stays() -> None:
    for data in (b"", b"\xff", b"\xff\xfe\0", TEXT.encode("cp1250"), b"\0\0\0\0"):
        assert plain(data) == data
    with pytest.raises(UnicodeDecodeError):
        decoded(TEXT.encode("cp1250"))
