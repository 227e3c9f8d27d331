"""Uses the pages in Firefox, which is driven by the protocol that it speaks itself (WebDriver BiDi).

    Tests/Browser/firefox.py COMMAND [FOLDER [TEST…]]

With the file of an engine in ENGINE the pages run that one, otherwise the one in the command.
"""

import base64
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest

import websocket

ROOT = pathlib.Path(__file__).parent.parent.parent
COMMAND = pathlib.Path(sys.argv[1]).resolve()
FOLDER = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp())
LOGIN = ROOT / "Traces/mobilepush/login.trace.jsonl"
WEEK = ROOT / "Tests/CommandsTests/Week/two.trace.jsonl"

KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "End": "\ue010", "Tab": "\ue004", "Control": "\ue009"}

IDLE = """document.readyState === "complete" && !document.body.classList.contains("busy")
  && !document.getElementById("status").textContent.startsWith("Reading")"""


class Firefox:
    """A headless Firefox with one window."""

    def __init__(self, preferences=""):
        self.profile = tempfile.TemporaryDirectory()
        (pathlib.Path(self.profile.name) / "user.js").write_text(preferences)
        said = pathlib.Path(self.profile.name) / "said"
        with said.open("w") as output:
            self.process = subprocess.Popen(
                ["firefox-esr", "--headless", "--no-remote", "--remote-debugging-port", "0",
                 "--profile", self.profile.name], stdout=output, stderr=output,
                env={**os.environ, "HOME": self.profile.name})
        while not (found := re.search(r"BiDi listening on (ws://\S+)\n", said.read_text())):
            time.sleep(0.05)
        self.socket = websocket.create_connection(
            found[1] + "/session", suppress_origin=True, timeout=120)
        self.count = 0
        self.errors = []
        self.send("session.new", {"capabilities": {}})
        self.send("session.subscribe", {"events": ["log.entryAdded"]})
        self.window = self.send("browsingContext.getTree", {})["contexts"][0]["context"]

    def send(self, method, parameters):
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] == "error":
                self.errors.append(answer["params"]["text"])
            if answer.get("id") == self.count:
                break
        if answer["type"] == "error":
            raise RuntimeError(answer["error"] + ": " + answer["message"])
        return answer["result"]

    def open(self, address):
        for each in ["about:blank", address]:
            self.send("browsingContext.navigate",
                      {"context": self.window, "url": each, "wait": "complete"})

    def size(self, width, height):
        self.send("browsingContext.setViewport", {
            "context": self.window, "viewport": {"width": width, "height": height}})

    def run(self, expression):
        """The value of an expression, by way of JSON."""
        answer = self.send("script.evaluate", {
            "expression": f"JSON.stringify(({expression}) ?? null)", "awaitPromise": True,
            "target": {"context": self.window}})
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def press(self, *keys):
        actions = []
        for key in keys:
            held = key.split("+") if key.startswith("Control+") else [key]
            held = [KEYS.get(each, each) for each in held]
            actions += [{"type": "keyDown", "value": each} for each in held]
            actions += [{"type": "keyUp", "value": each} for each in reversed(held)]
        self.send("input.performActions", {
            "context": self.window, "actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def picture(self, name):
        answer = self.send("browsingContext.captureScreenshot", {"context": self.window})
        (FOLDER / f"firefox-{name}.png").write_bytes(base64.b64decode(answer["data"]))

    def quit(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait()
        self.profile.cleanup()


class FirefoxTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Firefox()

    @classmethod
    def tearDownClass(cls):
        cls.browser.quit()

    def setUp(self):
        self.browser.errors.clear()
        self.browser.size(1280, 800)

    def tearDown(self):
        self.assertEqual(self.browser.errors, [])

    def open(self, trace, link=""):
        page = FOLDER / f"firefox-{trace.name}.html"
        engine = os.environ.get("ENGINE")
        subprocess.run([COMMAND, "show", trace, "--html", page,
                        *(["--engine", engine] if engine else [])], check=True,
                       stdout=subprocess.DEVNULL)
        self.browser.open(page.as_uri() + link)
        self.idle()

    def idle(self):
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if self.browser.run(IDLE):
                return
            time.sleep(0.05)
        self.fail("the page is still at work")

    def press(self, *keys):
        for key in keys:
            self.browser.press(*([key] if key in KEYS or key.startswith("Control+") else key))
            self.idle()

    def text(self, selector):
        return self.browser.run(f"document.querySelector({json.dumps(selector)}).innerText")

    def test_the_verdict_comes_first_and_what_if_is_asked_by_keys_and_taken_back(self):
        self.open(WEEK, "#seq=529")
        self.assertIn("5 drifts in 5 groups", self.text("#verdict"))
        self.press("x")
        self.assertIn("531 set_timer", self.text("#whatif"))
        self.press("Control+z")
        self.assertNotIn("531 set_timer", self.text("#whatif"))

    def test_a_search_counts_and_goes_on(self):
        self.open(WEEK)
        self.press("/", "name:send_registration reason: changed", "Enter")
        self.assertRegex(self.text("#matches"), r"^1 of \d+$")

    def test_what_can_happen_next_is_chosen(self):
        self.open(LOGIN, "#seq=17")
        self.press("y")
        self.browser.run("document.querySelector('#branch .moves button').click()")
        self.idle()
        self.assertIn("request 6 fails: offline", self.text("#branch"))
        self.assertIn("timer_fired", self.text("#rows [aria-selected=true]"))

    def test_narrow_and_wide_windows_show_all_of_it(self):
        for width, height in [(390, 844), (1920, 1080)]:
            self.browser.size(width, height)
            self.open(WEEK, "#seq=529")
            self.browser.picture(str(width))
            wide = self.browser.run("document.documentElement.scrollWidth")
            self.assertLessEqual(wide, width)
            self.assertTrue(self.browser.run("""
                document.querySelector("#rows [aria-selected=true] .name").getBoundingClientRect()
                  .right < innerWidth"""))

    def test_in_the_dark_it_is_dark(self):
        dark = Firefox('user_pref("ui.systemUsesDarkTheme", 1);\n'
                       'user_pref("layout.css.prefers-color-scheme.content-override", 0);\n')
        light, type(self).browser = self.browser, dark
        try:
            self.open(LOGIN)
            self.assertEqual(
                dark.run("getComputedStyle(document.body).backgroundColor"), "rgb(21, 22, 26)")
            dark.picture("dark")
        finally:
            type(self).browser = light
            dark.quit()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
