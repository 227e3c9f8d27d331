// The panels beside the list, one of which is seen.

/** Switches panels by click, by number and by arrow, as a list of tabs does. */
class Tabs {
  constructor() {
    this.list = byId("tabs");
    /** Hears that another panel is seen. */
    this.onChoice = () => {};
    this.tabs = /** @type {HTMLButtonElement[]} */ ([...this.list.querySelectorAll("[role=tab]")]);
    this.tabs.forEach((tab, index) => tab.addEventListener("click", () => this.choose(index)));
    this.list.addEventListener("keydown", (event) => {
      const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (step === 0) return;
      event.preventDefault();
      event.stopPropagation();
      this.choose((this.chosen + step + this.tabs.length) % this.tabs.length);
      this.tabs[this.chosen]?.focus();
    });
  }

  /** @param {boolean} isThere */
  show(isThere) {
    this.list.hidden = !isThere;
    this.choose(0);
  }

  /** The number of the tab whose panel is shown. */
  get chosen() {
    return this.tabs.findIndex((tab) => tab.getAttribute("aria-selected") === "true");
  }

  /** @param {number} chosen */
  choose(chosen) {
    this.tabs.forEach((tab, index) => {
      const isChosen = index === chosen;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      byId(tab.getAttribute("aria-controls") ?? "").hidden = !isChosen;
    });
    this.onChoice();
  }

  /** The panel that is shown; none where it is the first one. */
  get chosenName() {
    return this.chosen > 0 ? this.tabs[this.chosen].getAttribute("aria-controls") ?? "" : "";
  }

  /** @param {string} panel */
  chooseNamed(panel) {
    const index = this.tabs.findIndex((tab) => tab.getAttribute("aria-controls") === panel);
    if (index >= 0) this.choose(index);
  }
}
