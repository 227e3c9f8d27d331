// The result to save: as a trace, as a spec, as a command line.

/** Shows the result as text, to be copied or saved. */
class ExportPanel {
  /**
   * @param {{command: () => string, trace: () => Promise<string|null>,
   *   spec: (saved: string) => Promise<string|null>, file: () => string, of: () => string}} page
   */
  constructor(page) {
    this.page = page;
    this.shown = /** @type {HTMLTextAreaElement} */ (byId("export-text"));
    this.name = "";
    /** The whole text; a long one is not shown in full. */
    this.text = "";
    this.as = selectById("export-as");
    this.saving = byId("export-save");
    byId("export-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.make();
    });
    byId("export-copy").addEventListener("click", () => this.copy());
    this.saving.addEventListener("click", () => this.save());
    this.forget();
  }

  static mostShown = 200000;

  /** Forgets a text that is of another trace or of other changes. */
  forget() {
    this.text = this.shown.value = "";
    byId("export-result").hidden = true;
    byId("export-note").textContent = "";
  }

  async make() {
    const as = this.as.value;
    const name = this.page.file().replace(/^.*\//, "");
    const kept = this.page.of();
    const base = name.replace(/\.trace\.jsonl(\.gz)?$|\.[^.]*$/, "") || "trace";
    const trace = base + (kept === "branch" ? ".branch" : ".changed") + ".trace.jsonl";
    const text = as === "trace" ? await this.page.trace()
      : as === "spec" ? await this.page.spec(trace)
        : kept === "branch" ? "pushtrace replay " + quotedWord(fileArgument(trace)) + "\n"
          : this.page.command();
    if (text === null) return;
    this.name = as === "trace" ? trace : as === "spec" ? base + ".spec.yaml" : base + ".sh";
    this.saving.textContent = as === "command" ? "Save as a script" : "Save the " + as;
    this.text = text;
    this.shown.value = text.slice(0, ExportPanel.mostShown);
    byId("export-result").hidden = false;
    byId("export-note").textContent = text.length > ExportPanel.mostShown
      ? "This is the beginning of " + counted(text.length, "character")
        + "; all of them are copied and saved." : "";
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.text);
      byId("export-note").textContent = "Copied.";
    } catch {
      this.shown.select();
      byId("export-note").textContent =
        "The browser did not allow it. The text is selected: copy it with the keyboard.";
    }
  }

  save() { saveFile(this.name, this.text, "text/plain"); }
}
