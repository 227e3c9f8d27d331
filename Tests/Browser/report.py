"""Uses the pages that `pushtrace check --report html=FILE` writes."""

import json
import subprocess

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import COMMAND, FOLDER, HOSTILE, ROOT, BrowserTest, main

FAILING = """
format: 1
sdk: mobilepush
feature: What a page of failures has to show
observe: [send_registration]
tags: [pictures]
defaults:
  given: { use: [registered_device] }
always:
  - { id: RATE, gap_between: send_registration, at_least: 2m }
  - { id: IDLE, at_most: 1, of: send_analytics, in_any: 60s }
scenarios:
  - name: A change leaves half a minute later
    id: EARLY
    covers: [REG-2]
    steps:
      - { at: 0s, event: attribute_set, with: { key: city, value: Oslo } }
      - { at: 30s, expect: [send_registration: { reason: changed }] }
      - { at: 10m }
  - name: Every occurrence stands in a timeline
    id: TIMELINE
    covers: [REG-2, REG-3]
    steps:
      - { at: 0s, event: attribute_set, with: { key: city, value: Oslo } }
      - { at: 10s, event: tag_added, with: { tag: gold } }
      - { at: 90s, event: attribute_set, with: { key: city, value: Bergen } }
    run_until: 1d
    timeline:
      send_registration:
        - at: { between: [5s, 20s] }
          body: { attributes: [{ key: city, value: Bergen }] }
        - at: 3h
  - name: A name that tries to break out HOSTILE
    id: HOSTILE
    steps:
      - { at: 0s, event: attribute_set, with: { key: HOSTILE, value: HOSTILE } }
      - { at: 60s, expect: none }
  - name: The device is refused for a day
    id: BACKOFF
    covers: [REG-7.retried]
    given:
      backend: { registration: { replies: [503] } }
    steps:
      - { at: 0s, event: attribute_set, with: { key: city, value: Oslo } }
    run_until: 1d
    timeline: { send_registration: unchecked }
    finally: { state: { registration: { pending: false } } }
  - name: Nothing is wrong here
    id: RIGHT
    covers: [REG-6]
    steps: [{ at: 0s, expect: none }]
  - { name: Known to fail, id: KNOWN, known_bug: APP-1182, steps: [{ at: 0s, expect: [send_registration] }] }
  - { name: Not now, id: LATER, skip: later, steps: [{ at: 0s }] }
"""

WORLD = """
format: 1
sdk: mobilepush
observe: [send_registration, notify_inbox_updated]
scenarios:
  - name: Two devices and their backends
    id: WORLD
    covers: [ENG-1]
    given:
      backend: simulated
      devices:
        phone: { use: [registered_device] }
        tablet: { use: [registered_device] }
    steps:
      - { at: 0s, on: phone, event: contact_key_set, with: { key: ann } }
      - { at: 5s, on: tablet, event: contact_key_set, with: { key: ann } }
      - { at: 30s, on: tablet, expect: [send_registration: { on: tablet }] }
    run_until: 20m
"""


def write_specs():
    folder = FOLDER / "specs"
    folder.mkdir(exist_ok=True)
    text = FAILING.replace("name: A name that tries to break out HOSTILE",
                           "name: " + json.dumps("A name that tries to break out " + HOSTILE))
    (folder / "failing.spec.yaml").write_text(text.replace("HOSTILE,", json.dumps(HOSTILE) + ",")
                                              .replace("HOSTILE }", json.dumps(HOSTILE) + " }"))
    (folder / "world.spec.yaml").write_text(WORLD)
    (folder / "broken.spec.yaml").write_text("format: 1\nsdk: mobilepush\nscenarios:\n"
                                             "  - { nmae: misspelt, steps: [{ at: 0s }] }\n")
    return folder


def page_of(specs, name, *options):
    page = FOLDER / f"{name}.html"
    subprocess.run([COMMAND, "check", specs, "--report", f"html={page}", *options], cwd=ROOT,
                   stdout=subprocess.DEVNULL)
    return page


class ReportTest(BrowserTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.failing = page_of(write_specs(), "report-failing", "--ties=both", "--readings", "all")
        cls.passing = page_of("Specs", "report-passing")

    def shown(self, selector):
        return [each for each in self.browser.find_elements(By.CSS_SELECTOR, selector)
                if each.is_displayed()]

    def width(self):
        return self.browser.execute_script("return document.documentElement.scrollWidth")

    def resize(self, width):
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})

    def whole_picture(self, name, most=6000):
        height = min(most, self.browser.execute_script(
            "return document.documentElement.scrollHeight"))
        width = self.browser.execute_script("return innerWidth")
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.picture(name)
        self.resize(width)

    def test_failures_come_first_and_warnings_after_them(self):
        self.open(self.failing)
        headings = [each.text for each in self.shown("main > section > h2")]
        self.assertEqual(headings[:2], ["Errors", "Failures"])
        self.assertLess(headings.index("Failures"), headings.index("Warnings"))
        self.assertEqual(len(self.shown("article.failure")), 5)

    def test_a_failure_has_a_picture_of_what_was_expected_and_what_came(self):
        self.open(self.failing)
        early = next(each for each in self.shown("article.failure") if "EARLY" in each.text)
        self.assertEqual(len(early.find_elements(By.CSS_SELECTOR, ".picture .expected")), 1)
        self.assertEqual(len(early.find_elements(By.CSS_SELECTOR, ".picture .effect.focus")), 1)
        label = early.find_element(By.CSS_SELECTOR, ".picture").get_attribute("aria-label")
        self.assertIn("send_registration expected at 30s", label)
        self.assertIn("send_registration came at 1m", label)
        expected = early.find_element(By.CSS_SELECTOR, ".picture .expected").rect
        came = early.find_element(By.CSS_SELECTOR, ".picture .effect.focus").rect
        self.assertLess(expected["x"], came["x"])
        world = next(each for each in self.shown("article.failure") if "WORLD" in each.text)
        lanes = [each.text for each in world.find_elements(By.CSS_SELECTOR, ".picture .lane")]
        self.assertIn("phone", lanes)
        self.assertIn("tablet", lanes)

    def test_search_and_outcomes_filter(self):
        self.open(self.passing)
        self.press("/", *"orphan")
        found = self.browser.find_element(By.ID, "matches").text
        self.assertRegex(found, r"^\d+ scenarios$")
        self.assertTrue(all("orphan" in each.text.lower() for each in self.shown(".file li")))
        self.press(Keys.ESCAPE)
        self.assertEqual(self.browser.find_element(By.ID, "matches").text, "")
        self.browser.find_element(By.CSS_SELECTOR, "[data-outcome=known_bug].chip").click()
        self.assertEqual({each.text for each in self.shown(".file li > .outcome")}, {"known bug"})
        self.press("/", *"no such thing at all")
        self.assertTrue(self.browser.find_element(By.ID, "nothing").is_displayed())

    def test_a_requirement_leads_to_its_scenario(self):
        self.open(self.passing)
        link = self.browser.find_element(By.CSS_SELECTOR, ".requirements a.link")
        label = link.text
        link.click()
        self.browser.execute_async_script("setTimeout(arguments[0], 300)")
        target = self.browser.find_element(By.CSS_SELECTOR, ":target")
        self.assertTrue(target.is_displayed())
        self.assertIn(label, target.text)

    def test_hostile_text_stays_text(self):
        self.open(self.failing)
        self.assertIn("pushtrace check", self.browser.title)
        self.assertEqual(self.browser.find_elements(By.TAG_NAME, "img"), [])
        self.assertIn("<img src=x onerror=alert(1)>",
                      self.browser.find_element(By.TAG_NAME, "main").text)

    def test_without_scripts_everything_is_there(self):
        self.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        try:
            self.open(self.failing)
            self.assertEqual(len(self.shown("article.failure .picture")), 5)
            self.assertTrue(self.shown("#scenarios"))
        finally:
            self.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})

    def test_no_window_is_too_narrow(self):
        for page in [self.failing, self.passing]:
            for width in [320, 480, 768, 1440]:
                self.resize(width)
                self.open(page)
                self.assertLessEqual(self.width(), width, f"{page.name} at {width}")
        self.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def test_on_paper_failures_are_open_and_light(self):
        self.theme("dark")
        self.open(self.failing)
        self.browser.execute_script("dispatchEvent(new Event('beforeprint'))")
        self.assertEqual(self.browser.execute_script(
            "return getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)")
        self.assertEqual(self.browser.find_elements(
            By.CSS_SELECTOR, ".failure details:not([open])"), [])
        self.browser.execute_script("dispatchEvent(new Event('afterprint'))")
        self.assertNotEqual(self.browser.execute_script(
            "return getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)")
        self.theme("light")

    def test_text_has_contrast_in_both_themes(self):
        for theme in ["light", "dark"]:
            self.theme(theme)
            self.open(self.failing)
            self.assertEqual(self.low_contrast(), [], theme)
        self.theme("light")

    def test_pictures(self):
        for name, page in [("failing", self.failing), ("passing", self.passing)]:
            for theme in ["light", "dark"]:
                self.theme(theme)
                self.resize(1280)
                self.open(page)
                self.whole_picture(f"report-{name}-{theme}", 3600)
        self.theme("light")
        self.resize(390)
        self.open(self.failing)
        self.whole_picture("report-failing-narrow", 4200)
        self.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


if __name__ == "__main__":
    main()
