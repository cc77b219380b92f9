"""Sends requests of the client, and sends them again where that is safe. Nothing but the standard library."""

from __future__ import annotations

import email.utils
import http.client
import json
import random
import socket
import ssl
import time
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, FrozenSet, Mapping, Optional, Tuple, Union
from urllib.parse import quote, urlencode, urlsplit

TIMEOUT_S = 10.0
RETRIES = 2
LONGEST_WAIT_S = 10.0
FIRST_WAIT_S = 0.1
TRANSIENT = frozenset((429, 502, 503, 504))
CHUNK = 65536


class _Unset:
    """An argument that was left out, where None has a meaning of its own."""

    def __repr__(self) -> str:
        return "UNSET"


UNSET: Any = _Unset()


class FerruleError(Exception):
    """Why a call gave no answer that can be used."""


class ServiceError(FerruleError):
    """The service refused: `status`, `code`, `field`, `retry_after` in seconds, and the `body` as it came."""

    def __init__(self, status: int, retry_after: Optional[float], body: Any) -> None:
        code, detail, where = _read_error(body)
        super().__init__(detail or f"the service responded with {status}")
        self.status = status
        self.code = code or "unknown"
        self.field = where
        self.retry_after = retry_after
        self.body = body


class ConnectionFault(FerruleError):
    """No answer, or none that can be trusted. `code` is unreachable, timeout or invalid_answer."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Response:
    status: int
    headers: Mapping[str, str]


@dataclass(frozen=True)
class CallOptions:
    """Options of one call."""

    timeout: Optional[float] = None
    retries: Optional[int] = None
    headers: Mapping[str, str] = field(default_factory=dict)
    # Called with every response: its headers name the decision and the ruleset.
    on_response: Optional[Callable[[Response], None]] = None


@dataclass(frozen=True)
class Operation:
    method: str
    path: str
    is_open: bool
    is_text: bool
    keys: Tuple[str, ...]
    repeat: str


class Transport:
    """A client of one service. `token` is a text, or a function that has the token of now."""

    _not_begun: FrozenSet[str] = frozenset()
    _lasting: FrozenSet[str] = frozenset()

    def __init__(
        self,
        url: str,
        token: Union[None, str, Callable[[], str]] = None,
        *,
        headers: Optional[Mapping[str, str]] = None,
        timeout: float = TIMEOUT_S,
        retries: int = RETRIES,
        longest_wait: float = LONGEST_WAIT_S,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or parts.hostname is None:
            raise ValueError(f"'{url}' is not an http or https address")
        self._secure = parts.scheme == "https"
        self._host, self._port = parts.hostname, parts.port
        self._base = parts.path.rstrip("/")
        self._token = token
        self._headers = dict(headers or {})
        self._timeout, self._retries, self._longest_wait = timeout, retries, longest_wait
        self._ssl = ssl_context

    def _send(
        self,
        operation: Operation,
        *,
        path: Mapping[str, Any],
        query: Mapping[str, Any],
        headers: Mapping[str, Any],
        body: Any,
        call: Optional[CallOptions],
    ) -> Any:
        call = call or CallOptions()
        target = self._base + _target(operation.path, path, query)
        given = {name: value for name, value in body.items() if value is not UNSET} if isinstance(body, dict) else body
        content = None if given is UNSET else json.dumps(given, allow_nan=False).encode()
        repeatable = _is_repeatable(operation, given)
        sent = {**self._headers, **call.headers, **{k: v for k, v in headers.items() if v is not UNSET}}
        if content is not None:
            sent["content-type"] = "application/json"
        retries = self._retries if call.retries is None else call.retries
        attempt = 0
        while True:
            try:
                return self._send_once(operation, target, sent, content, call)
            except FerruleError as error:
                if attempt >= retries or not self._may_repeat(error, repeatable):
                    raise
                wait = _wait_before(attempt, error)
                if wait > self._longest_wait:
                    raise
            attempt += 1
            time.sleep(wait)

    def _send_once(
        self, operation: Operation, target: str, headers: Dict[str, str], content: Optional[bytes], call: CallOptions
    ) -> Any:
        if self._token is not None and not operation.is_open:
            token = self._token() if callable(self._token) else self._token
            headers = {**headers, "authorization": f"Bearer {token}"}
        timeout = self._timeout if call.timeout is None else call.timeout
        deadline = time.monotonic() + timeout
        connection = self._connect(timeout)
        answer: Optional[http.client.HTTPResponse] = None
        try:
            connection.connect()
            # The socket is kept: http.client lets go of it when the answer says that it is the last one.
            plug = connection.sock
            plug.settimeout(max(0.001, deadline - time.monotonic()))
            connection.request(operation.method, target, content, headers)
            answer = connection.getresponse()
            if call.on_response is not None:
                call.on_response(Response(answer.status, dict(answer.getheaders())))
            parts = []
            while True:
                plug.settimeout(max(0.001, deadline - time.monotonic()))
                part = answer.read1(CHUNK)
                if not part:
                    break
                parts.append(part)
                if time.monotonic() > deadline:
                    raise TimeoutError
            # read1 does not report a connection lost before the end of the body.
            if answer.length:
                raise http.client.IncompleteRead(b"", answer.length)
            return _read_answer(operation, answer, b"".join(parts))
        # Before Python 3.10, a socket timeout is not a TimeoutError.
        except (TimeoutError, socket.timeout) as error:
            raise ConnectionFault("timeout", f"no answer within {timeout} s") from error
        except (OSError, http.client.HTTPException) as error:
            raise ConnectionFault("unreachable", "the service cannot be reached") from error
        finally:
            if answer is not None:
                answer.close()
            connection.close()

    def _connect(self, timeout: float) -> http.client.HTTPConnection:
        if not self._secure:
            return http.client.HTTPConnection(self._host, self._port, timeout=timeout)
        context = self._ssl or ssl.create_default_context()
        return http.client.HTTPSConnection(self._host, self._port, timeout=timeout, context=context)

    def _may_repeat(self, error: FerruleError, repeatable: bool) -> bool:
        if isinstance(error, ServiceError):
            if error.code in self._not_begun:
                return True
            return repeatable and error.status in TRANSIENT and error.code not in self._lasting
        if not isinstance(error, ConnectionFault) or error.code == "invalid_answer":
            return False
        return repeatable or isinstance(error.__cause__, ConnectionRefusedError)


def _target(path: str, values: Mapping[str, Any], query: Mapping[str, Any]) -> str:
    for name, value in values.items():
        # The path of a ruleset may have several segments.
        segments = _text(name, value).split("/") if name == "path" else [_text(name, value)]
        if any(segment in (".", "..") for segment in segments):
            raise ValueError(f"the parameter '{name}' leads to another path")
        path = path.replace("{" + name + "}", "/".join(quote(segment, safe="") for segment in segments))
    given = [(name, _text(name, value)) for name, value in query.items() if value is not UNSET]
    return f"{path}?{urlencode(given)}" if given else path


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str) or value == "":
        raise ValueError(f"the parameter '{name}' must be a text")
    return value


def _is_repeatable(operation: Operation, body: Any) -> bool:
    fields = body if isinstance(body, dict) else {}
    if operation.repeat == "unless_created":
        return fields.get("session") != "create"
    if operation.repeat == "with_key":
        return isinstance(fields.get("idempotency_key"), str)
    return operation.repeat == "always"


def _wait_before(attempt: int, error: FerruleError) -> float:
    if isinstance(error, ServiceError) and error.retry_after is not None:
        return error.retry_after
    return FIRST_WAIT_S * 2**attempt * (0.5 + random.random() / 2)


def _read_answer(operation: Operation, answer: http.client.HTTPResponse, content: bytes) -> Any:
    if answer.status >= 400:
        raise ServiceError(answer.status, _retry_after(answer.getheader("retry-after")), _parse_if_json(content))
    if answer.status < 200 or answer.status >= 300:
        raise ConnectionFault("invalid_answer", "the service responded with a redirect")
    try:
        text = content.decode()
        if operation.is_text:
            return text
        value = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise ConnectionFault("invalid_answer", "the response is not JSON") from error
    for key in operation.keys:
        if not isinstance(value, dict) or key not in value:
            raise ConnectionFault("invalid_answer", f"the answer has no '{key}'")
    return value


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _parse_if_json(content: bytes) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return content.decode(errors="replace")


def _retry_after(value: Optional[str]) -> Optional[float]:
    if value is None:
        return None
    if value.isascii() and value.isdigit() and len(value) < 10:
        return float(value)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _read_error(body: Any) -> Tuple[Optional[str], Optional[str], Optional[str]]:
    """The three shapes of an error: {error, detail, field}, {code, message}, and {detail: [{loc, msg}]}."""
    if not isinstance(body, dict):
        return None, None, None
    detail = body.get("detail")
    if isinstance(detail, list):
        first = detail[0] if detail and isinstance(detail[0], dict) else {}
        where = first.get("loc")
        place = ".".join(str(part) for part in where) if isinstance(where, list) else None
        return "validation_error", _text_or_none(first.get("msg")), place
    code = _text_or_none(body.get("error")) or _text_or_none(body.get("code"))
    return code, _text_or_none(detail) or _text_or_none(body.get("message")), _text_or_none(body.get("field"))


def _text_or_none(value: Any) -> Optional[str]:
    return value if isinstance(value, str) else None
