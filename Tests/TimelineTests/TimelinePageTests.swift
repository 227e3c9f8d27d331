import EventSourcing
import Foundation
import Testing

@testable import Replay
@testable import Reports
@testable import Timeline
@testable import Traces

struct TimelinePageTests {
  @Test func `no text of a trace gets out of its script`() {
    let hostile = "</script><script>alert(1)</script><!--\u{2028}\u{202E}"
    let page = page(with: hostile)
    #expect(!page.contains("alert(1)</script"))
    #expect(!page.contains("<!--"))
    #expect(page.contains("\\u003c/script>\\u003cscript>alert(1)\\u003c/script>"))
    // Three pieces of data, the page's own script, and nothing else.
    #expect(page.components(separatedBy: "<script").count == 5)
    #expect(page.contains("<title>&lt;/script&gt;"))
  }

  @Test func `the policy lets in the page's own script and style alone`() throws {
    let page = page(with: "x")
    for (start, end) in [("<style>", "</style>"), ("<script type=\"module\">", "</script>")] {
      let own = try #require(page.components(separatedBy: start).last)
      let text = try #require(own.components(separatedBy: end).first)
      #expect(page.contains("'sha256-\(base64(sha256(Array(text.utf8))))'"))
    }
    #expect(page.contains("content=\"default-src 'none'; script-src 'sha256-"))
    for word in ["http:", "https:", "url(", "@import", "fetch(", "XMLHttpRequest", "innerHTML"] {
      let outside = page.replacingOccurrences(
        of: "http://www.w3.org/2000/svg", with: "")
      #expect(!outside.contains(word), "\(word)")
    }
  }

  @Test func `a page without records is whole`() {
    var page = TimelinePage(title: "empty")
    page.finish(Timelines.head, file: "empty", words: [], findings: [])
    let text = String(decoding: page.take(), as: UTF8.self)
    #expect(text.contains("id=\"trace-rows\">[]</script>"))
    #expect(text.contains("id=\"trace-states\">[]</script>"))
    #expect(text.hasSuffix("</html>\n"))
  }

  @Test func `a page with an engine has the digest of the command's sources beside it`() throws {
    var page: [UInt8] = []
    try EnginePage(engine: [1, 2, 3], sources: "7\"").write(nil) { page += $0 }
    let text = String(decoding: page, as: UTF8.self)
    #expect(text.contains("data-sources=\"7&quot;\" id=\"engine\">AQID</script>\n"))
  }

  @Test func `a trace of several pieces stands in a page as one text`() throws {
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) }
    var page: [UInt8] = []
    try EnginePage(engine: [], sources: "").write(ReplayInput(file: "x", bytes: bytes)) {
      page += $0
    }
    let text = String(decoding: page, as: UTF8.self)
    #expect(text.contains("data-file=\"x\">\(Data(bytes).base64EncodedString())</script>\n"))
  }

  /// A page with `text` wherever a trace takes text.
  private func page(with text: String) -> String {
    var timeline = Timelines()
    timeline.add(text, of: text, fields: [(text, .text(text))])
    timeline.add("note", .note, of: text, fields: [("text", .text(text))])
    var page = TimelinePage(title: text)
    let state = Value.fields([Value.Field(name: text, value: .list([.text(text)]))])
    for shown in timeline.records {
      let held = [HeldGate(GateWord(text, text, []), opens: nil)]
      let fold = FoldedRecord.Fold(
        before: .fields([]), after: state, held: [HeldEffect(effect: text, gates: held)])
      page.add(FoldedRecord(shown: shown, fold: shown.record.kind == .event ? fold : nil))
    }
    page.finish(
      Timelines.head, file: text, words: [.init(name: text, summary: text)], findings: [])
    return String(decoding: page.take(), as: UTF8.self)
  }
}
