#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The server of `kifu serve`: what it answers, and what it must never answer.

usage: test/serve.py KIFU
Exit status 77: skipped, for kifu was built without a server.
"""

import os
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

GAME = "(;GM[1]FF[4]SZ[9]PB[Ann]PW[Ben];B[ee];W[cc])"
SECRET = "(;GM[1]FF[4]C[secret])"


class Server:
    """A running server; `ask` speaks to it without a library that would mend what we send."""

    def __init__(self, kifu, folder):
        self.process = subprocess.Popen([kifu, "serve", "--port", "0", str(folder)],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        self.port = int(self.address.rstrip("/").rsplit(":", 1)[-1]) if self.address else 0

    def ask(self, path, method="GET", host="127.0.0.1", body=b""):
        with socket.create_connection(("127.0.0.1", self.port), timeout=20) as s:
            head = (f"{method} ".encode() + path + f" HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n"
                    f"Content-Length: {len(body)}\r\n\r\n".encode())
            s.sendall(head + body)
            answer = b""
            while piece := s.recv(65536):
                answer += piece
        head, _, content = answer.partition(b"\r\n\r\n")
        status = int(head.split()[1]) if head else 0
        return status, head.decode("latin-1"), content

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=20)


def make_folder(root):
    inside = root / "inside"
    (inside / "sub folder").mkdir(parents=True)
    (inside / ".hidden").mkdir()
    (inside / "game.sgf").write_text(GAME)
    (inside / "sub folder" / "<b>&\"é 100%.sgf").write_text(GAME)
    (inside / ".hidden" / "game.sgf").write_text(SECRET)
    (inside / ".game.sgf").write_text(SECRET)
    (inside / "notes.md").write_text("secret")
    (inside / "empty.sgf").write_text("")
    (inside / "binary.sgf").write_bytes(bytes(range(256)) * 64)
    (root / "outside.sgf").write_text(SECRET)
    (inside / "link.sgf").symlink_to(root / "outside.sgf")
    (inside / "near.sgf").symlink_to("game.sgf")
    (inside / "out").symlink_to(root)
    os.mkfifo(inside / "pipe.sgf")
    return inside


def check_answers(server):
    status, head, body = server.ask(b"/")
    assert status == 200 and "text/html" in head and b"kifu-data" in body
    assert "default-src 'none'" in head and "nosniff" in head
    body = body.split(b"kifu-data")[1].split(b"</script>")[0]
    for name in (b"game.sgf", b"sub%20folder/"):
        assert name in body, name
    for name in (b"hidden", b"link.sgf", b"near.sgf", b'"out', b"pipe.sgf", b"notes.md"):
        assert name not in body, name
    status, head, body = server.ask(b"/sub%20folder")
    assert status == 301 and "Location: /sub%20folder/" in head, head
    status, _, body = server.ask(b"/sub%20folder/")
    assert status == 200 and b"%3Cb%3E%26%22%C3%A9%20100%25.sgf" in body
    assert b"<b>" not in body.split(b"kifu-data")[1].split(b"</script>")[0]
    status, _, body = server.ask(b"/sub%20folder/%3Cb%3E%26%22%C3%A9%20100%25.sgf")
    assert status == 200 and b"PB[Ann]" in body
    status, head, body = server.ask(b"/game.sgf?picture=1")
    assert status == 200 and "image/svg+xml" in head and b"<svg" in body
    status, head, body = server.ask(b"/game.sgf", "HEAD")
    assert status == 200 and body == b""


def check_refusals(server):
    paths = [b"/../outside.sgf", b"/%2e%2e/outside.sgf", b"/%2E%2E%2Foutside.sgf", b"/sub%20folder/../../outside.sgf",
             b"/..%2foutside.sgf", b"/..%5coutside.sgf", b"/.%2e/outside.sgf", b"/./game.sgf", b"//game.sgf",
             b"/sub%20folder//", b"/.hidden/", b"/.hidden/game.sgf", b"/.game.sgf", b"/link.sgf", b"/near.sgf",
             b"/out/", b"/out/outside.sgf", b"/game.sgf%00.png", b"/%00", b"/%", b"/%4", b"/%zz", b"/%0agame.sgf",
             b"/pipe.sgf", b"/notes.md", b"/game.sgf/", b"/nothing.sgf", b"/binary.sgf", b"/" + b"a" * 9000,
             b"/" + b"%61" * 5000, b"/" + b"a/" * 3000, b"/\xff\xfe"]
    for path in paths:
        status, _, body = server.ask(path)
        assert status in (404, 400, 414, 431, 0), (path[:60], status)
        assert b"secret" not in body, path
    assert server.ask(b"http://evil.example/game.sgf", host="evil.example")[0] in (403, 404)
    for host in ("evil.example", "127.0.0.1.evil.example", "localhost.evil", ""):
        assert server.ask(b"/game.sgf", host=host)[0] in (400, 403), host
    assert server.ask(b"/game.sgf", host=f"localhost:{server.port}")[0] == 200
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "TRACE", "MOVE"):
        assert server.ask(b"/game.sgf", method, body=b"x" * 100)[0] in (405, 501), method


def check_noise(server):
    """What is no HTTP at all, and connections that say nothing."""
    for noise in (b"\0" * 1000, b"GET\r\n\r\n", b"\x16\x03\x01 hello", b""):
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as s:
            s.sendall(noise)
    assert server.ask(b"/game.sgf")[0] == 200


def check_loopback(server):
    with socket.socket() as s:
        s.connect(("127.0.0.1", server.port))
    for address in {a[4][0] for a in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}:
        if address.startswith("127."):
            continue
        with socket.socket() as s:
            s.settimeout(2)
            assert s.connect_ex((address, server.port)) != 0, f"{address} is answered"


def main():
    with tempfile.TemporaryDirectory() as scratch:
        server = Server(sys.argv[1], make_folder(Path(scratch)))
        if not server.port:
            said = server.process.stderr.read()
            print(said)
            return 77 if "without libmicrohttpd" in said else 1
        try:
            for check in (check_answers, check_refusals, check_noise, check_loopback):
                check(server)
                print(f"ok: {check.__name__[6:]}")
        finally:
            status = server.stop()
        assert status == 0, status
        print("ok: ends by a signal")
    return 0


if __name__ == "__main__":
    sys.exit(main())
