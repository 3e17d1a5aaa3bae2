#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The server of `kifu serve`: what it answers, and what it must never answer.

usage: test/serve.py KIFU
Exit status 77: skipped, for kifu was built without a server.
"""

import gzip
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

GAME = "(;GM[1]FF[4]SZ[9]PB[Ann]PW[Ben];B[ee];W[cc])"
SECRET = "(;GM[1]FF[4]C[secret])"


TOKEN = "a-fixed.token_1~2"
HEADERS = ("content-security-policy", "x-content-type-options: nosniff", "frame-ancestors 'none'",
           "cross-origin-opener-policy: same-origin", "cross-origin-resource-policy: same-origin",
           "referrer-policy: no-referrer", "cache-control: no-store")


class Server:
    """A running server; `ask` speaks to it without a library that would mend what we send."""

    def __init__(self, kifu, folder, *options):
        self.process = subprocess.Popen([kifu, "serve", "--port", "0", *options, str(folder)],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/(?:\?token=(.*))?", self.address)
        self.port = int(found[1]) if found else 0
        self.token = found[2] if found else None
        self.bearer = f"Authorization: Bearer {self.token}\r\n" if self.token else ""

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=60)

    def ask(self, path, method="GET", host="127.0.0.1", body=b"", extra=None):
        extra = self.bearer if extra is None else extra
        with self.connect() as s:
            head = (f"{method} ".encode() + path + f" HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n"
                    f"{extra}Content-Length: {len(body)}\r\n\r\n".encode())
            s.sendall(head + body)
            answer = b""
            while piece := s.recv(65536):
                answer += piece
        head, _, content = answer.partition(b"\r\n\r\n")
        status = int(head.split()[1]) if head else 0
        head = head.decode("latin-1")
        if status:
            for header in HEADERS:
                assert header in head.lower(), (path[:60], header, head)
        return status, head, content

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=60)


def data_of(body):
    """The JSON in a page."""
    return json.loads(body.split(b'id="kifu-data">')[1].split(b"</script>")[0])


def check_list(server, inside):
    """What a list says of each record; it comes in parts, packed where one takes that, and again only
    when something has changed."""
    folder = inside / "many"
    folder.mkdir()
    for i in range(700):
        (folder / f"{i:03}.sgf").write_text(
            f"(;GM[1]FF[4]SZ[{9 if i % 2 else 13}]PB[Ann{i}]BR[{i % 9 + 1}k]PW[Ben]EV[</script>Cup]DT[2001]RE[B+R];B[aa])"
            + "(;GM[1]FF[4])" * (i == 3))
    (folder / "p.sgf").write_text("(;FF[4]SZ[9]AB[aa]AW[ba]RE[B+R]C[Black to play](;B[ab]C[RIGHT])(;B[bb]C[WRONG]))")
    time.sleep(1.1)  # what was just changed may change again without a new date, and is read each time
    page = data_of(server.ask(b"/many/")[2])
    assert page["up"] == "../" and page["title"] == "many" and page["count"] == 701 and page["next"] == 500
    first = page["entries"][0]
    assert first == {"name": "000.sgf", "href": "000.sgf", "title": "Ann0 1k – Ben, </script>Cup, 2001", "black": "Ann0",
                     "blackRank": "1k", "white": "Ben", "event": "</script>Cup", "date": "2001", "result": "B+R",
                     "width": 13, "height": 13}, first
    assert page["entries"][3]["games"] == 2
    rest = json.loads(server.ask(b"/many/?list=500")[2])
    assert rest["stamp"] == page["stamp"] and len(page["entries"] + rest["entries"]) == 701 and "next" not in rest
    assert "result" not in rest["entries"][-1], "the result of a problem is its answer"
    whole = json.loads(server.ask(b"/many/?list=0")[2])
    assert whole["entries"] == page["entries"] + rest["entries"]
    stamp = whole["stamp"].encode()
    assert "entries" not in json.loads(server.ask(b"/many/?list=0&stamp=" + stamp)[2])
    (folder / "001.sgf").write_text("(;GM[1]FF[4]PB[Newer])")
    (folder / "002.sgf").unlink()
    now = json.loads(server.ask(b"/many/?list=0&stamp=" + stamp)[2])
    assert len(now["entries"]) == 700 and now["entries"][1]["black"] == "Newer" and now["stamp"] != whole["stamp"]
    packed = server.bearer + "Accept-Encoding: br, gzip\r\n"
    for path in (b"/many/", b"/many/?list=0", b"/game.sgf", b"/.list.js"):
        status, head, body = server.ask(path, extra=packed)
        assert status == 200 and "content-encoding: gzip" in head.lower(), (path, head)
        assert gzip.decompress(body) == server.ask(path)[2], path
    assert "gzip" not in server.ask(b"/game.sgf", extra=server.bearer + "Accept-Encoding: gzip;q=0\r\n")[1].lower()
    assert server.ask(b"/.list.html")[0] == 404 and server.ask(b"/many/.list.js")[0] == 404


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
    (inside / "chinese.sgf").write_bytes("(;GM[1]FF[4]CA[GB18030]PB[中];B[ee])".encode("gb18030"))
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
    pictures = [server.ask(b"/draw/game.sgf?at=" + at) for at in (b"0", b"1", b"last", b"1.1")]
    assert all(status == 200 and "image/svg+xml" in head for status, head, _ in pictures)
    bodies = [body for _, _, body in pictures]
    assert bodies[1] == bodies[3] and len(set(bodies)) == 3, "each place has its own picture"
    assert b"Last move: E5" in bodies[1] and b"Last move: C7" in bodies[2], bodies[1]
    for at in (b"99", b"", b"1" * 300, b"%3Cb%3E", b"2.5"):
        assert server.ask(b"/draw/game.sgf?at=" + at)[0] == 404, at
    assert server.ask(b"/draw/game.sgf")[0] == 404 and server.ask(b"/draw/../x.sgf?at=1")[0] == 404
    status, head, body = server.ask(b"/game.sgf", "HEAD")
    assert status == 200 and body == b""
    status, head, body = server.ask(b"/game.sgf", extra=server.bearer + "Range: bytes=5-9\r\n")
    assert status == 200 and body.endswith(b"</html>\n"), "a range is no request of ours"


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
    for host in ("evil.example", "127.0.0.1.evil.example", "localhost.evil", "localhost:80@evil", "[::1]x", ""):
        assert server.ask(b"/game.sgf", host=host)[0] in (400, 403), host
    for host in (f"localhost:{server.port}", "LOCALHOST", "LocalHost:1", "[::1]", f"[::1]:{server.port}"):
        assert server.ask(b"/game.sgf", host=host)[0] == 200, host
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "TRACE", "MOVE"):
        assert server.ask(b"/game.sgf", method, body=b"x" * 100)[0] in (405, 501), method


def check_noise(server):
    """What is no HTTP at all, and connections that say nothing."""
    for noise in (b"\0" * 1000, b"GET\r\n\r\n", b"\x16\x03\x01 hello", b""):
        with server.connect() as s:
            s.sendall(noise)
    host = b"Host: localhost\r\n"
    refused = {
        b"GET / HTTP/3.0\r\n" + host: 505, b"GET /\r\n": 400, b"\x16\x03\x01\r\n": 400,
        b"GET /a b HTTP/1.1\r\n" + host: 400, b"GET / HTTP/1.1\r\nHost localhost\r\n": 400,
        b"GET / HTTP/1.1\r\n" + host * 2: 400, b"GET / HTTP/1.1\r\n" + host + b"X: a\r\n b\r\n": 400,
        b"GET / HTTP/1.1\r\n" + host + b"Content-Length: -1\r\n": 400,
        b"GET / HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\n": 501,
        b"GET /" + b"a" * 20000 + b" HTTP/1.1\r\n" + host: 414,
        b"GET / HTTP/1.1\r\n" + host + b"X: " + b"a" * 20000 + b"\r\n": 431,
    }
    for head, wanted in refused.items():
        with server.connect() as s, s.makefile("rb") as stream:
            s.sendall(head + b"\r\n")
            answer = stream.read().decode()
        assert answer.startswith(f"HTTP/1.1 {wanted} "), (head[:60], answer)
        for header in HEADERS:
            assert header in answer.lower(), (head[:60], header, answer)
    # A head in pieces, and one with the ends of lines that Unix has.
    with server.connect() as s, s.makefile("rb") as stream:
        for byte in f"\r\nGET /game.sgf HTTP/1.0\n{server.bearer.strip()}\nHost: localhost\n\n".encode():
            s.sendall(bytes([byte]))
        assert stream.readline().startswith(b"HTTP/1.1 200 ")
    assert server.ask(b"/game.sgf")[0] == 200


def check_token(server):
    """Nothing without the token; it moves from the address into a cookie; programs send a header."""
    assert len(server.token) >= 22, "a token that can be guessed"
    name = f"kifu-{server.port}"
    status, head, body = server.ask(b"/game.sgf", extra="")
    assert status == 401 and "WWW-Authenticate: Bearer" in head and b"PB[Ann]" not in body
    for path in (b"/", b"/game.sgf?picture=1", b"/nothing.sgf"):
        assert server.ask(path, extra="")[0] == 401, path
    wrong = (server.token[:-1], server.token + "0", "", "0" * len(server.token))
    for token in wrong:
        assert server.ask(b"/?token=" + token.encode(), extra="")[0] == 401, token
        assert server.ask(b"/", extra=f"Authorization: Bearer {token}\r\n")[0] == 401, token
        assert server.ask(b"/", extra=f"Cookie: {name}={token}\r\n")[0] == 401, token
    for path, clean in ((b"/", "/"), (b"/game.sgf", "/game.sgf"), (b"/sub%20folder/", "/sub%20folder/")):
        status, head, body = server.ask(path + b"?token=" + server.token.encode(), extra="")
        assert status == 303 and f"Location: {clean}\r\n" in head, head
        cookie = re.search("Set-Cookie: ([^\r]*)", head)[1].split("; ")
        assert cookie[0] == f"{name}={server.token}" and {"HttpOnly", "SameSite=Strict"} <= set(cookie), cookie
    status, head, _ = server.ask(b"/game.sgf?picture=1&token=" + server.token.encode(), extra="")
    assert status == 303 and "Location: /game.sgf?picture=1\r\n" in head, head
    status, head, _ = server.ask(b"//evil.example/?token=" + server.token.encode(), extra="")
    assert status == 404 and "Location" not in head, head
    for cookie in (f"{name}={server.token}", f"a=b; {name}={server.token}", f"{name}=x; {name}={server.token};c=d"):
        assert server.ask(b"/", extra=f"Cookie: {cookie}\r\n")[0] == 200, cookie
    assert server.ask(b"/", extra=f"Cookie: kifu-1={server.token}\r\n")[0] == 401
    assert server.ask(b"/", extra=f"authorization: bearer  {server.token}\r\n")[0] == 200
    assert server.ask(b"/", extra=f"Authorization: Basic {server.token}\r\n")[0] == 401


def check_sites(server):
    """Browsers say where a request comes from; only this server's own pages and the user are heard."""
    own = f"http://127.0.0.1:{server.port}"
    for header, wanted in (("Sec-Fetch-Site: cross-site", 403), ("Sec-Fetch-Site: same-site", 403),
                           ("Sec-Fetch-Site: same-origin", 200), ("Sec-Fetch-Site: none", 200),
                           ("Origin: http://evil.example", 403), ("Origin: null", 403), (f"Origin: {own}", 200)):
        got = server.ask(b"/", host=own[7:], extra=server.bearer + header + "\r\n")[0]
        assert got == wanted, (header, got)


def check_keeping(server):
    """One connection serves many requests, one after the other or all at once."""
    def request(path):
        return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{server.bearer}\r\n".encode()

    def read(stream):
        status = int(stream.readline().split()[1])
        length, close = 0, False
        while (line := stream.readline().strip().lower()):
            length = int(line[15:]) if line.startswith(b"content-length:") else length
            close = close or line == b"connection: close"
        return status, len(stream.read(length)) == length and not close

    paths = {"/": 200, "/game.sgf": 200, "/game.sgf?picture=1": 200, "/nothing.sgf": 404, "/sub%20folder": 301}
    with server.connect() as s, s.makefile("rb") as stream:
        for path, wanted in paths.items():
            s.sendall(request(path))
            assert read(stream) == (wanted, True), path
        s.sendall(b"".join(request(path) for path in paths) * 20)
        for path, wanted in list(paths.items()) * 20:
            assert read(stream) == (wanted, True), path


def large_record(mebibytes):
    """A game whose text has all that JSON and HTML escape, and characters of every length."""
    node = "C[a \\\\ \" <b> & \t é 中 𝄞 \u202e\u2028\n\x7f]"
    moves = [f";{'BW'[i % 2]}[{'abcdefghijklmnopqrs'[i % 19]}{'abcdefghijklmnopqrs'[i // 19 % 19]}]{node}"
             for i in range(mebibytes * 1024 * 1024 // (len(node.encode()) + 6))]
    return "(;GM[1]FF[4]CA[UTF-8]SZ[19]" + "".join(moves) + ")"


def check_large(server, folder):
    """A large record is sent out of its file, the same as a small one is."""
    text = large_record(2)
    for name, mark in (("large.sgf", b""), ("mark.sgf", b"\xef\xbb\xbf")):
        (folder / name).write_bytes(mark + text.encode())
        for _ in range(2):
            status, head, body = server.ask(f"/{name}".encode())
            assert status == 200 and f"Content-Length: {len(body)}" in head
            assert data_of(body)["records"][0]["text"] == text
    (folder / "latin.sgf").write_bytes(b"(;GM[1]CA[ISO-8859-1]C[" + b"Zo\xe9<" * 200_000 + b"])")
    body = server.ask(b"/latin.sgf")[2]
    assert data_of(body)["records"][0]["text"].count("Zoé<") == 200_000
    # Written over while it is sent: the answer ends early, and the server goes on.
    with server.connect() as s:
        s.sendall(f"GET /large.sgf HTTP/1.1\r\nHost: localhost\r\n{server.bearer}\r\n".encode())
        s.recv(1000)
        (folder / "large.sgf").write_text(GAME)
        while s.recv(1 << 20):
            pass
    assert b"PB[Ann]" in server.ask(b"/large.sgf")[2]


def check_crowd(server, folder):
    """Clients that do not get on with it keep nobody else waiting, and cost little memory."""
    (folder / "six.sgf").write_text(large_record(6))
    crowd = []
    try:
        for i in range(1020):
            s = server.connect()
            s.sendall(b"GET /game.sgf HTTP/1.1\r\nHost: localhost\r\nX: " + b"y" * (i % 50))
            crowd.append(s)
        for _ in range(20):
            s = server.connect()
            s.sendall(f"GET /six.sgf HTTP/1.1\r\nHost: localhost\r\n{server.bearer}\r\n".encode())
            s.recv(100)
            crowd.append(s)
        waits = []
        for path in (b"/", b"/game.sgf", b"/game.sgf?picture=1") * 10:
            begin = time.monotonic()
            assert server.ask(path)[0] == 200
            waits.append(time.monotonic() - begin)
            for s in crowd[-20:]:
                s.recv(5000)
        status = Path(f"/proc/{server.process.pid}/status")
        peak = int(re.search(r"VmHWM:\s*(\d+)", status.read_text())[1]) if status.exists() else 0
        print(f"  a crowd of {len(crowd)}: {max(waits) * 1000:.0f} ms at most, {peak} KiB")
        assert server.is_sanitized or peak <= 64 * 1024, peak
    finally:
        for s in crowd:
            s.close()


def check_sandbox(server):
    """The process has given up what it does not need, where the kernel knows how."""
    status = Path(f"/proc/{server.process.pid}/status")
    if server.is_sanitized or not status.exists() or "Seccomp" not in status.read_text():
        print("  not on this system")
        return
    assert re.search(r"NoNewPrivs:\s*1", status.read_text()) and re.search(r"Seccomp:\s*2", status.read_text())
    # A character set is read with a module of the C library.
    assert "中".encode() in server.ask(b"/chinese.sgf")[2]


def check_options(kifu, folder):
    """A token that was chosen, and none."""
    for options, wanted in ((("--token", TOKEN), 401), (("--no-token",), 200)):
        server = Server(kifu, folder, *options)
        try:
            assert server.token == (TOKEN if wanted == 401 else None), server.address
            assert server.ask(b"/game.sgf", extra="")[0] == wanted, options
            assert server.ask(b"/game.sgf")[0] == 200, options
        finally:
            assert server.stop() == 0


def check_loopback(server):
    with socket.socket() as s:
        s.connect(("127.0.0.1", server.port))
    try:
        known = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:  # a machine without /etc/hosts does not know its own name
        known = []
    for address in {a[4][0] for a in known}:
        if address.startswith("127."):
            continue
        with socket.socket() as s:
            s.settimeout(2)
            assert s.connect_ex((address, server.port)) != 0, f"{address} is answered"


def main():
    with tempfile.TemporaryDirectory() as scratch:
        folder = make_folder(Path(scratch))
        server = Server(sys.argv[1], folder)
        if not server.port:
            said = server.process.stderr.read()
            print(said)
            return 77 if "without libmicrohttpd" in said else 1
        server.is_sanitized = b"__asan_init" in Path(sys.argv[1]).read_bytes()
        try:
            for check in (check_answers, check_refusals, check_noise, check_token, check_sites, check_keeping,
                          check_sandbox, check_loopback):
                check(server)
                print(f"ok: {check.__name__[6:]}")
            for check in (check_list, check_large, check_crowd):
                check(server, folder)
                print(f"ok: {check.__name__[6:]}")
        finally:
            status = server.stop()
        assert status == 0, status
        print("ok: ends by a signal")
        check_options(sys.argv[1], folder)
        print("ok: options")
    return 0


if __name__ == "__main__":
    sys.exit(main())
