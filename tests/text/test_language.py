"""The language that is spoken: English unless said, by thread and by block, no other."""

from threading import Thread

import pytest

from clock.text.language import LANGUAGES, language, speaking, tr, trn


def test_english_is_spoken_unless_another_language_is_asked_for() -> None:
    assert language() == "en"
    with speaking("cs"):
        assert language() == "cs"
        with speaking("ko"):
            assert language() == "ko"
        assert language() == "cs"
    assert language() == "en"


def test_a_language_is_spoken_only_in_the_thread_that_asked_for_it() -> None:
    heard: list[str] = []
    with speaking("cs"):
        other = Thread(target=lambda: heard.append(language()))
        other.start()
        other.join()
    assert heard == ["en"]


def test_an_unknown_language_is_named() -> None:
    with pytest.raises(ValueError, match="expected a language of en, cs, ko, got 'xx'"):
        speaking("xx").__enter__()


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_nobody_translated_is_said_in_english(code: str) -> None:
    with speaking(code):
        assert tr("No catalogue has this.") == "No catalogue has this."
        assert trn("{count} no such", "{count} no suches", 2) == "{count} no suches"
