"""Uses the pages that `pushtrace show --html --engine none` writes."""

import subprocess

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import COMMAND, FOLDER, REDRAWS, BrowserTest, main
from traces import BACK_OFF, WORLD, hostile_trace, many_records

# The records of a long trace.
MANY = 100_000


def page_of(trace, name):
    page = FOLDER / f"{name}.html"
    subprocess.run([COMMAND, "show", trace, "--html", page, "--engine", "none"], check=True,
                   stdout=subprocess.DEVNULL)
    return page


class PageTest(BrowserTest):
    def selected(self):
        found = self.browser.find_elements(By.CSS_SELECTOR, "[aria-selected=true] .seq")
        return int(found[0].text) if found else None

    def heading(self):
        return self.browser.find_element(By.CSS_SELECTOR, "#inspector h2").text

    def state_after(self):
        return self.browser.find_element(By.XPATH, "//details[@open]").text

    def test_keys_move_the_selection(self):
        self.open(page_of(WORLD, "world"))
        self.assertEqual(self.selected(), 1)
        self.press("j", Keys.ARROW_DOWN, "j")
        self.assertEqual(self.selected(), 4)
        self.press("k")
        self.assertEqual(self.selected(), 3)
        self.press("o")
        self.assertEqual((self.selected(), self.heading()), (8, "device_token_requested"))
        self.press("c")
        self.assertEqual(self.selected(), 3)
        self.press("c", "c")
        self.assertEqual(self.selected(), 2)
        self.press("b")
        self.assertEqual(self.selected(), 3)
        self.press(Keys.END)
        self.assertEqual(self.selected(), 87)
        self.press(Keys.HOME)
        self.assertEqual(self.selected(), 1)

    def test_n_goes_to_the_next_record_of_the_name(self):
        self.open(page_of(WORLD, "world"), "#seq=4")
        self.press("n")
        self.assertEqual((self.selected(), self.heading()), (26, "send_registration"))
        self.press("n", "p", "p")
        self.assertEqual(self.selected(), 4)

    def test_a_click_selects(self):
        self.open(page_of(WORLD, "world"))
        self.browser.find_element(By.CSS_SELECTOR, "[data-row='9'] .name").click()
        self.assertEqual((self.selected(), self.heading()), (10, "registration_arrived"))
        self.browser.find_element(By.LINK_TEXT, "4 send_registration").click()
        self.assertEqual(self.selected(), 4)

    def test_a_link_leads_to_a_record(self):
        self.open(page_of(WORLD, "world"), "#seq=41")
        self.assertEqual((self.selected(), self.heading()), (41, "response_received"))
        self.browser.execute_script("location.hash = '#seq=20'")
        self.browser.execute_async_script("setTimeout(arguments[0], 500)")
        self.assertEqual(self.selected(), 20)
        self.press("j")
        self.browser.execute_async_script("setTimeout(arguments[0], 500)")
        self.assertTrue(self.browser.current_url.endswith("#seq=21"))

    def test_the_difference_that_an_event_made_is_shown(self):
        self.open(page_of(WORLD, "world"), "#seq=34")
        changes = self.browser.find_element(By.CSS_SELECTOR, ".changes").text
        self.assertIn("contact_key\nuser.a", changes)
        self.browser.find_element(By.XPATH, "//summary[text()='State after']").click()
        self.until(lambda: "contact_key\nuser.a" in self.state_after())

    def test_the_gates_that_hold_an_effect_back_are_shown(self):
        self.open(page_of(WORLD, "world"), "#seq=20")
        held = self.browser.find_element(By.CSS_SELECTOR, "dl.gates").text
        self.assertIn("throttle\nsend_registration until 1m since 2 app_launched", held)
        self.assertTrue(self.browser.find_elements(By.CSS_SELECTOR, "svg .gate.throttle"))

    def test_search_finds_and_goes_on(self):
        self.open(page_of(WORLD, "world"))
        self.press("/", *"user.b")
        self.assertEqual(self.browser.find_element(By.ID, "matches").text, "3 found")
        self.press(Keys.ENTER)
        self.assertEqual(self.selected(), 44)
        self.assertEqual(self.browser.find_element(By.ID, "matches").text, "1 of 3")
        self.press(Keys.ENTER)
        self.assertEqual(self.selected(), 47)
        self.press(Keys.ESCAPE, "j")
        self.assertEqual(self.selected(), 48)

    def test_filters_leave_records_out(self):
        self.open(page_of(WORLD, "world"))
        for chip in self.browser.find_elements(By.CSS_SELECTOR, ".chip"):
            if chip.text != "tablet":
                chip.click()
        parties = {row.get_attribute("aria-label").split(", ")[1]
                   for row in self.browser.find_elements(By.CSS_SELECTOR, "[role=option]")}
        self.assertEqual(parties, {"tablet"})

    def test_keys_are_listed_and_the_list_closes(self):
        self.open(page_of(WORLD, "world"))
        self.press("?")
        dialog = self.browser.find_element(By.ID, "keys")
        self.assertTrue(dialog.is_displayed())
        self.press(Keys.ESCAPE)
        self.assertFalse(dialog.is_displayed())
        self.press("?")
        dialog.find_element(By.TAG_NAME, "button").click()
        self.assertFalse(dialog.is_displayed())

    def test_on_paper_every_record_is_there_in_light(self):
        self.theme("dark")
        self.open(page_of(WORLD, "world"), "#seq=26")
        rows = "return document.querySelectorAll('[role=option]').length"
        before = self.browser.execute_script(rows)
        self.browser.execute_script("dispatchEvent(new Event('beforeprint'))")
        self.assertEqual(self.browser.execute_script(rows), 87)
        self.assertEqual(self.browser.execute_script(
            "return getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)")
        self.browser.execute_script("dispatchEvent(new Event('afterprint'))")
        self.assertEqual(self.browser.execute_script(rows), before)
        self.theme("light")

    def test_hostile_text_stays_text(self):
        self.open(page_of(hostile_trace(), "hostile"), "#seq=19")
        self.assertIn("pushtrace", self.browser.title)
        self.assertEqual(len(self.browser.find_elements(By.TAG_NAME, "img")), 0)
        self.assertIn("<img src=x onerror=alert(1)>",
                      self.browser.find_element(By.CSS_SELECTOR, ".tree").text)
        self.press("j", "k", "/", *"onerror")
        self.assertRegex(self.browser.find_element(By.ID, "matches").text, r"^\d+ (of \d+|found)$")

    def test_every_record_has_a_state_that_agrees_with_replay(self):
        self.open(page_of(BACK_OFF, "back-off"), "#seq=78")
        before = self.heading()
        self.press(Keys.END)
        # The record's panel, and what is opened in it, follow with the next picture.
        self.until(lambda: self.heading() != before)
        self.browser.find_element(By.XPATH, "//summary[text()='State after']").click()
        self.until(lambda: self.browser.find_element(
            By.XPATH, "//details[@open]//dt[text()='registration']/following-sibling::dd//summary"
        )).click()
        self.until(lambda: "attempts\n17" in self.state_after())
        self.assertIn("last_attempt\n4d10h8m33s250ms", self.state_after())

    def test_pictures(self):
        for name, trace, link in [("world", WORLD, "#seq=26"), ("back-off", BACK_OFF, "#seq=40")]:
            page = page_of(trace, name)
            for theme in ["light", "dark"]:
                self.theme(theme)
                self.open(page, link)
                self.picture(f"{name}-{theme}")
        self.theme("light")
        self.browser.set_window_size(520, 900)
        self.open(page_of(WORLD, "world"), "#seq=26")
        self.picture("world-narrow")
        width = self.browser.execute_script("return document.documentElement.scrollWidth")
        self.assertLessEqual(width, 520)
        self.browser.set_window_size(1440, 1000)

    def test_of_many_records_only_those_in_the_window_are_drawn(self):
        elements = "return document.querySelectorAll('*').length"
        self.open(page_of(WORLD, "world"))
        few = self.browser.execute_script(elements)
        page = page_of(many_records(MANY), "many")
        self.open(page)
        load = self.browser.execute_script(
            "return performance.getEntriesByType('navigation')[0].loadEventEnd")
        times = self.browser.execute_async_script(REDRAWS)
        median, most = times[len(times) // 2], times[-1]
        print(f"{MANY} records: {page.stat().st_size / 1e6:.1f} MB, loaded in {load:.0f} ms, "
              f"a key redraws in {median:.1f} ms (median), {most:.1f} ms (most)")
        many = self.browser.execute_script(elements)
        self.assertLess(many, 2 * few)
        self.picture("many")


if __name__ == "__main__":
    main()
