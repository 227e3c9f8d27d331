"""Uses the overview and the filters of the pages that `pushtrace show --html` writes."""

import subprocess

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import COMMAND, FOLDER, BrowserTest, main
from traces import WORLD


class OverviewTest(BrowserTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.world = FOLDER / "overview.html"
        subprocess.run([COMMAND, "show", WORLD, "--html", cls.world, "--engine", "none"],
                       check=True, stdout=subprocess.DEVNULL)

    def setUp(self):
        self.open(self.world)

    def pointer(self, share, y=8):
        """Moves to a share of the overview's width, so many pixels below its top."""
        strip = self.browser.find_element(By.ID, "strip")
        size = strip.size
        return ActionChains(self.browser, duration=0).move_to_element_with_offset(
            strip, int((share - 0.5) * size["width"]), int(y - size["height"] / 2))

    def drag(self, start, end, y=8):
        action = self.pointer(start, y).click_and_hold()
        width = self.browser.find_element(By.ID, "strip").size["width"]
        action.move_by_offset(int((end - start) * width), 0).release().perform()

    def tip(self, share, y=8):
        self.pointer(share, y).perform()
        return self.text("#tip")

    def status(self):
        return self.text("#status")

    def click(self, selector):
        self.browser.find_element(By.CSS_SELECTOR, selector).click()

    def choose(self, *names):
        self.click("#name summary")
        for name in names:
            self.click(f"#names input[value='{name}']")
        self.press(Keys.ESCAPE)

    def parties(self):
        return {row.get_attribute("aria-label").split(", ")[1]
                for row in self.browser.find_elements(By.CSS_SELECTOR, "[role=option]")}

    def test_a_drag_shows_the_records_of_its_time(self):
        self.drag(0.3, 0.7)
        self.assertRegex(self.status(), r"\d+ of 87 records shown")
        self.assertIn("from", self.text("#range-text"))
        self.assertRegex(self.browser.execute_async_script(
            "setTimeout(() => arguments[0](location.hash), 500)"), r"from=\w+&to=\w+")
        shown = self.status().split(" of ")[0]
        self.open(self.world, self.browser.execute_script("return location.hash"))
        self.assertIn(shown.split()[-1] + " of 87", self.status())
        self.click("#list")
        self.press(Keys.ESCAPE)
        self.assertNotIn(" of 87", self.status())

    def test_brackets_narrow_the_list_to_what_begins_or_ends_here(self):
        self.press(*"jjjj", "]")
        self.assertRegex(self.status(), r"record 5 .* of 87 records shown")
        self.press(Keys.HOME, "[")
        self.assertTrue(self.browser.find_element(By.ID, "range").is_displayed())

    def test_the_wheel_zooms_and_shift_moves(self):
        before = self.tip(0.5)
        strip = self.browser.find_element(By.ID, "strip")
        self.browser.execute_script("""
            const strip = arguments[0];
            const { left, top, width } = strip.getBoundingClientRect();
            for (let index = 0; index < 6; index += 1) strip.dispatchEvent(new WheelEvent("wheel", {
              deltaY: -100, clientX: left + width / 4, clientY: top + 8, cancelable: true }));""", strip)
        zoomed = self.tip(0.52)
        self.assertNotEqual(before, zoomed)
        ActionChains(self.browser).key_down(Keys.SHIFT).perform()
        self.drag(0.6, 0.4)
        ActionChains(self.browser).key_up(Keys.SHIFT).perform()
        self.assertFalse(self.browser.find_element(By.ID, "range").is_displayed())
        self.assertNotEqual(self.tip(0.52), zoomed)
        self.press("0")
        self.assertEqual(self.tip(0.5), before)

    def test_a_word_says_what_is_under_the_pointer(self):
        found = self.tip(0.999)
        self.assertIn("phone", found)
        self.assertRegex(found, r"\n\d+ \w+")

    def test_lanes_close_to_a_line_and_open_again(self):
        height = self.browser.find_element(By.ID, "strip").size["height"]
        self.pointer(0.01).click().perform()
        self.assertLess(self.browser.find_element(By.ID, "strip").size["height"], height)
        self.pointer(0.01, 4).click().perform()
        self.assertEqual(self.browser.find_element(By.ID, "strip").size["height"], height)
        self.press("l")
        self.assertLess(self.browser.find_element(By.ID, "strip").size["height"], height)

    def test_the_overview_has_the_lanes_of_the_parties_that_are_shown(self):
        height = self.browser.find_element(By.ID, "strip").size["height"]
        self.click(".chip[data-party=tablet]")
        self.assertLess(self.browser.find_element(By.ID, "strip").size["height"], height)

    def test_several_names_are_shown_together(self):
        self.choose("send_registration", "app_launched")
        self.assertEqual(self.text("#name-chosen"), "2 names")
        names = {each.text for each in self.browser.find_elements(By.CSS_SELECTOR, "#rows .name")}
        self.assertEqual(names, {"send_registration", "app_launched"})
        self.choose("send_registration")
        self.assertEqual(self.text("#name-chosen"), "app_launched")

    def test_one_party_is_shown_alone_and_then_all_again(self):
        def alone():
            chip = self.browser.find_element(By.CSS_SELECTOR, ".chip[data-party=tablet]")
            shift = ActionChains(self.browser, duration=0).key_down(Keys.SHIFT)
            shift.click(chip).key_up(Keys.SHIFT).perform()

        alone()
        self.assertEqual(self.parties(), {"tablet"})
        self.assertIn(" of 87", self.status())
        alone()
        self.assertNotIn(" of 87", self.status())

    def test_what_an_event_changed_comes_first(self):
        self.open(self.world, "#seq=34")
        titles = [each.text for each in self.browser.find_elements(By.CSS_SELECTOR, "#inspector h3")]
        self.assertEqual(titles[0], "CHANGED")


if __name__ == "__main__":
    main()
