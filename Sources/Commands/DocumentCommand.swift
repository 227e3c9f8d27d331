import Diagnostics
import Reports

/// A verb that makes a document, for a file or for standard output.
protocol DocumentCommand: VerbCommand {
  /// The file; `nil` for standard output.
  var target: String? { get }
}

/// The facts about a document that was made of a file.
protocol DocumentContent: ReportedRecord {
  /// The document's name in JSON.
  static var documentName: String { get }

  var verdict: Verdict { get }
  var findings: [Diagnostic] { get }
  /// The remark that the work was ended early.
  var stopped: String? { get }

  /// Writes the lines for people, each with its line end; `target` is the file that was written.
  func summary(of file: String, target: String?) -> String
}

extension DocumentContent {
  static var documentName: String { "trace" }
  var verdict: Verdict { .clean }
  var findings: [Diagnostic] { [] }
  var stopped: String? { nil }
}

/// A document, or where it is, with what there is to say about it.
struct DocumentReport<Content: DocumentContent>: PrintedReport {
  fileprivate let file: String
  fileprivate let content: Content
  fileprivate let target: String?
  /// The document, where it goes into the report.
  fileprivate let text: String?

  var verdict: Verdict { content.verdict }
  var findings: [Diagnostic] { content.findings }

  static var reported: ReportMembers<DocumentReport> {
    ReportMembers { it in
      it("stopped", \.content.stopped, "The remark that a signal ended it early, with the place.")
      it("file", \.file, "The file that it was made of.")
      it.include(\.content)
      it("output", \.target, "The file that was written.")
      it(Content.documentName, \.text, "The document, where no file is written.")
    }
  }

  func text(_ style: TextStyle) -> String {
    findings.text(style)
      + (content.stopped.map { "\($0)\n" } ?? "") + content.summary(of: file, target: target)
  }
}

extension DocumentCommand {
  var ownsOutput: Bool { target == nil && output.format == .text }

  /// Lets `make` write a document piece by piece to where it belongs, and returns it where that is
  /// the report.
  func make<Result>(
    in context: CommandContext,
    _ make: (_ write: ([UInt8]) throws -> Void) throws -> Result
  ) throws -> (Result, document: String?) {
    if let target {
      let draft = try FileDraft(target)
      let result = try make { try draft.write($0) }
      try draft.finish()
      return (result, nil)
    }
    if ownsOutput { return (try make { try context.output.stream($0) }, nil) }
    var bytes: [UInt8] = []
    let result = try make { bytes += $0 }
    return (result, String(decoding: bytes, as: UTF8.self))
  }

  /// Makes a document of `file`, and writes beside it what there is to say about it.
  func makeDocument<Content: DocumentContent>(
    of file: String, in context: CommandContext,
    _ make: (_ write: ([UInt8]) throws -> Void) throws -> Content
  ) throws -> Verdict {
    let (content, text) = try self.make(in: context, make)
    let report = DocumentReport(file: file, content: content, target: target, text: text)
    return write(report, in: context)
  }

  /// Writes a whole document of `file`, and what there is to say about it.
  func writeDocument<Content: DocumentContent>(
    _ bytes: [UInt8], _ content: Content, of file: String, in context: CommandContext
  ) throws -> Verdict {
    try makeDocument(of: file, in: context) { write in
      // What there is to say is said even where the reader of the document went away.
      do { try write(bytes) } catch is Output.Ended {}
      return content
    }
  }
}
