# SPDX-License-Identifier: MIT
"""Firefox for tests, driven over WebDriver BiDi, which it speaks itself, with nothing but the library.

It takes the part of test/browser.py's calls that both browsers have."""

import base64
import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time

from browser import Waiting

NAMES = ("firefox-esr", "firefox")
PREFERENCES = {
    "app.normandy.enabled": False, "app.update.enabled": False, "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0, "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
    "toolkit.telemetry.enabled": False, "browser.safebrowsing.update.enabled": False,
    "services.settings.server": "data:,", "extensions.update.enabled": False,
    "remote.active-protocols": 1,
}


def program():
    """The browser's program, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Socket:
    """A client of a WebSocket (RFC 6455) that sends and receives text."""

    def __init__(self, port, path):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.held = b""
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
                            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        while b"\r\n\r\n" not in self.held:
            self.held += self.socket.recv(4096)
        head, self.held = self.held.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.splitlines()[0]:
            raise RuntimeError(head.decode())

    def send(self, text):
        data, mask = text.encode(), os.urandom(4)
        length = len(data)
        size = (bytes([0x80 | length]) if length < 126 else
                bytes([0x80 | 126]) + length.to_bytes(2, "big") if length < 65536 else
                bytes([0x80 | 127]) + length.to_bytes(8, "big"))
        masked = bytes(b ^ mask[i % 4] for i, b in enumerate(data))
        self.socket.sendall(b"\x81" + size + mask + masked)

    def take(self, count):
        while len(self.held) < count:
            more = self.socket.recv(65536)
            if not more:
                raise RuntimeError("the browser hung up")
            self.held += more
        data, self.held = self.held[:count], self.held[count:]
        return data

    def receive(self):
        """The next message; a browser does not mask its own, and may send one in parts."""
        text = b""
        while True:
            first, second = self.take(2)
            length = second & 127
            if length > 125:
                length = int.from_bytes(self.take(2 if length == 126 else 8), "big")
            data = self.take(length)
            if first & 15 < 8:
                text += data
                if first & 128:
                    return text.decode()


def local(value):
    """A value as BiDi writes it."""
    if value is None:
        return {"type": "null"}
    for kind, name in ((bool, "boolean"), (int, "number"), (float, "number"), (str, "string")):
        if isinstance(value, kind):
            return {"type": name, "value": value}
    return {"type": "array", "value": [local(v) for v in value]}


def plain(value):
    """What BiDi wrote, as a value."""
    kind, inner = value["type"], value.get("value")
    if kind == "array":
        return [plain(v) for v in inner]
    if kind == "object":
        return {key: plain(v) for key, v in inner}
    return inner if kind in ("boolean", "number", "string") else None


class Firefox(Waiting):
    """One window. Use it in a `with`."""

    def __init__(self, width=1200, height=900):
        self.profile = tempfile.mkdtemp(prefix="kifu-firefox-")
        with open(os.path.join(self.profile, "user.js"), "w", encoding="ascii") as file:
            for name, value in PREFERENCES.items():
                file.write(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n")
        self.said = open(os.path.join(self.profile, "said"), "w+", encoding="utf-8", errors="replace")
        self.browser = subprocess.Popen(
            [program(), "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", self.profile, "about:blank"],
            stdout=self.said, stderr=self.said, env={**os.environ, "HOME": self.profile, "MOZ_HEADLESS_WIDTH": str(width),
                                                     "MOZ_HEADLESS_HEIGHT": str(height)})
        self.count, self.events = 0, []
        try:
            self.socket = Socket(self.wait_for_port(), "/session")
            self.call("session.new", capabilities={})
            self.call("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])
            self.context = self.call("browsingContext.getTree")["contexts"][0]["context"]
            self.call("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height})
        except BaseException:
            self.__exit__()
            raise

    def wait_for_port(self):
        for _ in range(1200):
            self.said.seek(0)
            found = re.search(r"WebDriver BiDi listening on ws://127\.0\.0\.1:(\d+)", self.said.read())
            if found:
                return int(found[1])
            if self.browser.poll() is not None:
                break
            time.sleep(0.05)
        raise RuntimeError("Firefox does not start")

    def call(self, method, **params):
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": params}))
        while True:
            answer = json.loads(self.socket.receive())
            if answer.get("type") == "event":
                self.events.append(answer)
            elif answer.get("id") == self.count:
                if answer["type"] == "error":
                    raise RuntimeError(f"{answer['error']}: {answer['message']}")
                return answer["result"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.browser.terminate()
        self.browser.wait()
        self.said.close()
        shutil.rmtree(self.profile, ignore_errors=True)

    def open(self, url):
        self.call("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def run(self, script, *arguments):
        """Runs JavaScript, and gives what it returns."""
        answer = self.call("script.callFunction", functionDeclaration=f"function() {{ {script} }}", awaitPromise=True,
                           target={"context": self.context}, arguments=[local(a) for a in arguments])
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return plain(answer["result"])

    def run_later(self, script, *arguments):
        """The same with a callback as the last argument of the script."""
        return self.run(f"return new Promise((done) => (function () {{ {script} }})(...arguments, done))", *arguments)

    def click(self, selector):
        self.run("document.querySelector(arguments[0]).dispatchEvent(new MouseEvent('click', {bubbles: true}))", selector)

    def keys(self, *names):
        actions = [{"type": kind, "value": name} for name in names for kind in ("keyDown", "keyUp")]
        self.call("input.performActions", context=self.context,
                  actions=[{"type": "key", "id": "k", "actions": actions}])
        self.run("return new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")

    def screenshot(self, name):
        with open(name, "wb") as out:
            out.write(base64.b64decode(self.call("browsingContext.captureScreenshot", context=self.context)["data"]))

    def take_events(self, method):
        found = [e["params"] for e in self.events if e["method"] == method]
        self.events = [e for e in self.events if e["method"] != method]
        return found

    def console(self):
        """What the page complained about since the last time."""
        return [e["text"] for e in self.take_events("log.entryAdded") if e["level"] in ("error", "warn")]

    def requests(self):
        """The addresses that were asked for since the last time."""
        return [e["request"]["url"] for e in self.take_events("network.beforeRequestSent")]
