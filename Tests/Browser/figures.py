"""Time and memory of a page with the engine, by the length of the trace.

    Tests/Browser/figures.py COMMAND [FOLDER [RECORDS…]]

Prints a line for each length, by default 1,000, 100,000 and 1,000,000 records: the time until the
first records are seen, and until all are there. A redraw is the time from a key to the picture after
it, the wait for the next frame included; memory is what the browser's process that shows the page has
for itself, its engine included.
"""

import pathlib
import sys
import time

from selenium.webdriver.common.by import By

from browser import REDRAWS, main
from engine_page import EnginePage
from traces import many_records


def memory():
    """The memory of its own, in megabytes, of the process that shows the largest page."""
    most = 0
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            arguments = (folder / "cmdline").read_text()
            if "--type=renderer" not in arguments:
                continue
            status = (folder / "status").read_text()
        except OSError:
            continue
        # What is mapped from the browser's files is shared by all of its processes.
        most = max(most, int(status.split("RssAnon:")[1].split()[0]))
    return most / 1024


class Figures(EnginePage):
    counts = [int(each) for each in sys.argv[3:]] or [1_000, 100_000, 1_000_000]

    patience = 600

    def timed(self, action):
        start = time.monotonic()
        action()
        self.idle()
        return time.monotonic() - start

    def test_figures(self):
        self.browser.set_script_timeout(600)
        print(f"\n{'records':>9} {'MB':>6} {'first s':>8} {'open s':>7} {'seek s':>7} {'redraw ms':>15} "
              f"{'find s':>7} {'why s':>6} {'what if s':>9} {'memory MB':>10}")
        for count in self.counts:
            # A new process for each, so that its memory is its own.
            type(self).tearDownClass()
            type(self).setUpClass()
            self.browser.set_script_timeout(600)
            path = many_records(count)
            self.open(self.empty)

            def choose():
                start = time.monotonic()
                self.browser.find_element(By.ID, "file").send_keys(str(path))
                self.until(lambda: self.text("#about"), 600)
                self.first = time.monotonic() - start

            opened = self.timed(choose)
            sought = self.timed(lambda: self.go_to(str(count // 2)))
            redraws = self.browser.execute_async_script(REDRAWS)
            self.idle()
            found = self.timed(lambda: self.press("/", f"bergen {count // 20}"))
            self.press("\ue00c")
            self.go_to(str(count // 2))
            asked = self.timed(lambda: self.press("w"))
            self.press("j", "j")
            changed = self.timed(lambda: self.press("x"))
            print(f"{count:>9} {path.stat().st_size / 1e6:>6.1f} {self.first:>8.2f} {opened:>7.2f} "
                  f"{sought:>7.2f} {redraws[60]:>7.1f} to {redraws[-1]:>4.0f} {found:>7.2f} {asked:>6.2f} "
                  f"{changed:>9.2f} {memory():>10.0f}", flush=True)


if __name__ == "__main__":
    sys.argv[3:] = ["Figures.test_figures"]
    main()
