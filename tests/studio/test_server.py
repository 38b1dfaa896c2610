"""The command: its address, its end, and what stands in its way."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.studio.conftest import KESTREL

POSIX = pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")


IMPATIENT = """
from sheetgen import cli
from sheetgen.studio import server
server.SILENCE = 2.0
cli.start()
"""
"""A command line whose studio waits no longer for what a connection asks."""


@contextmanager
def serve(
    folder: Path, *more: str, python: Sequence[str] = ("-m", "sheetgen")
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A studio that runs in a process of its own, and its address."""
    command = [sys.executable, *python, "studio", str(folder), "--no-open", *more]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        try:
            yield process, process.stdout.readline().strip()
        finally:
            if process.poll() is None:
                process.kill()


def ask(address: str, path: str, body: object = None) -> Any:
    """The JSON of an answer of a running studio."""
    host, _, token = address.removeprefix("http://").strip("/").partition("/")
    connection = http.client.HTTPConnection(host, timeout=60)
    headers = {"Origin": f"http://{host}", "Content-Type": "application/json"}
    if body is None:
        connection.request("GET", f"/{token}/api/{path}")
    else:
        connection.request("POST", f"/{token}/api/{path}", json.dumps(body), headers)
    answer = connection.getresponse()
    told = json.loads(answer.read())
    assert answer.status == 200, told
    connection.close()
    return told


def listen(address: str) -> http.client.HTTPResponse:
    """An open stream of events."""
    host, _, token = address.removeprefix("http://").strip("/").partition("/")
    connection = http.client.HTTPConnection(host, timeout=60)
    connection.request("GET", f"/{token}/api/events")
    answer = connection.getresponse()
    assert answer.getheader("content-type") == "text/event-stream"
    assert answer.readline() == b": open\n"
    return answer


def read_events(stream: http.client.HTTPResponse) -> Iterator[dict[str, Any]]:
    """The events of a stream until it ends."""
    while line := stream.readline():
        if line.startswith(b"data: "):
            yield json.loads(line.removeprefix(b"data: "))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project with a ship."""
    (tmp_path / "my fleet" / "ships").mkdir(parents=True)
    (tmp_path / "my fleet" / "templates").mkdir()
    (tmp_path / "my fleet" / "ships" / "kestrel.yaml").write_text(KESTREL, "utf-8")
    return tmp_path / "my fleet"


@POSIX
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_until_it_is_stopped_whoever_listens(
    folder: Path, number: signal.Signals
) -> None:
    with serve(folder) as (process, address):
        assert address.startswith("http://127.0.0.1:")
        assert address.endswith("/")
        assert ask(address, "project")["title"] == "my fleet"
        streams = [listen(address) for _ in range(3)]
        file = "ships/kestrel.yaml"
        changes = [{"path": ["mass"], "value": 7}]
        state = ask(address, "edit", {"file": file, "version": 1, "changes": changes})
        assert next(read_events(streams[0])) == {
            "event": "file",
            "file": file,
            "version": 2,
            "unsaved": True,
            "conflict": False,
        }
        ask(address, "save", {"file": file, "version": state["version"]})
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
        assert list(read_events(streams[1]))[-1] == {"event": "bye"}
    assert process.returncode == 128 + number
    assert out == ""
    assert "Traceback" not in err
    assert "mass: 7 " in (folder / file).read_text("utf-8")


@POSIX
def test_what_changes_on_the_disk_is_told(folder: Path) -> None:
    with serve(folder) as (process, address):
        assert ask(address, "file?file=ships/kestrel.yaml")["version"] == 1
        stream = listen(address)
        events = read_events(stream)
        (folder / "ships" / "falcon.yaml").write_text(KESTREL.replace("Kestrel", "Falcon"), "utf-8")
        assert next(events) == {"event": "shelf"}
        names = [entry["name"] for entry in ask(address, "shelf")["entries"] if entry["own"]]
        assert names == ["Falcon", "Kestrel"]
        (folder / "ships" / "kestrel.yaml").write_text(KESTREL.replace("6 ", "5 "), "utf-8")
        told = next(event for event in events if event["event"] == "file")
        (folder / "templates" / "mark.svg").write_text("<svg/>", "utf-8")
        assert {"event": "template", "file": "templates/mark.svg"} in events
        assert (told["file"], told["version"]) == ("ships/kestrel.yaml", 2)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)


def test_the_first_line_is_the_address_and_the_port_the_one_that_was_asked_for(
    folder: Path,
) -> None:
    with suppress(OSError), socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    with serve(folder, "--port", str(port)) as (process, address):
        assert address.startswith(f"http://127.0.0.1:{port}/")
        token = address.split("/")[3]
        assert len(token) >= 32
        process.terminate()
        process.communicate(timeout=60)


def test_a_port_that_is_taken_is_reported(folder: Path, run_in: Callable[..., Any]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run_in(folder, "studio", "--port", port, "--no-open")
    assert (done.status, done.stdout) == (1, "")
    assert f"error[port-taken]: port {port} can't be used: " in done.stderr
    assert "hint: leave out --port to use any free port" in done.stderr


def test_a_folder_that_is_not_there_or_no_folder_is_reported(
    folder: Path, run_in: Callable[..., Any]
) -> None:
    for name, said in (
        ("nothing", "there is no such folder"),
        ("ships/kestrel.yaml", "this is a file, not a folder"),
    ):
        done = run_in(folder, "studio", name, "--no-open")
        assert (done.status, done.stdout) == (1, "")
        assert f"{name}: error[no-file]: {said}" in done.stderr


def test_a_folder_that_holds_everything_is_not_opened(
    folder: Path, run_in: Callable[..., Any]
) -> None:
    done = run_in(folder, "studio", folder, "--no-open", HOME=str(folder))
    assert done.status == 1
    assert "error[not-a-project]: this is not the folder of a project" in done.stderr


def test_a_wrong_port_is_a_mistake_of_usage(folder: Path, run_in: Callable[..., Any]) -> None:
    assert run_in(folder, "studio", "--port", "70000").status == 2
    assert run_in(folder, "studio", "--prot", "1").status == 2


@pytest.mark.whole
@POSIX
def test_connections_that_ask_nothing_keep_nobody_out(folder: Path) -> None:
    with serve(folder, python=("-c", IMPATIENT)) as (process, address):
        host, port = address.split("/")[2].split(":")
        held = [socket.create_connection((host, int(port))) for _ in range(220)]
        for one in held[-30:]:
            with suppress(OSError):
                one.sendall(b"GET / HTTP/1.1\r\nHost: nowhere\r\n\r\nGET / HT")
        assert ask(address, "project")["title"] == "my fleet"
        for one in held:
            one.settimeout(60)
            with suppress(ConnectionError):
                while one.recv(9999):
                    pass  # all of them are ended by the studio
        process.send_signal(signal.SIGINT)
        assert "Traceback" not in process.communicate(timeout=60)[1]
