"""What the tests of pages with the machines inside share.

With the file of an engine in ENGINE the pages run that one, otherwise the one in the command.
"""

import base64
import os
import subprocess

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import COMMAND, FOLDER, BrowserTest

DROP = """
    const [bytes, name] = arguments;
    const content = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([content], name));
    for (const type of ["dragover", "drop"]) {
      document.body.dispatchEvent(new DragEvent(type, {
        dataTransfer: data, bubbles: true, cancelable: true }));
    }"""


def page_of(trace, name):
    """A page with a trace, or without one, into which traces are dropped."""
    return written(FOLDER / f"engine-{name}.html", trace, os.environ.get("ENGINE"))


def written(page, trace, engine):
    """The page that the command writes, with the engine of a file or with its own."""
    traces = [] if trace is None else [trace]
    engines = [] if engine is None else ["--engine", engine]
    subprocess.run([COMMAND, "show", *traces, "--html", page, *engines], check=True,
                   stdout=subprocess.DEVNULL)
    return page


class EnginePage(BrowserTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.empty = page_of(None, "empty")

    # The seconds after which an engine that still works is given up.
    patience = 60

    def idle(self):
        self.until(lambda: self.browser.execute_script("""
            return !document.body.classList.contains("busy")
              && !document.getElementById("status").textContent.startsWith("Reading")"""), self.patience)

    def open(self, page, link=""):
        super().open(page, link)
        self.idle()

    def drop(self, content, name="dropped.trace.jsonl"):
        self.browser.execute_script(DROP, base64.b64encode(content).decode(), name)
        self.idle()

    def click(self, selector):
        # What a key has opened is on the screen with the next picture, which a busy machine delays.
        element = self.browser.find_element(By.CSS_SELECTOR, selector)
        self.until(element.is_displayed)
        element.click()
        self.idle()

    def press(self, *keys):
        super().press(*keys)
        self.idle()

    def go_to(self, place):
        self.press("g", place, Keys.ENTER)

    def label(self):
        return self.text("#rows [aria-selected=true] .seq")

    def heading(self):
        return self.text("#inspector h2")

    def marked(self, mark):
        return [each.text for each in
                self.browser.find_elements(By.CSS_SELECTOR, f"#rows .{mark} .name")]

    def problem(self):
        found = self.browser.find_element(By.ID, "problem")
        return found.text if found.is_displayed() else ""
