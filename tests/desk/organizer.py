"""An organizer's browser, without a window."""

import http.client
import json
import re
import ssl
from pathlib import Path
from urllib.parse import urlencode

from clock.desk.event.certificates import CA
from tests.conftest import WAIT_S


class Organizer:
    """The organizer's browser, which trusts the event's authority."""

    def __init__(self, folder: Path, address: str, password: str) -> None:
        self._tls = ssl.create_default_context(cafile=folder / CA)
        self._address, self._cookie, self._token = address, "", ""
        _, headers, _ = self.ask("/login", {"name": "organizer", "password": password})
        assert "Secure" in headers["set-cookie"]
        self._cookie = headers["set-cookie"].partition(";")[0]
        token = re.search('data-token="([^"]+)"', self.ask("/now")[2].decode())
        assert token is not None
        self._token = token[1]

    def ask(
        self, path: str, body: bytes | dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        if isinstance(body, dict):
            body = urlencode(body).encode()
        headers = {"Cookie": self._cookie, "X-Token": self._token}
        connection = http.client.HTTPSConnection(self._address, context=self._tls, timeout=WAIT_S)
        connection.request("GET" if body is None else "POST", path, body, headers)
        answer = connection.getresponse()
        named = {name.lower(): value for name, value in answer.getheaders()}
        return answer.status, named, answer.read()

    def act(self, path: str, body: bytes | dict[str, str]) -> str:
        status, _, content = self.ask(path, body)
        text = str(json.loads(content)["text"])
        assert status == 200, text
        return text
