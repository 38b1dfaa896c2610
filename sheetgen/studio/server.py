"""The server: requests from the browser to the handlers, changes on the disk to the browser."""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from functools import partial
from math import inf
from threading import Thread
from typing import Any, TypeVar

import uvicorn
from starlette.requests import ClientDisconnect
from starlette.requests import Request as Incoming
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol
from watchfiles import awatch

from sheetgen.ground.worker import Wish
from sheetgen.studio.calls import answer
from sheetgen.studio.desk import Desk
from sheetgen.studio.gate import Gate, find_page, list_headers, read_query
from sheetgen.studio.request import MOST_BYTES, Answer, AskError, Request, answer_json

T = TypeVar("T")

MOST_CONNECTIONS, MOST_SILENT = 200, 60
"""Connections at once, and those of them that have not asked anything whole."""
SILENCE = 10.0
"""Seconds in which a request has to be whole, but for its body."""
MOST_EVENTS = 200
"""Events that wait for a page; one that does not read them is sent away, and comes back."""
_PULSE = 15.0
_LAST = 1
"""Seconds that open requests have when the studio ends."""

Report = Callable[[BaseException], None]


class App:
    """The studio as an ASGI application."""

    def __init__(self, desk: Desk, gate: Gate, report: Report) -> None:
        """`report` is given what goes wrong by a mistake of the program's own."""
        self.desk, self.gate, self.report = desk, gate, report
        self.streams: set[asyncio.Queue[dict[str, Any] | None]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request."""
        if scope["type"] != "http":
            return
        incoming = Incoming(scope, receive)
        try:
            response = await self._respond(incoming)
        except ClientDisconnect:
            return
        except AskError as error:
            response = _respond(answer_json({"error": error.message, **error.data}, error.status))
        except Exception as error:
            self.report(error)
            words = "this is a mistake in sheetgen; the terminal says more"
            response = _respond(answer_json({"error": words}, 500))
        await response(scope, receive, send)

    async def _respond(self, incoming: Incoming) -> Response:
        scope = incoming.scope
        path = self.gate.admit(scope["method"], scope["raw_path"], scope["headers"])
        if path == "api/events" and scope["method"] == "GET":
            return self._open_stream()
        query = read_query(scope["query_string"])
        request = Request(scope["method"], path, query, await _read_body(incoming))
        if path.startswith("api/"):
            return await self._answer(incoming, request)
        if request.method != "GET":
            raise AskError(405, "this takes GET only")
        return _respond(find_page(path))

    async def _answer(self, incoming: Incoming, request: Request) -> Response:
        """Answers as long as whoever asked is there; what is drawn for nobody is stopped."""
        wish = Wish()

        def work() -> Answer:
            with wish:
                return answer(self.desk, request)

        async def see_off() -> None:
            while (await incoming.receive())["type"] != "http.disconnect":
                pass
            wish.end()

        gone = asyncio.create_task(see_off())
        try:
            return _respond(await run_beside(work))
        finally:
            gone.cancel()

    def _open_stream(self) -> Response:
        """Sends events as long as the page is open."""
        loop = asyncio.get_running_loop()
        queue: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        self.streams.add(queue)
        end = self.desk.listen(lambda event: _pass_on(loop, queue, event))

        async def stream() -> AsyncIterator[str]:
            try:
                yield ": open\n\n"
                while queue.qsize() < MOST_EVENTS:
                    try:
                        event = await asyncio.wait_for(queue.get(), _PULSE)
                    except TimeoutError:
                        yield ": still here\n\n"
                        continue
                    if event is None:
                        yield _write_event({"event": "bye"})
                        return
                    yield _write_event(event)
            finally:
                self.streams.discard(queue)
                end()

        headers = list_headers(Answer(200, "text/event-stream", b""))
        return StreamingResponse(stream(), 200, headers)

    def close(self) -> None:
        """Ends all streams of events."""
        for queue in list(self.streams):
            queue.put_nowait(None)


class Connection(H11Protocol):
    """A connection that is ended if it keeps a request waiting, so that it keeps nobody out."""

    _patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Waits for what it asks; of too many that ask nothing, the one that came first goes."""
        super().connection_made(transport)
        self._wait()
        silent = [one for one in self.connections if isinstance(one, Connection) and one._patience]
        if len(silent) > MOST_SILENT:
            min(silent, key=Connection.tell_end).end()

    def data_received(self, data: bytes) -> None:
        """Waits for the rest of a request that has begun."""
        super().data_received(data)
        if self.cycle is None or self.cycle.response_complete:
            self._wait()
        else:
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """Waits for nothing more."""
        super().connection_lost(exc)
        self._stop_waiting()

    def end(self) -> None:
        """Ends it at once."""
        self._stop_waiting()
        self.transport.abort()

    def tell_end(self) -> float:
        """When a request has to be whole."""
        return self._patience.when() if self._patience else inf

    def _wait(self) -> None:
        if self._patience is None:
            self._patience = self.loop.call_later(SILENCE, self.end)

    def _stop_waiting(self) -> None:
        if self._patience:
            self._patience.cancel()
            self._patience = None


class Server(uvicorn.Server):
    """A server that ends its streams of events when it is asked to end."""

    def __init__(self, config: uvicorn.Config, app: App) -> None:
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends in order: no stream would end by itself."""
        self._app.close()
        await super().shutdown(sockets)


def listen(port: int) -> socket.socket:
    """A socket on the loopback; 0 is any port that is free. Raises OSError."""
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere, two programs would share the port
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(("127.0.0.1", port))
        made.listen(100)
    except BaseException:
        made.close()
        raise
    return made


def serve(desk: Desk, gate: Gate, sock: socket.socket, report: Report) -> None:
    """Serves until Ctrl-C, which is raised again afterwards."""
    app = App(desk, gate, report)
    asyncio.run(run(app, make_server(app), sock))


def make_server(app: App) -> Server:
    """The server of an application; it ends once its `should_exit` is set."""
    config = uvicorn.Config(
        app,
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        lifespan="off",
        http=Connection,
        ws="none",
        loop="asyncio",
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=_LAST,
    )
    return Server(config, app)


async def run(app: App, server: Server, sock: socket.socket) -> None:
    """Serves an application, and watches its project, until the server ends."""
    stop = asyncio.Event()
    watching = asyncio.create_task(_watch(app.desk, stop, app.report))
    try:
        await server.serve(sockets=[sock])
    finally:
        stop.set()
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching


async def _watch(desk: Desk, stop: asyncio.Event, report: Report) -> None:
    """Looks at the disk again whenever something changes in the project."""
    folder = desk.folder.path
    try:
        async for changes in awatch(folder, stop_event=stop, step=50, debounce=400):
            names = {name.removeprefix(str(folder)).lstrip("/\\") for _, name in changes}
            found = sorted(name.replace("\\", "/") for name in names if is_watched(name))
            if found:
                await run_beside(partial(desk.refresh, found))
    except (OSError, RuntimeError) as error:  # the folder is gone, or there are too many watches
        report(error)


def is_watched(name: str) -> bool:
    """Whether a change of a file, given by its path in the project, can matter."""
    return not any(part.startswith((".", "__pycache__")) for part in re.split(r"[/\\]", name))


async def run_beside(work: Callable[[], T]) -> T:
    """The result of work that is done in a thread, which nobody waits for at the end."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def finish(set_: Callable[[Any], None], value: Any) -> None:
        if not done.cancelled():
            set_(value)

    def run() -> None:
        try:
            made = work()
        except BaseException as error:
            tell = (done.set_exception, error)
        else:
            tell = (done.set_result, made)  # type: ignore[assignment]
        with suppress(RuntimeError):  # the server has ended meanwhile
            loop.call_soon_threadsafe(finish, *tell)

    Thread(target=run, daemon=True).start()
    return await done


async def _read_body(incoming: Incoming) -> bytes:
    """The body of a request. Raises AskError for one that is too large."""
    parts, size = [], 0
    async for part in incoming.stream():
        size += len(part)
        if size > MOST_BYTES:
            raise AskError(413, "this is larger than 9 MB")
        parts.append(part)
    return b"".join(parts)


def _respond(made: Answer) -> Response:
    return Response(made.body, made.status, list_headers(made))


def _pass_on(
    loop: asyncio.AbstractEventLoop,
    queue: asyncio.Queue[dict[str, Any] | None],
    event: dict[str, Any],
) -> None:
    with suppress(RuntimeError):  # the server has ended
        loop.call_soon_threadsafe(queue.put_nowait, event)


def _write_event(event: dict[str, Any]) -> str:
    return f"data: {json.dumps(event)}\n\n"
