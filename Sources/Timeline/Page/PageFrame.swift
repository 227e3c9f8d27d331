import Reports

/// The parts of the page that are the same for every trace.
enum PageFrame {
  /// Everything up to the data. The policy lets the page's own script and style in, by their hash,
  /// and nothing else: no network, no script in the data, no address that a form goes to.
  static func start(title: String) -> String {
    let policy =
      "default-src 'none'; script-src '\(hash(of: script))'; style-src '\(hash(of: style))'; "
      + "base-uri 'none'; form-action 'none'"
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width">
      <meta name="referrer" content="no-referrer">
      <title>\(escapeMarkup(title))</title>
      <style>\(style)</style>
      </head>
      <body>
      \(text(PackageResources.page_html))
      """
  }

  /// Everything after the data.
  static var end: String { "<script type=\"module\">\(script)</script>\n</body>\n</html>\n" }

  private static let style = text(PackageResources.page_css)

  /// The files of the script in the order in which one needs the other.
  private static let script = [
    PackageResources.values_js, PackageResources.trace_js, PackageResources.states_js,
    PackageResources.list_js, PackageResources.lanes_js, PackageResources.strip_js,
    PackageResources.inspector_js, PackageResources.page_js,
  ].map(text).joined(separator: "\n")

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func hash(of text: String) -> String {
    "sha256-" + base64(sha256(Array(text.utf8)))
  }
}
