import CPageFiles

/// What a page of the command shares with every other: its colours, and the policy that lets in
/// its own script and style, by their hash, and nothing else.
public enum ContentPolicy {
  /// The elements of a page's head that go before its title and its style.
  ///
  /// No network, no script in the data, no address that a form goes to. `script` and `style` are
  /// the exact texts inside the elements. `runsEngine` lets the script compile WebAssembly and run
  /// it in a worker, both of which it has to have in the page.
  public static func head(script: String, style: String, runsEngine: Bool = false) -> String {
    let (compiles, works) = runsEngine ? (" 'wasm-unsafe-eval'", "worker-src blob:; ") : ("", "")
    let policy =
      "default-src 'none'; script-src '\(hash(of: script))'\(compiles); "
      + "style-src '\(hash(of: style))'; \(works)base-uri 'none'; form-action 'none'"
    return """
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width">
      <meta name="referrer" content="no-referrer">
      """
  }

  /// The colours of a page, light and dark, as variables of CSS.
  public static let theme = String(page_theme())

  private static func hash(of text: String) -> String {
    "sha256-" + base64(sha256(Array(text.utf8)))
  }
}
