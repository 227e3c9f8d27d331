"""Uses the pages that `pushtrace show --html` writes, with the machines inside.

With the file of an engine in ENGINE the pages run that one, otherwise the one in the command.
"""

import base64
import gzip
import http.server
import os
import re
import subprocess
import threading

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from browser import COMMAND, FOLDER, HOSTILE, main
from engine_page import EnginePage, page_of, written
from traces import (BACK_OFF, ENGAGE, LOGIN, WEEK, WORLD, damaged_traces, hostile_trace,
                    many_records)

# Bodies of a function that takes at least one number: one that traps, and one that calls the first
# function for ever.
TRAP = b"\x03\x00\x00\x0b"
RECURSION = b"\x06\x00\x20\x00\x10\x00\x0b"


def stopping_engine(allocation):
    """A module with the exports of the engine, each of which stops at once."""
    def counted(items):
        return bytes([len(items)]) + b"".join(items)

    def section(number, items):
        content = counted(items)
        return bytes([number, len(content)]) + content

    names = ["allocate", "open", "ask", "resultAddress", "resultCount", "column"]
    kinds = [0, 1, 1, 2, 2, 0]
    types = [b"\x60\x01\x7f\x01\x7f", b"\x60\x02\x7f\x7f\x01\x7f", b"\x60\x00\x01\x7f"]
    exports = [bytes([len(name)]) + name.encode() + bytes([0, index])
               for index, name in enumerate(names)]
    return (b"\0asm\x01\0\0\0" + section(1, types) + section(3, [bytes([kind]) for kind in kinds])
            + section(5, [b"\x00\x01"]) + section(7, exports + [b"\x06memory\x02\x00"])
            + section(10, [allocation] + [TRAP] * (len(names) - 1)))


class EngineTest(EnginePage):
    def test_a_trace_is_dropped_into_an_empty_page(self):
        self.open(self.empty)
        self.assertTrue(self.browser.find_element(By.ID, "empty").is_displayed())
        self.drop(LOGIN.read_bytes(), "login.trace.jsonl")
        self.assertFalse(self.browser.find_element(By.ID, "empty").is_displayed())
        self.assertEqual((self.text("#title"), self.label()), ("login.trace.jsonl", "1"))
        self.press(Keys.END)
        self.assertEqual(self.heading(), "state")

    def test_a_file_is_chosen_also_a_compressed_one(self):
        path = FOLDER / "week.trace.jsonl.gz"
        path.write_bytes(gzip.compress(WEEK.read_bytes()))
        self.open(self.empty)
        self.browser.find_element(By.ID, "file").send_keys(str(path))
        self.until(lambda: self.text("#about"))
        self.idle()
        self.assertIn("663 records", self.text("#about"))

    def test_one_trace_after_the_other_in_one_page(self):
        self.open(page_of(WORLD, "world"), "#seq=34")
        self.assertEqual((self.label(), self.heading()), ("34", "contact_key_set"))
        self.assertIn("contact_key\nuser.a", self.text(".changes"))
        self.drop(ENGAGE.read_bytes(), "first-start.trace.jsonl")
        self.assertEqual(self.label(), "1")
        self.assertIn("mobile_engage", self.text("#about"))
        self.drop(LOGIN.read_bytes())
        self.assertIn("mobilepush", self.text("#about"))

    def test_records_and_states_are_those_of_the_page_without_an_engine(self):
        found = []
        script = """return [...document.querySelectorAll("#rows .row, #inspector")]
            .map((each) => each.innerText.replace(/^(Skip|Let it happen|Insert…|Why)$/gm, ""))"""
        static = FOLDER / "static.html"
        subprocess.run([COMMAND, "show", BACK_OFF, "--html", static, "--engine", "none"],
                       check=True, stdout=subprocess.DEVNULL)
        for page in [static, page_of(BACK_OFF, "back-off")]:
            self.open(page, "#seq=40")
            self.until(lambda: self.text("#inspector .changes"))
            # Only the page with an engine has a verdict, which leaves fewer rows to be seen.
            self.browser.execute_script("""
                document.getElementById("verdict").hidden = true;
                document.getElementById("other-sources").hidden = true;
                document.getElementById("list").scrollTop = 600;
                dispatchEvent(new Event("resize"));""")
            self.browser.execute_async_script("setTimeout(arguments[0], 200)")
            texts = self.browser.execute_script(script)
            # The order of the fields that changed is not the same.
            found.append(sorted(sorted(re.findall(r"[^\n]+", text)) for text in texts))
        self.assertEqual(*found)

    def test_seeking_by_number_by_time_and_by_text(self):
        self.open(page_of(WEEK, "week"))
        self.go_to("529")
        self.assertEqual((self.label(), self.heading()), ("529", "tag_added"))
        self.go_to("4d13h2m")
        self.assertEqual(self.label(), "535")
        self.press("/", "weekend-offers", Keys.ENTER)
        self.assertRegex(self.text("#matches"), r"^\d+ (of \d+|found)$")
        self.press(Keys.ESCAPE)

    def test_why_says_what_led_to_a_record(self):
        self.open(page_of(LOGIN, "login"), "#seq=27")
        self.press("w")
        why = self.text("#why")
        self.assertIn("27 send_registration", why)
        self.assertIn("timer_fired", why)
        self.assertIn("From outside: the app, the user or the system.", why)

    def test_why_not_names_the_gates_of_an_effect(self):
        self.open(page_of(LOGIN, "login"))
        self.press("W")
        Select(self.browser.find_element(By.ID, "whynot-effect")).select_by_value(
            "send_registration")
        time = self.browser.find_element(By.ID, "whynot-at")
        time.clear()
        time.send_keys("30s", Keys.ENTER)
        self.idle()
        answer = self.text("#whynot-answer")
        self.assertIn("send_registration at 30s is held back by 1 gate", answer)
        self.assertIn("(REG-2, REG-6)", answer)
        self.assertIn("by time alone, at 1m", answer)
        time.clear()
        time.send_keys("noon", Keys.ENTER)
        self.idle()
        self.assertIn("noon", self.problem())

    def test_a_field_is_edited_in_place_and_taken_back(self):
        self.open(page_of(BACK_OFF, "back-off"), "#seq=17")
        self.assertIn("Oslo", self.text("#inspector .tree"))
        self.browser.find_element(By.XPATH, "//button[text()='Oslo']").click()
        self.press("Bergen", Keys.ENTER)
        self.assertIn("record 17: value is Bergen", self.text("#whatif"))
        self.assertIn("attribute_set", self.marked("changed"))
        self.assertIn("send_registration", self.marked("changed"))
        self.press("1")
        self.assertIn("value\nOslo\nBergen", self.text("#inspector"))
        self.press("u")
        self.assertEqual(self.marked("changed"), [])
        self.press("r")
        self.assertIn("attribute_set", self.marked("changed"))

    def test_a_value_that_does_not_fit_is_refused(self):
        self.open(page_of(BACK_OFF, "back-off"), "#seq=21")
        self.browser.find_element(By.XPATH, "//button[@class='value'][text()='503']").click()
        self.press("soon", Keys.ENTER)
        self.assertIn("'soon' is not a whole number", self.problem())
        self.assertEqual(self.marked("changed"), [])
        self.press("x")
        self.assertEqual(self.problem(), "")

    def test_an_event_is_skipped_and_happens_again(self):
        self.open(page_of(WEEK, "week"))
        self.go_to("529")
        self.press("x")
        self.assertIn("record 529 does not happen", self.text("#whatif"))
        self.assertIn("7 effects are different", self.text("#whatif"))
        self.assertEqual((self.label(), self.marked("gone")[0]), ("529", "tag_added"))
        self.press("d")
        self.assertEqual(self.text("#rows [aria-selected=true] .name"), "set_timer")
        self.go_to("529")
        self.press("x")
        self.assertEqual(self.marked("gone"), [])

    def test_an_event_is_inserted(self):
        self.open(page_of(LOGIN, "login"), "#seq=17")
        self.press("a")
        Select(self.browser.find_element(By.ID, "insert-name")).select_by_value("tag_added")
        data = self.browser.find_element(By.ID, "insert-data")
        data.clear()
        data.send_keys("{")
        self.click("#insert-form button")
        self.assertIn("The data is not JSON", self.text("#insert-problem"))
        data.clear()
        data.send_keys('{"tag":"silver"}')
        self.click("#insert-form button")
        self.assertIn('"event":"tag_added"', self.text("#whatif"))
        self.assertIn("tag_added", self.marked("new"))
        self.click("#whatif .changes-made button")
        self.assertEqual(self.marked("new"), [])

    def test_profiles_and_readings_side_by_side(self):
        self.open(page_of(ENGAGE, "engage"))
        self.press("4")
        Select(self.browser.find_element(By.ID, "variants-what")).select_by_visible_text("profile")
        self.click("#variants-form button")
        answer = self.text("#variants-answer")
        self.assertTrue(answer.startswith("First difference"), answer)
        self.assertIn("6 response_received", answer)
        columns = [each.text for each in
                   self.browser.find_elements(By.CSS_SELECTOR, "#variants-answer h4")]
        self.assertIn("ios", " ".join(columns))
        self.picture("engine-compare")
        self.browser.find_element(
            By.XPATH, "//div[@id='variants-answer']//button[text()='ios']").click()
        self.until(lambda: "ios" in self.text("#views [aria-pressed=true]"))
        self.assertTrue(self.marked("new") + self.marked("gone") + self.marked("changed"))
        link = self.browser.execute_script("return location.hash")
        self.assertIn("variant=ios", link)
        seen = self.text("#rows")
        self.open(page_of(ENGAGE, "engage"), link)
        self.until(lambda: "ios" in self.text("#views [aria-pressed=true]"))
        self.assertEqual(self.text("#rows"), seen)

    def test_drift_is_shown_where_the_replay_disagrees(self):
        self.open(page_of(WEEK, "week"))
        self.until(lambda: "drifts" in
                   self.browser.find_element(By.ID, "replay").get_attribute("textContent"))
        self.assertEqual(self.text(".view[aria-pressed=true]"), "Replayed")
        self.press("5")
        self.assertIn("5 drifts", self.text("#replay"))
        self.press(Keys.HOME, "d")
        self.assertEqual(self.text("#rows [aria-selected=true] .name"), "send_registration")
        self.assertIn("send_registration", self.marked("new"))
        self.press("h")
        self.assertEqual(self.text(".view[aria-pressed=true]"), "Recorded")

    def test_the_verdict_is_said_first(self):
        self.open(page_of(LOGIN, "login"))
        self.until(lambda: self.text("#verdict"))
        self.assertEqual(self.text("#verdict"), "exact\n15 events folded, 10 effects compared")
        drifting = LOGIN.read_text().replace('"reason":"changed"', '"reason":"retry"')
        self.drop(drifting.encode())
        self.until(lambda: "drift" in self.text("#verdict"))
        self.assertIn("first at 14 timer_fired: send_registration altered in reason",
                      self.text("#verdict"))
        self.browser.find_element(By.XPATH, "//button[text()='Go to 14']").click()
        self.assertEqual(self.label(), "14")
        self.browser.find_element(By.XPATH, "//button[text()='All of them']").click()
        self.assertIn("altered in reason", self.text("#replay"))

    def test_a_link_leads_to_what_somebody_sees(self):
        page = page_of(LOGIN, "login")
        self.open(page, "#seq=19")
        self.press("x")
        self.until(lambda: "skip=19" in self.browser.current_url)
        self.press("5")
        self.browser.find_element(By.ID, "copy-link").click()
        link = self.browser.current_url
        seen = self.text("#rows"), self.text("#whatif"), self.text("#replay")
        self.open(page, "#" + link.partition("#")[2])
        self.until(lambda: self.marked("gone"))
        self.assertTrue(self.browser.find_element(By.ID, "replay").is_displayed())
        self.assertEqual((self.text("#rows"), self.text("#whatif"), self.text("#replay")), seen)
        self.assertEqual(self.label(), "19")
        # Another link in the same page.
        self.browser.execute_script("location.hash = '#seq=21&name=%3Aevent'")
        self.until(lambda: not self.marked("gone"))
        self.assertEqual(self.label(), "21")
        self.assertIn("15 of 29 records shown", self.text("#status"))
        self.assertIn("name=%3Aevent", self.browser.current_url)

    def test_what_cannot_be_done_is_said_where_it_was_asked(self):
        self.open(page_of(LOGIN, "login"), "#seq=3")
        self.press("x")
        self.assertIn("Only an event can be left out", self.text("#status"))
        self.press("g", "999", Keys.ENTER)
        self.assertEqual(self.text("#go-problem"), "There is no record 999.")
        self.press(Keys.CONTROL + "a", "3x", Keys.ENTER)
        self.assertIn("529 or 4d13h", self.text("#go-problem"))
        self.press(Keys.ESCAPE)
        self.press("W")
        self.assertEqual(
            Select(self.browser.find_element(By.ID, "whynot-effect")).first_selected_option.text,
            "send_registration")
        self.browser.find_element(By.ID, "whynot-at").clear()
        self.browser.find_element(By.ID, "whynot-at").send_keys("yesterday", Keys.ENTER)
        self.until(self.problem)
        self.assertEqual(self.text("#whynot-answer"), "")

    def test_a_filter_counts_and_keeps_the_selected_record_in_mind(self):
        self.open(page_of(LOGIN, "login"), "#seq=3")
        self.click("#name summary")
        self.click("#names input[value=':event']")
        self.assertIn("record 3 at", self.text("#status"))
        self.assertIn("not among the 15 of 29 records shown", self.text("#status"))
        self.click("#names input[value=':event']")
        self.press(Keys.ESCAPE, Keys.END)
        self.click("#name summary")
        self.click("#names input[value='note']")
        self.assertEqual(self.browser.get_log("browser"), [])

    def test_the_result_is_exported(self):
        path = FOLDER / "login.changed.trace.jsonl"
        self.open(page_of(LOGIN, "login"), "#seq=17")
        self.press("x", "6")
        results = {}
        for form in ["command", "trace", "spec"]:
            Select(self.browser.find_element(By.ID, "export-as")).select_by_value(form)
            self.click("#export-form button")
            results[form] = self.browser.find_element(
                By.ID, "export-text").get_attribute("value")
        self.assertRegex(results["command"], r"^pushtrace replay --skip 17 \S*login.trace.jsonl\n$")
        self.assertNotIn('"contact_key_set"', results["trace"])
        path.write_text(results["trace"])
        replay = subprocess.run([COMMAND, "replay", path], capture_output=True, text=True)
        self.assertEqual(replay.returncode, 0, replay.stdout + replay.stderr)
        self.assertEqual(self.text("#export-save"), "Save the spec")
        spec = subprocess.run([COMMAND, "spec", path.name], cwd=FOLDER, capture_output=True,
                              text=True, check=True)
        self.assertEqual(results["spec"], spec.stdout)

    def test_where_there_is_no_spec_the_page_says_why_as_the_command_does(self):
        header = LOGIN.read_bytes().split(b"\n")[0] + b"\n"
        path = FOLDER / "header.trace.jsonl"
        path.write_bytes(header)
        said = subprocess.run([COMMAND, "spec", path.name], cwd=FOLDER, capture_output=True,
                              text=True).stderr
        self.open(self.empty)
        self.drop(header, path.name)
        self.press("6")
        Select(self.browser.find_element(By.ID, "export-as")).select_by_value("spec")
        self.click("#export-form button")
        self.assertIn(said.removeprefix("error: ").strip(), self.problem())

    def test_the_command_line_asks_the_same_question(self):
        self.open(page_of(LOGIN, "login"), "#seq=17")
        self.press("x")
        page = self.text("#whatif")
        self.press("6")
        self.click("#export-form button")
        command = self.browser.find_element(By.ID, "export-text").get_attribute("value")
        words = command.split()
        answer = subprocess.run([COMMAND, "replay", "--skip", "17", LOGIN], check=True,
                                capture_output=True, text=True).stdout
        self.assertEqual(words[:4], ["pushtrace", "replay", "--skip", "17"])
        self.assertIn("registration.pending\nfalse\ntrue", page)
        self.assertIn("registration.pending  false → true", answer)

    def test_hostile_text_stays_text(self):
        self.open(self.empty)
        self.drop(hostile_trace().read_bytes(), HOSTILE)
        self.assertIn("pushtrace", self.browser.title)
        self.go_to("19")
        for key in "123456":
            self.press(key)
        self.press("w", "x")
        self.assertEqual(self.browser.find_elements(By.TAG_NAME, "img"), [])
        self.press("6")
        self.click("#export-form button")
        self.assertEqual(self.browser.execute_script("return window.broken"), None)

    def test_a_damaged_trace_is_a_message_and_the_page_goes_on(self):
        self.open(self.empty)
        for what, content in damaged_traces():
            with self.subTest(what):
                self.drop(content, f"{what}.trace.jsonl")
                said = self.problem() + self.text("#findings") + self.text("#about")
                self.assertNotEqual(said, "")
                self.assertNotIn("the engine stopped", said)
                self.drop(LOGIN.read_bytes(), "login.trace.jsonl")
                self.assertEqual((self.problem(), self.text("#title")), ("", "login.trace.jsonl"))
                self.press(Keys.END)
                self.assertEqual(self.heading(), "state")

    def test_an_engine_that_stops_is_reported(self):
        text = page_of(None, "empty").read_text()
        stopping = FOLDER / "engine-stopping.html"
        for body, reason in [(TRAP, "unreachable"), (RECURSION, "Maximum call stack size exceeded")]:
            module = base64.b64encode(stopping_engine(body)).decode()
            stopping.write_text(re.sub(
                r'(<script type="text/plain" [^>]*id="engine">)[^<]*',
                lambda found: found[1] + module, text))
            self.open(stopping)
            for trace in [LOGIN, WORLD]:
                self.drop(trace.read_bytes())
                self.assertIn("the engine stopped: " + reason, self.problem())
            self.assertTrue(self.browser.find_element(By.ID, "empty").is_displayed())

    def test_the_committed_engine_runs_and_says_its_version(self):
        self.open(written(FOLDER / "committed.html", LOGIN, None))
        self.assertRegex(self.text("#version"), r"^engine \d+\.\d+\.\d+$")
        self.press(Keys.END)
        self.assertEqual(self.heading(), "state")

    def test_machines_of_other_sources_are_named_with_the_command_that_builds_the_commands(self):
        page = page_of(LOGIN, "login")
        text = page.read_text()
        changed = FOLDER / "other-sources.html"
        for sources, names in [("1", True), ("", False)]:
            changed.write_text(re.sub(r'data-sources="\d+"', f'data-sources="{sources}"', text))
            self.open(changed)
            self.until(lambda: self.text("#version"))
            note = self.browser.find_element(By.ID, "other-sources")
            self.assertEqual(note.is_displayed(), names)
            if names:
                self.assertIn("built from other sources than the command", note.text)
                self.assertIn("Sources/PageEngine/WebAssembly/build", note.text)
        if "ENGINE" in os.environ:
            self.open(page)
            self.until(lambda: self.text("#version"))
            self.assertFalse(self.browser.find_element(By.ID, "other-sources").is_displayed())

    def test_a_page_goes_on_after_its_engine_has_stopped(self):
        kept = self.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
            const Own = Worker;
            window.Worker = class extends Own {
              constructor(...given) { super(...given); window.worker = this; }
            };"""})
        self.open(page_of(LOGIN, "login"), "#seq=17")
        self.press("x")
        # A module that is none stops the worker's engine before the page's next question.
        self.browser.execute_script("""
            window.worker.postMessage({ id: -1, start: "AAAA" });
            document.dispatchEvent(new KeyboardEvent("keydown", { key: "w" }));""")
        self.until(self.problem)
        self.idle()
        self.assertIn("the engine stopped", self.problem())
        self.assertIn("It was started again", self.problem())
        self.assertEqual(self.text(".view[aria-pressed=true]") or "Recorded", "Recorded")
        self.press("r")
        self.assertEqual((self.problem(), self.marked("gone")[0]), ("", "contact_key_set"))
        self.browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", kept)

    def test_the_policy_lets_nothing_in_and_nothing_out(self):
        asked = []

        class Server(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                asked.append(self.path)
                self.send_error(404)

            do_POST = do_GET

        # A browser opens connections in advance and sends nothing over them, for five minutes: each
        # needs a thread of its own.
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        self.open(page_of(LOGIN, "login"))
        self.assertEqual(self.browser.get_log("browser"), [])
        violations = self.browser.execute_async_script("""
            const [address, done] = arguments;
            const seen = [];
            document.addEventListener("securitypolicyviolation",
              (event) => seen.push(event.effectiveDirective));
            const add = (tag, fields) => document.body.append(
              Object.assign(document.createElement(tag), fields));
            // What runs later is no part of the test's own script, which may do anything.
            setTimeout(() => { try { eval("window.broken = true"); } catch { } });
            fetch(address + "/fetch").catch(() => {});
            navigator.sendBeacon(address + "/beacon", "x");
            add("img", { src: address + "/image" });
            add("script", { src: address + "/script.js" });
            add("script", { textContent: "window.broken = true" });
            add("link", { rel: "stylesheet", href: address + "/style.css" });
            add("iframe", { src: address + "/frame" });
            add("object", { data: address + "/object" });
            add("video", { src: address + "/video" });
            try { new WebSocket(address.replace("http", "ws")); } catch { }
            const form = Object.assign(document.createElement("form"), { action: address });
            document.body.append(form);
            form.submit();
            const worker = new Worker(URL.createObjectURL(new Blob([`
              fetch("${address}/worker").catch(() => {});
              try { importScripts("${address}/import.js"); } catch { }
              try { new WebSocket("${address.replace("http", "ws")}"); } catch { }
              postMessage("tried");`])));
            worker.onmessage = () => setTimeout(() => done(seen), 500);""", address)
        self.assertEqual(self.browser.execute_script("return window.broken"), None)
        self.assertEqual(asked, [])
        for directive in ["connect-src", "img-src", "script-src-elem", "style-src-elem",
                          "frame-src", "object-src", "media-src", "script-src", "form-action"]:
            self.assertIn(directive, violations)
        server.shutdown()
        server.server_close()
        # What the policy refused is in the log, and the addresses in that of the network.
        self.browser.get_log("browser")
        self.browser.get_log("performance")

    def test_keys_alone_reach_everything(self):
        self.open(page_of(LOGIN, "login"), "#seq=17")
        for key, panel in zip("123456",
                              ["inspector", "whynot", "whatif", "variants", "replay", "export"]):
            self.press(key)
            shown = [each.get_attribute("id") for each in
                     self.browser.find_elements(By.CSS_SELECTOR, ".panel") if each.is_displayed()]
            self.assertEqual(shown, [panel])
        self.press("1", "e")
        self.assertEqual(self.browser.switch_to.active_element.get_attribute("aria-label"), "key")
        self.press(Keys.ESCAPE)
        self.press("j")
        self.assertEqual(self.label(), "18")

    def test_landmarks_and_names_for_those_who_do_not_see_it(self):
        self.open(page_of(LOGIN, "login"))
        nameless = self.browser.execute_script("""
            const isNamed = (each) => each.getAttribute("aria-label") || each.title
              || each.textContent.trim() || each.labels?.length
              || document.getElementById(each.getAttribute("aria-labelledby"));
            return [...document.querySelectorAll("button, input, select, textarea, dialog, "
              + "[role=tabpanel], [role=listbox], [role=toolbar], aside, section[id]")]
              .filter((each) => !isNamed(each)).map((each) => each.outerHTML)""")
        self.assertEqual(nameless, [])
        for landmark in ["header", "main", "aside", "footer"]:
            self.assertEqual(len(self.browser.find_elements(By.TAG_NAME, landmark)) > 0, True)

    def test_a_change_among_a_hundred_thousand_records_is_worked_out_in_slices(self):
        # The subject is the page's own work. The unoptimised engine of `.ci/release` takes a millisecond
        # for each record, several times over, which is longer than a test waits.
        path = many_records(100_000)
        self.open(written(FOLDER / "many.html", None, None))
        self.browser.find_element(By.ID, "file").send_keys(str(path))
        self.until(lambda: self.text("#about"))
        self.idle()
        self.browser.execute_script("""
            window.longest = 0;
            let last = performance.now();
            const tick = () => {
              window.longest = Math.max(window.longest, performance.now() - last);
              last = performance.now();
              requestAnimationFrame(tick);
            };
            requestAnimationFrame(tick);
            // Long work goes on after a wait of nothing at all: that ends a slice of it.
            const wait = window.setTimeout;
            window.slices = 0;
            window.setTimeout = (work, time, ...rest) => {
              if (time === 0) window.slices += 1;
              return wait(work, time, ...rest);
            };""")

        def pause(*keys):
            """The longest time between two pictures while keys are pressed."""
            self.browser.execute_script("window.longest = 0")
            self.press(*keys)
            return self.browser.execute_script("return window.longest")

        moved = pause(Keys.END, Keys.PAGE_UP, "n", "c", Keys.HOME)
        self.go_to("54321")
        self.assertEqual(self.label(), "54321")
        def slices():
            return self.browser.execute_script("return window.slices")

        self.browser.execute_script('''
            window.shares = [];
            const share = document.getElementById("share");
            new MutationObserver(() => window.shares.push(share.textContent)).observe(
              share, { childList: true });''')
        changed = pause("3", "x")
        shares = [int(text[:-2]) for text in self.browser.execute_script("return window.shares")
                  if text.endswith(" %")]
        self.assertEqual(shares, sorted(shares), "the share that is done fell")
        self.assertGreater(shares[-1], 70, "the end was not counted")
        self.assertIn("record 54321 does not happen", self.text("#whatif"))
        self.assertGreater(slices(), 0, "the histories were aligned in one piece")
        undone = pause("u")
        before = slices()
        redone = pause("r")
        self.assertGreater(slices(), before, "the histories were aligned in one piece")
        self.press("u")
        self.browser.switch_to.active_element.send_keys("x")
        self.until(lambda: self.text("#share").endswith("%"))
        self.browser.find_element(By.ID, "cancel").click()
        self.idle()
        self.assertIn("cancelled", self.text("#status"))
        self.press("r")
        self.assertIn("does not happen", self.text("#whatif"))
        shown = max(pause("h") for _ in range(4))
        print("100,000 records: the longest pauses between two pictures, in ms: "
              f"{moved:.0f} moving, {changed:.0f}, {undone:.0f} and {redone:.0f} changing, "
              f"{shown:.0f} showing another history")

    def test_the_article_about_a_change_that_is_sent_a_day_late(self):
        # Sources/Commands/Commands.docc/DebugInThePage.md, step by step.
        self.browser.set_window_size(1180, 780)
        self.open(self.empty)
        self.drop(WEEK.read_bytes(), "two.trace.jsonl")
        self.press("5")
        self.assertIn("5 drifts", self.text("#replay"))
        self.assertIn("records to 536 exact", self.text("#replay"))
        self.press("1", Keys.HOME, "d")
        self.assertEqual((self.label(), self.heading()), ("537+1", "send_registration"))
        self.assertIn("5d2h48m43s37ms", self.text("#inspector .when"))
        self.press("c")
        self.assertEqual((self.label(), self.heading()), ("536", "app_launched"))
        self.press("b")
        self.picture("article-drift")
        self.press("p")
        self.assertEqual(self.label(), "526")
        self.press("j", "j", "j")
        self.assertEqual((self.label(), self.heading()), ("529", "tag_added"))
        self.press("j")
        self.assertIn("the answer to 526 send_registration", self.text("#inspector"))
        self.assertIn("registration.next_attempt\n4d13h2m28s923ms", self.text("#inspector"))
        self.press("W")
        Select(self.browser.find_element(By.ID, "whynot-effect")).select_by_value(
            "send_registration")
        self.click("#whynot-form button")
        self.assertIn("send_registration at 4d13h1m30s91ms is held back by",
                      self.text("#whynot-answer"))
        self.assertIn("by time alone, at 4d13h2m", self.text("#whynot-answer"))
        self.picture("article-why-not")
        self.click("#list [data-item] .text")
        self.go_to("529")
        self.press("x")
        self.assertIn("goes 537+1 send_registration at 5d2h48m43s37ms", self.text("#whatif"))
        self.picture("article-what-if")
        self.press("6")
        self.click("#export-form button")
        command = self.browser.find_element(By.ID, "export-text").get_attribute("value")
        self.assertEqual(command, "pushtrace replay --skip 529 two.trace.jsonl\n")
        self.browser.set_window_size(1440, 1000)

    def test_text_has_contrast_in_both_themes(self):
        for theme in ["light", "dark"]:
            self.theme(theme)
            self.open(page_of(WEEK, "week"))
            self.go_to("529")
            self.press("x")
            for key in "123456":
                self.press(key)
                self.assertEqual(self.low_contrast(), [], (theme, key))
        self.theme("light")

    def test_pictures(self):
        for theme in ["light", "dark"]:
            self.theme(theme)
            self.open(self.empty)
            self.picture(f"engine-empty-{theme}")
            self.open(page_of(WEEK, "week"))
            self.go_to("529")
            self.press("x")
            self.picture(f"engine-what-if-{theme}")
        self.theme("light")
        self.browser.set_window_size(520, 900)
        self.open(page_of(WEEK, "week"), "#seq=529")
        self.picture("engine-narrow")
        width = self.browser.execute_script("return document.documentElement.scrollWidth")
        self.assertLessEqual(width, 520)
        self.browser.set_window_size(1440, 1000)


if __name__ == "__main__":
    main()
