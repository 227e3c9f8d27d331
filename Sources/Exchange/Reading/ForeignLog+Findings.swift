import Diagnostics
import EventSourcing
import JSON
import Replay
import SpecFormat
import Traces

extension ForeignLog {
  /// The number of findings of one kind that are written out.
  static let shownKinds = 20

  /// The findings about what becomes no record, one for each reason.
  public var findings: [Diagnostic] {
    var groups = KeyedList<ForeignProblem, [Other]>()
    for other in others {
      groups[ForeignProblem(other.problem.kind, other.problem.reason), default: []].append(other)
    }
    var findings = groups.values.prefix(ForeignLog.shownKinds).map { finding(about: $0) }
    let rest = groups.values.count - findings.count
    if rest > 0 {
      let text = "\(counted(rest, "reason")) more for which something is passed over or left out"
      findings.append(Diagnostic(.otherLine, severity: .warning, text))
    }
    return findings + [encodingFinding, tableFinding, unitFinding].compactMap(\.self)
      + unfound.compactMap { finding(about: $0) }
  }

  /// The finding that a larger unit than the map's would put its first record into this century.
  private var unitFinding: Diagnostic? {
    guard let unit = map?.unit, let first = firstInUnit,
      let larger = unit.larger(for: first.record.at)
    else { return nil }
    return Diagnostic(
      .unusableLine, severity: .warning,
      "read in \(unit.rawValue), the first line that the map names is from "
        + isoText(first.record.at),
      at: place(of: first.place), labels: [],
      notes: ["help: 'time_unit: \(larger.rawValue)' in the map would put it into this century"])
  }

  /// The finding that the file is a table of separated values, where nothing of it was read.
  private var tableFinding: Diagnostic? {
    guard lines.isEmpty, header == nil, bytes.first != UInt8(ascii: "{") else { return nil }
    let rows = bytes.prefix(1 << 16).split(separator: 0x0A, maxSplits: 2).prefix(2)
    let kinds: [(name: String, mark: Unicode.Scalar, options: String)] = [
      ("commas", ",", "--icsv"), ("semicolons", ";", "--icsv --ifs ';'"), ("tabs", "\t", "--itsv"),
    ]
    let kind = kinds.first { kind in
      let counts = rows.map { row in row.count { $0 == UInt8(ascii: kind.mark) } }
      return counts.count == 2 && counts[0] > 0 && counts[0] == counts[1]
    }
    return kind.map { kind in
      Diagnostic(
        .otherLine, severity: .warning,
        "the file looks like a table of values between \(kind.name), and lines of JSON are read",
        at: Place(file: file, line: 1, column: 1), labels: [],
        notes: ["help: mlr \(kind.options) --ojsonl cat \(shellWord(file)) | pushtrace import … -"])
    }
  }

  /// The finding that the file is no text in UTF-8 at all.
  private var encodingFinding: Diagnostic? {
    guard bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) else { return nil }
    return Diagnostic(
      .otherLine, severity: .warning, "the file is in UTF-16, and JSON is in UTF-8",
      at: Place(file: file, line: 1, column: 1), labels: [],
      notes: ["help: iconv -f UTF-16 -t UTF-8 \(shellWord(file)) | pushtrace import … -"])
  }

  private func finding(about others: [Other]) -> Diagnostic {
    let first = others[0]
    let noun = first.place.path.isEmpty ? "line" : "record"
    let problem = first.problem
    let help = problem.proposal.isEmpty ? [] : ["help: \(problem.proposal)"]
    let (code, severity, start): (DiagnosticCode, Diagnostic.Severity, String) =
      switch problem.kind {
      case .passedOver: (.otherLine, .warning, "\(counted(others.count, noun)) passed over")
      case .unusable: (.unusableLine, .error, "\(counted(others.count, noun)) left out")
      case .otherShape: (.otherShape, .error, "\(counted(others.count, "value")) left out")
      }
    return Diagnostic(
      code, severity: severity, "\(start): \(problem.reason)", at: place(of: first.place),
      labels: [], notes: notes(on: others.map(\.place)) + excerpt(at: first) + help)
  }

  /// The note with the path of a value; none where its line says enough.
  func notes(on place: ForeignPlace) -> [String] {
    place.path.isEmpty ? [] : ["path: \(place.path.path)"]
  }

  private func notes(on places: [ForeignPlace]) -> [String] {
    let paths = places.map(\.path).filter { !$0.isEmpty }.map(\.path).eachOnce()
    if paths.count == 1 { return ["path: \(paths[0])"] }
    if paths.count > 1 { return ["paths: \(shown(paths))"] }
    let lines = places.map { String($0.line) }.eachOnce()
    return lines.count == 1 ? [] : ["lines \(shown(lines))"]
  }

  private func shown(_ words: [String]) -> String {
    words.prefix(5).joined(separator: ", ") + (words.count > 5 ? ", …" : "")
  }

  /// The text around what is no JSON.
  private func excerpt(at other: Other) -> [String] {
    guard other.problem.isInText, let offset = other.place.offset else { return [] }
    let start = bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let end = bytes[offset...].firstIndex(of: 0x0A) ?? bytes.count
    let text = bytes.withUnsafeBufferPointer { bytes in
      lineExcerpt(UnsafeBufferPointer(rebasing: bytes[start..<end]), around: offset - start)
    }
    return text.isEmpty ? [] : ["the text there: \(text)"]
  }

  /// The place of the header; the start of the file where there is none.
  public var headerPlace: Place { place(of: placeOfHeader) }

  /// The place of a value, to be shown.
  func place(of place: ForeignPlace) -> Place {
    guard let offset = place.offset else { return Place(file: file, line: place.line, column: 1) }
    let start = bytes.withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes, from: offset)
      if !place.path.isEmpty { scanner.go(to: place.path) }
      return scanner.position
    }
    return SourceText(file: file, bytes: bytes).place(ofByte: start)
  }
}
