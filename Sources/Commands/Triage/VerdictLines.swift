import Diagnostics
import EventSourcing
import JSON
import Protocols
import Replay
import Reports
import Traces

/// The lines of files of verdicts, one file after another; no file is ever whole in memory.
final class VerdictLines {
  private var paths: ArraySlice<String>
  private var file: OpenFile?
  private var path = ""
  private var number = 0
  private var lines = ByteLines()

  /// Takes files, and those below folders but for the marks that batch systems leave there.
  init(_ arguments: [String]) throws {
    paths =
      arguments.flatMap { argument in
        guard FileTree.isFolder(argument) == true else { return [argument] }
        let (found, unreadable) = FileTree.files(below: argument, suffix: "")
        return found.filter { !($0.split(separator: "/").last ?? "").hasPrefix("_") }
          + unreadable.map { $0.path }
      }[...]
  }

  /// The next line that is not empty; `nil` after the last one.
  func next() throws -> (bytes: [UInt8], place: Place)? {
    while true {
      while let line = lines.next() {
        number += 1
        if line.isEmpty { continue }
        return (Array(line), Place(file: path, line: number, column: 1))
      }
      let piece = try file?.next(upTo: 1 << 16) ?? []
      if !piece.isEmpty {
        lines.append(piece)
      } else if !lines.rest.isEmpty {
        // The last line of a file may lack its line end.
        lines.append([UInt8(ascii: "\n")])
      } else {
        guard let next = paths.popFirst() else { return nil }
        (file, path, number) = (try OpenFile(next), next, 0)
      }
    }
  }
}

extension DeviceReport {
  /// Reads the verdict on a device.
  init(verdict bytes: [UInt8], at place: Place) {
    guard let tree = try? JSONTree(bytes), let read = DeviceReport(tree) else {
      self.init(
        file: "\(place.file):\(place.line)",
        refusal: Diagnostic(.notAVerdict, "the line is no verdict of a replay", at: place))
      return
    }
    self = read
  }

  private init?(_ tree: JSONTree) {
    guard tree["verb"]?.text == "replay", let file = tree["device"]?.text,
      let verdict = Verdict.allCases.first(where: { $0.name == tree["verdict"]?.text }),
      let records = tree["records"]?.integer, tree["signatures"] != nil
    else { return nil }
    // What a summary compares are the first drifts: the other signatures are not read.
    let compared = ComparedDevice(tree)
    guard compared != nil || verdict == .invalid else { return nil }
    self.init(
      file: file, verdict: verdict,
      findings: tree["findings"]?.elements.compactMap { Diagnostic($0) } ?? [],
      records: Int64(records), signatures: [], compared: compared)
  }
}

extension ComparedDevice {
  fileprivate init?(_ tree: JSONTree) {
    guard let traits = tree["traits"]?.elements else { return nil }
    self.traits = traits.compactMap(\.text)
    guard let drift = tree["drift"] else {
      self.drift = nil
      return
    }
    guard let event = drift["event"]?.text, let effect = drift["effect"]?.text,
      let kind = drift["kind"]?.text.flatMap(DriftKind.init(rawValue:)),
      let seq = drift["seq"]?.integer, let at = drift["at"]?.integer
    else { return nil }
    let signature = DriftSignature(
      event: event, effect: effect, kind: kind, subject: drift["subject"]?.text ?? "",
      gates: drift["gates"]?.elements.compactMap(\.text) ?? [])
    self.drift = FirstDrift(
      signature: signature, seq: Int64(seq), at: Instant(milliseconds: Int64(at)))
  }
}

extension Diagnostic {
  /// The finding of a verdict, without the notes for the one who looks at that trace alone.
  fileprivate init?(_ tree: JSONTree) {
    guard let id = tree["code"]?.text, let message = tree["message"]?.text,
      let code = KnownCodes.all.first(where: { $0.id == id }),
      let severity = tree["severity"]?.text.flatMap(Severity.init(rawValue:))
    else { return nil }
    let place = tree["place"].flatMap { place in
      place["file"]?.text.map { file in
        Place(
          file: file, line: place["line"]?.integer ?? 1,
          column: place["column"]?.integer ?? 1)
      }
    }
    self.init(code, severity: severity, message, at: place)
  }
}
