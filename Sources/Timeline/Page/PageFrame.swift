import Reports

/// The parts of the page that are the same for every trace.
enum PageFrame {
  /// Everything up to the data; `runsEngine` lets the page start the engine that stands in it.
  static func start(title: String, runsEngine: Bool = false) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    \(ContentPolicy.head(script: script, style: style, runsEngine: runsEngine))
    <title>\(escapeMarkup(title))</title>
    <style>\(style)</style>
    </head>
    <body>
    \(text(PackageResources.page_html))
    """
  }

  /// Everything after the data.
  static var end: String { "<script type=\"module\">\(script)</script>\n</body>\n</html>\n" }

  /// The script of the worker in which the engine runs.
  static let worker = text(PackageResources.worker_js)

  private static let style = ContentPolicy.theme + text(PackageResources.page_css)

  /// The files of the script in the order in which one needs the other.
  private static let script = [
    PackageResources.values_js, PackageResources.slices_js, PackageResources.dom_js,
    PackageResources.source_js, PackageResources.rows_js, PackageResources.trace_js,
    PackageResources.states_js,
    PackageResources.stored_js, PackageResources.engine_js, PackageResources.align_js,
    PackageResources.lanes_js, PackageResources.list_js, PackageResources.strip_js,
    PackageResources.inspector_js, PackageResources.changes_js, PackageResources.whatif_js,
    PackageResources.whynot_js, PackageResources.variants_js, PackageResources.replay_js,
    PackageResources.export_js, PackageResources.insert_js, PackageResources.tabs_js,
    PackageResources.session_js, PackageResources.page_js, PackageResources.workbench_js,
    PackageResources.main_js,
  ].map(text).joined(separator: "\n")

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
