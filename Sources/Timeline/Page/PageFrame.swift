import CPageFiles
import Replay
import Reports

/// The parts of the page that are the same for every trace.
enum PageFrame {
  /// Writes everything before the data; `runsEngine` allows the page to start its embedded engine.
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

  static var end: String { "<script type=\"module\">\(script)</script>\n</body>\n</html>\n" }

  /// The script of the worker in which the engine runs.
  static let worker = String(timeline_worker())

  private static let style = ContentPolicy.theme + String(timeline_style())

  private static let script = String(timeline_script())
}

extension ReplayInput {
  /// The file as a page names it in its title and its commands: by its path from where it was
  /// written, and without the folders of its author where that path is absolute.
  var fileInPage: String {
    guard file.hasPrefix("/"), let name = file.split(separator: "/").last else { return file }
    return String(name)
  }
}

/// A page that runs the machines itself, in an engine embedded beside the trace.
public struct EnginePage {
  private let engine: [UInt8]
  private let sources: String

  /// A page with an engine as `Sources/PageEngine/WebAssembly/build` makes it: WebAssembly, gzipped
  /// or not. `sources` is the digest that an engine of the command's own sources would carry; empty
  /// where it is not known.
  public init(engine: [UInt8], sources: String) {
    self.engine = engine
    self.sources = sources
  }

  /// Writes the page, piece by piece; without a trace it waits for one.
  public func write(
    _ trace: ReplayInput?, _ write: ([UInt8]) throws -> Void
  ) throws {
    func put(_ text: String) throws { try write(Array(text.utf8)) }
    let name = trace?.fileInPage
    try put(PageFrame.start(title: name ?? "pushtrace", runsEngine: true))
    try put("<script type=\"text/plain\" data-sources=\"\(escapeMarkup(sources))\" ")
    try put("id=\"engine\">\(base64(engine))</script>\n")
    try put("<script type=\"text/plain\" id=\"worker\">\(PageFrame.worker)</script>\n")
    if let trace, let name {
      try put("<script type=\"text/plain\" id=\"trace-bytes\" ")
      try put("data-file=\"\(escapeMarkup(name))\">")
      var rest: [UInt8] = []
      let next = try trace.pieces()
      while let piece = try next() {
        rest += piece
        // Three bytes are four digits; a remainder waits for the next piece.
        let whole = rest.count - rest.count % 3
        try put(base64(Array(rest[..<whole])))
        rest.removeFirst(whole)
      }
      try put("\(base64(rest))</script>\n")
    }
    try put(PageFrame.end)
  }
}
