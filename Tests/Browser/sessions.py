"""Goes through what people do with a page: share a place, search, note, explore by hand.

With the file of an engine in ENGINE the pages run that one, otherwise the one in the command.
"""

import pathlib
import subprocess

import axe_selenium_python
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from browser import COMMAND, FOLDER, main
from engine_page import EnginePage, page_of
from traces import LOGIN, WEEK, WORLD

# The rules of axe for what people need who do not see the page, or not well.
AXE = next(pathlib.Path(axe_selenium_python.__file__).parent.rglob("axe.min.js"))
VIOLATIONS = """const done = arguments[0];
    axe.run(document, { runOnly: ["wcag2a", "wcag2aa"] }).then(({ violations }) =>
      done(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 120))])))"""

LINKS = """return [...document.querySelectorAll(arguments[0] + " a.link")].map((each) =>
    [each.querySelector(".seq").innerText, each.href])"""


class SessionTest(EnginePage):
    def choose(self, panel, text):
        """Clicks the button of a panel that contains a text."""
        self.browser.execute_script("""
            [...document.querySelectorAll(arguments[0] + " button")]
              .find((each) => each.innerText.includes(arguments[1])).click()""", panel, text)
        self.idle()

    def copied(self, address):
        """Opens an address as somebody does who was sent it."""
        self.browser.get("about:blank")
        self.browser.get(address)
        self.idle()
        self.until(lambda: self.browser.find_elements(
            By.CSS_SELECTOR, "#rows [aria-selected=true] .seq"))

    def test_the_label_of_each_link_is_its_target_here_and_for_others(self):
        self.open(page_of(WEEK, "week"), "#seq=529")
        self.press("x")
        links = self.browser.execute_script(LINKS, "#whatif")
        self.assertGreater(len(links), 5)
        self.assertIn("+", "".join(label for label, _ in links))
        for index, (label, _) in enumerate(links):
            self.browser.execute_script(
                "document.querySelectorAll('#whatif a.link')[arguments[0]].click()", index)
            self.idle()
            self.assertEqual(self.label(), label)
        for label, address in links[1:3]:
            self.copied(address)
            self.assertEqual(self.label(), label)
        self.press("W")
        Select(self.browser.find_element(By.ID, "whynot-effect")).select_by_value(
            "send_registration")
        self.click("#whynot-form button")
        for index, (label, _) in enumerate(self.browser.execute_script(LINKS, "#whynot")):
            self.browser.execute_script(
                "document.querySelectorAll('#whynot a.link')[arguments[0]].click()", index)
            self.idle()
            self.assertEqual(self.label(), label)

    def test_ctrl_z_undoes_and_ctrl_shift_z_redoes(self):
        self.open(page_of(LOGIN, "login"), "#seq=17")
        self.press("x")
        self.assertIn("contact_key_set", self.marked("gone"))
        self.press(Keys.CONTROL + "z")
        self.assertEqual(self.marked("gone"), [])
        self.press(Keys.CONTROL + Keys.SHIFT + "z")
        self.assertIn("contact_key_set", self.marked("gone"))

    def test_a_search_counts_and_marks_what_it_finds(self):
        self.open(page_of(WEEK, "week"))
        self.press("/", "name:send_registration reason: changed", Keys.ENTER)
        self.assertRegex(self.text("#matches"), r"^1 of \d+$")
        self.press(Keys.ENTER)
        self.assertRegex(self.text("#matches"), r"^2 of \d+$")
        self.assertIn("send_registration", self.text("#rows [aria-selected=true]"))
        self.assertTrue(self.browser.find_elements(By.CSS_SELECTOR, "#rows .match"))

    def test_the_page_without_an_engine_and_the_command_find_the_same(self):
        static = FOLDER / "static-login.html"
        subprocess.run([COMMAND, "show", LOGIN, "--html", static, "--engine", "none"],
                       check=True, stdout=subprocess.DEVNULL)
        queries = ["oslo", "name:response_received status:201", "device 1m timer", "due: 1m",
                   'key:" ann@example.com "', '"key: city"', "request:6", "-1h", "reason:changed",
                   "name:registration", "no such text", "the user logs in", "17"]
        found = []
        for address in [page_of(LOGIN, "login").as_uri(), static.as_uri()]:
            self.browser.get(address)
            self.idle()
            rows = {}
            for query in queries:
                self.press("/", Keys.CONTROL + "a", query, Keys.ENTER)
                rows[query] = self.text("#matches").split(" of ")[-1].split(" ")[0]
                self.press(Keys.ESCAPE)
            found.append(rows)
        self.assertEqual(*found)
        for query in queries:
            said = subprocess.run([COMMAND, "show", LOGIN, f"--find={query}"], check=True,
                                  capture_output=True, text=True).stdout
            self.assertIn(f"{found[0][query]} of 29 records shown", said, query)

    def test_a_note_is_found_and_travels_with_a_copy_of_the_page(self):
        self.open(page_of(LOGIN, "login"), "#seq=17")
        self.press("N", "why the blanks?", Keys.TAB)
        self.assertIn("why the blanks?", self.text("#rows [aria-selected=true]"))
        self.browser.find_element(By.ID, "list").click()
        self.press("/", "blanks", Keys.ENTER)
        self.assertEqual(self.label(), "17")
        self.press(Keys.ESCAPE)
        self.browser.execute_cdp_cmd("Page.setDownloadBehavior", {
            "behavior": "allow", "downloadPath": str(FOLDER)})
        (FOLDER / "login.html").unlink(missing_ok=True)
        self.click("#notes")
        self.click("#notes-save")
        self.until((FOLDER / "login.html").exists)
        self.copied((FOLDER / "login.html").as_uri())
        self.assertEqual((self.label(), self.heading()), ("17", "contact_key_set"))
        self.assertIn("why the blanks?", self.text("#rows [aria-selected=true]"))
        self.assertEqual(self.text("#verdict strong"), "exact")

    def test_what_can_happen_next_is_chosen_and_kept_as_a_spec(self):
        self.open(page_of(LOGIN, "login"), "#seq=17")
        self.press("y")
        self.assertIn("timer registration fires at 1m", self.text("#branch"))
        self.assertIn("device_token_received token: token-1", self.text("#branch"))
        self.choose("#branch", "timer registration fires")
        self.assertIn("timer_fired", self.text("#rows [aria-selected=true]"))
        self.choose("#branch", "request 6 fails: offline")
        self.assertIn("request_failed", self.marked("new"))
        address = self.browser.current_url
        self.press("u")
        self.assertNotIn("request_failed", self.marked("new"))
        self.copied(address)
        self.until(lambda: "request_failed" in self.marked("new"))
        self.choose("#branch", "Keep as a spec")
        spec = self.browser.find_element(By.ID, "export-text").get_attribute("value")
        path = FOLDER / "branch.spec.yaml"
        path.write_text(spec)
        check = subprocess.run([COMMAND, "check", path], capture_output=True, text=True)
        self.assertEqual(check.returncode, 0, check.stdout + check.stderr)

    def test_an_event_of_a_branch_can_have_other_data(self):
        self.open(page_of(WORLD, "world"), "#seq=34")
        self.press("y")
        self.browser.execute_script("""
            document.querySelector("[aria-label^='Other data: attribute_set']").click()""")
        data = self.browser.find_element(By.ID, "insert-data")
        data.clear()
        data.send_keys('{"key": "city", "value": "Bergen"}')
        self.click("#insert-form button")
        self.assertIn("Bergen", self.text("#rows [aria-selected=true]"))

    def test_no_panel_moves_the_list(self):
        self.open(page_of(LOGIN, "login"), "#seq=17")
        top = "return document.getElementById('list').getBoundingClientRect().top"
        before = self.browser.execute_script(top)
        self.press("x")
        self.assertEqual(self.browser.execute_script(top), before)
        self.press("/", "oslo")
        self.assertEqual(self.browser.execute_script(top), before)

    def test_axe_finds_nothing_in_any_panel_in_light_and_dark(self):
        for theme in ["light", "dark"]:
            self.theme(theme)
            self.open(page_of(LOGIN, "login"), "#seq=17")
            self.browser.execute_script(AXE.read_text())
            self.press("x", "y")
            for key in "1234567":
                self.press(key)
                self.assertEqual(self.browser.execute_async_script(VIOLATIONS), [], (theme, key))
        self.theme("light")

    def test_narrow_windows_have_room_for_names(self):
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": False})
        self.open(page_of(WEEK, "week"), "#seq=529")
        self.picture("week-390")
        wide = self.browser.execute_script("return document.documentElement.scrollWidth")
        time = self.browser.execute_script(
            "return document.querySelector('#rows .time').getBoundingClientRect().width")
        self.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        self.assertLessEqual(wide, 390)
        self.assertLess(time, 100)


if __name__ == "__main__":
    main()
