"""How the server says no: a status, and one line in the shape of LibreTranslate."""

import json
from collections.abc import Mapping

from starlette.responses import Response


class Refusal(Exception):
    """A request is not answered as it wishes.

    Attributes:
        status: The answer's status code.
        message: One line, for whoever sent the request.
        headers: Further headers of the answer.
    """

    def __init__(self, status: int, message: str, headers: Mapping[str, str] | None = None) -> None:
        self.status = status
        self.message = " ".join(message.split())
        self.headers = dict(headers or {})
        super().__init__(self.message)

    def response(self) -> Response:
        """Return the answer."""
        return json_response({"error": self.message}, self.status, self.headers)


def unavailable(message: str, seconds: int) -> Refusal:
    """Return what says that another try after so many seconds may do better."""
    return Refusal(503, message, {"Retry-After": str(max(1, seconds))})


def broken() -> Refusal:
    """Return what is said of a fault of the program itself."""
    return Refusal(500, "internal error; the server's log says where")


def json_response(
    value: object, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Return an answer in JSON, Chinese as it is."""
    content = json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8")
    return Response(content, status, headers, media_type="application/json")
