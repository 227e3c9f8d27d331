"""What the tests of every page share: the command, a folder, and a headless Chromium.

    Tests/Browser/TESTS.py COMMAND [FOLDER [TEST…]]

COMMAND is the built pushtrace; pages and pictures go to FOLDER, by default a temporary one.
`.ci/browser` installs what this needs and runs it.
"""

import json
import pathlib
import sys
import tempfile
import unittest

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

ROOT = pathlib.Path(__file__).parent.parent.parent
COMMAND = pathlib.Path(sys.argv[1]).resolve()
FOLDER = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp())
HOSTILE = "</script><script>document.title='broken'</script><img src=x onerror=alert(1)>\u2028\u202e"


class BrowserTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        options = Options()
        options.binary_location = "/usr/bin/chromium"
        for argument in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage",
                         "--disable-gpu", "--window-size=1440,1000"]:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        cls.browser = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))

    @classmethod
    def tearDownClass(cls):
        cls.browser.quit()

    def open(self, page, link=""):
        self.browser.get("about:blank")
        self.browser.get_log("performance")
        self.browser.get(page.as_uri() + link)

    def tearDown(self):
        self.assertEqual(self.browser.get_log("browser"), [])
        requests = [json.loads(entry["message"])["message"]
                    for entry in self.browser.get_log("performance")]
        addresses = [each["params"]["request"]["url"] for each in requests
                     if each["method"] == "Network.requestWillBeSent"]
        self.assertEqual([each for each in addresses if not each.startswith("file:")
                          and each != "about:blank"], [])
        self.assertLessEqual(len(set(addresses)), 2, "nothing but the page itself is loaded")

    def press(self, *keys):
        for key in keys:
            self.browser.switch_to.active_element.send_keys(key)

    def picture(self, name):
        self.browser.save_screenshot(str(FOLDER / f"{name}.png"))

    def theme(self, name):
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": name}]})


def main():
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
