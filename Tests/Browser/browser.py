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
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

ROOT = pathlib.Path(__file__).parent.parent.parent
COMMAND = pathlib.Path(sys.argv[1]).resolve()
FOLDER = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp()).resolve()
HOSTILE = "</script><script>document.title='broken'</script><img src=x onerror=alert(1)>\u2028\u202e"

# The times, in milliseconds and the shortest first, from a key to the picture after it.
REDRAWS = """
    const done = arguments[0];
    const keys = ["ArrowDown", "ArrowDown", "PageDown", "End", "ArrowUp", "Home", "n", "n", "o",
      "c", "b", "PageDown"];
    const times = [];
    function press(index) {
      if (index === 120) return done(times.sort((left, right) => left - right));
      const start = performance.now();
      const key = keys[index % keys.length];
      document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      requestAnimationFrame(() => {
        document.body.offsetHeight;
        times.push(performance.now() - start);
        setTimeout(() => press(index + 1), 0);
      });
    }
    press(0);"""

# The texts that do not stand out from what is behind them (WCAG 2, level AA).
LOW_CONTRAST = """
    const luminance = (colour) => {
      const [r, g, b] = colour.match(/\\d+(\\.\\d+)?/g).slice(0, 3).map((each) => {
        const part = each / 255;
        return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const back = (element) => {
      for (let each = element; each; each = each.parentElement) {
        const colour = getComputedStyle(each).backgroundColor;
        if (!colour.endsWith(", 0)")) return colour;
      }
      return getComputedStyle(document.body).backgroundColor;
    };
    const low = [];
    for (const element of document.querySelectorAll("body *")) {
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === 3 && node.textContent.trim());
      if (!hasText || element.closest("script, style, title, .hidden")) continue;
      const style = getComputedStyle(element);
      const colour = element instanceof SVGElement ? style.fill : style.color;
      const [a, b] = [luminance(colour), luminance(back(element))];
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (ratio < 4.5) low.push(element.className + " " + ratio.toFixed(2) + " "
        + element.textContent.slice(0, 30));
    }
    return [...new Set(low)];"""


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
        # What a page has made itself, such as its worker, is inside it.
        addresses = [each for each in addresses if not each.startswith("blob:")]
        self.assertEqual([each for each in addresses if not each.startswith("file:")
                          and each != "about:blank"], [])
        self.assertLessEqual(len(set(addresses)), 2, "nothing but the page itself is loaded")

    def text(self, selector):
        return self.browser.find_element(By.CSS_SELECTOR, selector).text

    def until(self, condition, seconds=60):
        """Waits until the condition holds; what it looks for need not be there at first."""
        return WebDriverWait(self.browser, seconds, 0.02).until(lambda _: condition())

    def press(self, *keys):
        for key in keys:
            self.browser.switch_to.active_element.send_keys(key)

    def picture(self, name):
        self.browser.save_screenshot(str(FOLDER / f"{name}.png"))

    def low_contrast(self):
        return self.browser.execute_script(LOW_CONTRAST)

    def theme(self, name):
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": name}]})


def main():
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
