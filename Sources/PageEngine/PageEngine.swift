import Diagnostics
import JSON
import Replay
import Traces

/// Answers a page's questions about one trace, with the same code as the command.
public final class PageEngine {
  private let systems: [PageSystem]
  private let sources: String
  private let progress: ReadingProgress
  private var trace: OpenTrace?
  /// The trace's name in findings.
  private var file = "trace.jsonl"

  /// An engine with the machines of these systems; `sources` is the digest of what they and the
  /// engine were built from, empty where no command could have the same. `progress` hears how many
  /// bytes were read so far for the question that is being answered.
  public init(
    _ systems: [PageSystem], sources: String = "", progress: @escaping (Int) -> Void = { _ in }
  ) {
    self.systems = systems
    self.sources = sources
    self.progress = ReadingProgress(progress)
  }

  /// Reads and folds a trace, whose memory must stay valid until the next one is opened.
  ///
  /// If a line cannot be read, the records before it are kept, and `head` reports the finding.
  public func open(_ bytes: UnsafeRawBufferPointer) -> PageAnswer {
    trace = nil
    progress.begin()
    do throws(Diagnostic) {
      trace = try open(bytes, of: bytes, findings: [])
    } catch {
      guard let line = error.place?.line, line > 1,
        let kept = try? open(firstLines(line - 1, of: bytes), of: bytes, findings: [error])
      else { return PageAnswer(refusal: [error]) }
      trace = kept
    }
    return named
  }

  private var named: PageAnswer { PageAnswer { $0.object { $0.member("file", file) } } }

  /// Answers a question, which is JSON.
  public func answer(_ question: UnsafeRawBufferPointer) -> PageAnswer {
    do throws(QuestionError) {
      let question = try PageQuestion(question)
      if question.subject == "name" {
        file = try question.text("file")
        return named
      }
      if question.subject == "about" {
        return PageAnswer { json in
          json.object {
            $0.member("version", engineVersion)
            $0.member("sources", sources)
          }
        }
      }
      progress.begin()
      guard let trace else { throw .mistake("no trace is open") }
      return try trace.answer(to: question)
    } catch {
      return PageAnswer(error)
    }
  }

  /// The bytes of a column of the last overview, little-endian; `nil` if there is no such column.
  public func column(_ index: Int) -> [UInt8]? { trace?.column(index) }

  private func open(
    _ lines: UnsafeRawBufferPointer, of whole: UnsafeRawBufferPointer, findings: [Diagnostic]
  ) throws(Diagnostic) -> OpenTrace {
    let input = progress.counting(ReplayInput(file: file, bytes: lines))
    let name = try traceSystem(file: file, source: input.open())
    guard let system = systems.first(where: { $0.erased.name == name }) else {
      throw Diagnostic(
        .otherSystem, "the trace is about '\(name)', which is no system here",
        at: Place(file: file, line: 1, column: 1), labels: [],
        notes: ["known: \(systems.map { $0.erased.name }.joined(separator: ", "))"])
    }
    return try OpenTrace(
      input, of: system, whole: progress.counting(ReplayInput(file: file, bytes: whole)),
      findings: findings, progress)
  }

  private func firstLines(
    _ count: Int, of bytes: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer {
    var left = count
    let end = bytes.firstIndex { byte in
      if byte == 0x0A { left -= 1 }
      return left == 0
    }
    return UnsafeRawBufferPointer(rebasing: bytes[..<(end.map { $0 + 1 } ?? bytes.count)])
  }
}
