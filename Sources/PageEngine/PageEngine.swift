import Diagnostics
import JSON
import Replay
import Simulation
import Traces

/// A machine that a page can have traces of.
public struct PageSystem {
  /// What `sdk:` in a trace's header calls it.
  let name: String
  /// Opens the lines of a trace that can be read; `whole` has all of them.
  let open:
    (_ lines: ReplayInput, _ whole: ReplayInput, [Diagnostic]) throws(Diagnostic) -> any PageTrace

  /// Makes the code of the machine part of the page.
  public init<S: System>(_ system: S.Type) {
    name = S.name
    open = { (lines, whole, findings) throws(Diagnostic) in
      try OpenTrace<S>(lines, whole: whole, findings: findings)
    }
  }
}

/// A trace of whatever system about which a page asks.
protocol PageTrace: AnyObject {
  func answer(to question: PageQuestion) throws(QuestionError) -> PageAnswer
  /// The bytes of a column of the overview that was asked for last; `nil` where there is no such
  /// column.
  func column(_ index: Int) -> [UInt8]?
}

/// Answers what a page asks about one trace, by the same code as the command.
public final class PageEngine {
  private let systems: [PageSystem]
  private var trace: (any PageTrace)?
  /// The name that findings give the trace.
  private var file = "trace.jsonl"

  /// An engine with the machines of these systems.
  public init(_ systems: [PageSystem]) { self.systems = systems }

  /// Reads and folds a trace, which stays where it is in memory until the next one is opened.
  ///
  /// Where a line cannot be read, the records before it are kept and the finding is among those of
  /// `head`.
  public func open(_ bytes: UnsafeRawBufferPointer) -> PageAnswer {
    trace = nil
    do throws(Diagnostic) {
      trace = try open(bytes, of: bytes, findings: [])
      return PageAnswer { $0.object { $0.member("file", file) } }
    } catch {
      guard let line = error.place?.line, line > 1,
        let kept = try? open(firstLines(line - 1, of: bytes), of: bytes, findings: [error])
      else { return PageAnswer(refusal: [error]) }
      trace = kept
      return PageAnswer { $0.object { $0.member("file", file) } }
    }
  }

  /// Answers a question, which is JSON.
  public func answer(_ question: UnsafeRawBufferPointer) -> PageAnswer {
    do throws(QuestionError) {
      let question = try PageQuestion(question)
      if question.subject == "name" {
        file = try question.text("file")
        return PageAnswer { $0.object { $0.member("file", file) } }
      }
      guard let trace else { throw .mistake("no trace is open") }
      return try trace.answer(to: question)
    } catch {
      return PageAnswer(error)
    }
  }

  /// The bytes of a column of the overview that was asked for last, little endian; `nil` where
  /// there is no such column.
  public func column(_ index: Int) -> [UInt8]? { trace?.column(index) }

  private func open(
    _ lines: UnsafeRawBufferPointer, of whole: UnsafeRawBufferPointer, findings: [Diagnostic]
  ) throws(Diagnostic) -> any PageTrace {
    let input = ReplayInput(file: file, memory: lines)
    let name = try traceSystem(file: file, source: input.open())
    guard let system = systems.first(where: { $0.name == name }) else {
      throw Diagnostic(
        .otherSystem, "the trace is about '\(name)', which is no system here",
        at: Place(file: file, line: 1, column: 1), labels: [],
        notes: ["known: \(systems.map { $0.name }.joined(separator: ", "))"])
    }
    return try system.open(input, ReplayInput(file: file, memory: whole), findings)
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

extension ReplayInput {
  /// A trace whose bytes stay where they are, without a copy of them.
  fileprivate init(file: String, memory: UnsafeRawBufferPointer) {
    func source(from offset: Int) -> ByteSource {
      var position = min(offset, memory.count)
      return { (buffer: UnsafeMutableRawBufferPointer) throws(Diagnostic) -> Int in
        let count = min(buffer.count, memory.count - position)
        buffer.copyMemory(
          from: UnsafeRawBufferPointer(rebasing: memory[position..<(position + count)]))
        position += count
        return count
      }
    }
    let parts = RandomAccess(size: memory.count) { (offset) throws(Diagnostic) in
      source(from: offset)
    }
    self.init(file: file, bytes: parts) { () throws(Diagnostic) in source(from: 0) }
  }
}
