import Diagnostics
import EventSourcing
import Files
import Replay
import SpecFormat
import Specs
import Timeline

/// The pages of the traces of failed scenarios, to which the page of the run links.
struct FailurePages {
  /// The page of the run.
  let report: String
  /// The folder of the saved traces.
  let folder: String

  /// The file of a scenario's page, beside its trace.
  func path(of title: ScenarioTitle) -> String {
    TraceName(title).path(in: folder, suffix: "trace.html")
  }

  /// The link from the page of the run to a record of a scenario's page.
  func link(to title: ScenarioTitle, record seq: Int64) -> String {
    let (start, end) = (parts(of: report).dropLast(), parts(of: path(of: title))[...])
    let shared = zip(start, end).prefix { $0 == $1 }.count
    let steps = Array(repeating: "..", count: start.count - shared) + end.dropFirst(shared)
    return steps.map(\.asLinkPart).joined(separator: "/") + "#seq=\(seq)"
  }

  /// Writes a scenario's trace as a page.
  func write(
    _ trace: [UInt8], of title: ScenarioTitle, by system: AnySystem
  ) throws(OutputFailure) {
    let input = ReplayInput(file: TraceName(title).fileName, bytes: trace)
    var page: [UInt8] = []
    // What is wrong with a trace that a run has just made stands on its page.
    _ = try? system.writePage(of: input, lenient: false) { page += $0 }
    try FileDraft.write(page, to: path(of: title))
  }

  /// The names on the way from the root to a file.
  private func parts(of path: String) -> [String] {
    let whole = path.hasPrefix("/") ? path : "\(POSIX.resolved(".") ?? "")/\(path)"
    return whole.split(separator: "/").reduce(into: []) { parts, name in
      if name == ".." { _ = parts.popLast() } else if name != "." { parts.append(String(name)) }
    }
  }
}

extension String {
  /// The name of a file with everything escaped that means something in a link.
  fileprivate var asLinkPart: String {
    utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      let isPlain = byte < 0x80 && (character.isLetter || character.isNumber)
      if isPlain || "-_.~".contains(character) { return String(character) }
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count == 1 ? "%0\(digits)" : "%\(digits)"
    }.joined()
  }
}
