import CPageFiles
import Reports

/// The parts of the page that are the same for every trace.
enum PageFrame {
  /// Everything before the data; `runsEngine` allows the page to start its embedded engine.
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
    \(String(timeline_body()))
    """
  }

  /// Everything after the data.
  static var end: String { "<script type=\"module\">\(script)</script>\n</body>\n</html>\n" }

  /// The script of the worker in which the engine runs.
  static let worker = String(timeline_worker())

  private static let style = ContentPolicy.theme + String(timeline_style())

  private static let script = String(timeline_script())
}
