"""The words of the page, said in another language and escaped for where they stand."""

from clock.simulator.words import PageWords, spoken, words_of

LOUD = PageWords("xx", lambda text: f'<{text}> "`$' + "{x}`")


def test_words_are_found_in_their_order() -> None:
    assert words_of('<b title="{{One}}">{{Two, three}}</b>') == ["One", "Two, three"]


def test_in_html_what_is_said_is_escaped_and_keys_are_keys() -> None:
    shout = PageWords("xx", str.upper)
    said = spoken('<html lang="en"><p>{{a < `b`}}</p>', "text/html", shout)
    assert said == '<html lang="xx"><p>A &lt; <kbd>B</kbd></p>'


def test_in_a_script_what_is_said_cannot_leave_its_string() -> None:
    assert spoken('f("{{a}}")', "text/javascript", LOUD) == r'f("<a> \"\`\${x}\`")'


def test_a_style_is_served_as_it_is() -> None:
    assert spoken("a { b: {{c}} }", "text/css", LOUD) == "a { b: {{c}} }"
