# SPDX-License-Identifier: MIT
"""A headless browser for tests, driven over WebDriver's own HTTP with nothing but the library."""

import base64
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


def is_there():
    """Whether the browser and its driver are installed."""
    return bool(shutil.which("chromedriver") and shutil.which("chromium"))


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Waiting:
    """What every browser does by its `run`."""

    def wait(self, script, what, seconds=20):
        """Waits until the script returns something true."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = self.run(script)
            if value:
                return value
            time.sleep(0.03)
        raise AssertionError(f"waited in vain for {what}")


class Browser(Waiting):
    """One window. Use it in a `with`."""

    def __init__(self, width=1200, height=900, dark=False, touch=False):
        self.profile = tempfile.mkdtemp(prefix="kifu-browser-")
        self.port = free_port()
        at_home = {**os.environ, "HOME": self.profile}
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": at_home}
        self.driver = subprocess.Popen(["chromedriver", f"--port={self.port}"], **quiet)
        arguments = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
                     "--disable-background-networking", "--disable-dev-shm-usage",
                     "--disable-component-update", "--disable-sync", "--no-default-browser-check",
                     "--enable-automation", "--disable-popup-blocking", "--remote-debugging-port=0",
                     f"--user-data-dir={self.profile}", f"--window-size={width},{height}"]
        if dark:
            arguments.append("--blink-settings=preferredColorScheme=0")
        # By its number: the driver would look for it at a name that a bare system does not know.
        self.browser = subprocess.Popen([shutil.which("chromium"), *arguments, "about:blank"], **quiet)
        options = {"debuggerAddress": f"127.0.0.1:{self.wait_for_browser()}"}
        wanted = {"browserName": "chrome", "goog:chromeOptions": options,
                  "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}
        self.base = f"http://127.0.0.1:{self.port}"
        self.wait_for_driver()
        answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.base += f"/session/{answer['sessionId']}"
        if touch:
            self.tools("Emulation.setDeviceMetricsOverride", width=width, height=height,
                       deviceScaleFactor=2, mobile=True)
            self.tools("Emulation.setTouchEmulationEnabled", enabled=True)
        self.open("about:blank")  # away from the browser's own first page
        self.log("performance")

    def wait_for_browser(self):
        """The port at which the browser may be driven: it writes it down."""
        path = os.path.join(self.profile, "DevToolsActivePort")
        for _ in range(600):
            if os.path.exists(path):
                with open(path, encoding="ascii") as file:
                    lines = file.read().split()
                if len(lines) > 1:
                    return int(lines[0])
            time.sleep(0.05)
        raise RuntimeError("the browser does not start")

    def wait_for_driver(self):
        for _ in range(100):
            try:
                self.call("GET", "/status")
                return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError("chromedriver does not answer")

    def call(self, method, path, body=None):
        data = None if method == "GET" else json.dumps(body or {}).encode()
        request = urllib.request.Request(self.base + path, data, method=method)
        request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read().decode()[:2000]) from None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.call("DELETE", "")
        except (OSError, RuntimeError):
            pass
        for process in (self.driver, self.browser):
            process.terminate()
            process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def open(self, url):
        self.call("POST", "/url", {"url": url})

    def run(self, script, *arguments):
        """Runs JavaScript, and gives what it returns."""
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def run_later(self, script, *arguments):
        """The same with a callback as the last argument of the script."""
        return self.call("POST", "/execute/async", {"script": script, "args": list(arguments)})

    def find(self, selector):
        found = self.call("POST", "/element", {"using": "css selector", "value": selector})
        return found[ELEMENT]

    def click(self, selector):
        self.call("POST", f"/element/{self.find(selector)}/click")

    def keys(self, *names):
        actions = [{"type": kind, "value": name} for name in names
                   for kind in ("keyDown", "keyUp")]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "k", "actions": actions}]})

    def swipe(self, selector, dx):
        """A finger that moves sideways over an element."""
        origin = {ELEMENT: self.find(selector)}
        steps = [{"type": "pointerMove", "duration": 0, "origin": origin, "x": -dx // 2, "y": 0},
                 {"type": "pointerDown", "button": 0},
                 {"type": "pointerMove", "duration": 60, "origin": origin, "x": dx // 2, "y": 2},
                 {"type": "pointerUp", "button": 0}]
        self.call("POST", "/actions", {"actions": [
            {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"},
             "actions": steps}]})

    def screenshot(self, name):
        with open(name, "wb") as out:
            out.write(base64.b64decode(self.call("GET", "/screenshot")))

    def tools(self, command, **params):
        """A command of the browser's own protocol."""
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": params})

    def log(self, kind):
        return self.call("POST", "/se/log", {"type": kind})

    def console(self):
        """What the page complained about since the last time."""
        return [entry["message"] for entry in self.log("browser")]

    def requests(self):
        """The addresses that were asked for since the last time."""
        found = []
        for entry in self.log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                found.append(message["params"]["request"]["url"])
        return found
