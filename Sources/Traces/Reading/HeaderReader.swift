import Diagnostics
import EventSourcing
import JSON

/// Reads the members of a trace's first line, in any order and spacing.
struct HeaderReader {
  private let file: String
  private var reader: JSONReader
  private let found: [(name: String, member: Int)]
  private var unknownMembers: [JSONError] = []

  private static let names = [
    "pushtrace", "sdk", "engine", "profile", "readings", "config", "origin", "started", "history",
  ]

  /// Takes a line whose format this version reads; a lenient reader collects unknown names.
  init(_ bytes: UnsafeBufferPointer<UInt8>, file: String, lenient: Bool) throws(Diagnostic) {
    do throws(JSONError) { try self.init(anyFormat: bytes, file: file) } catch {
      throw error.diagnostic(.notATrace, in: bytes, file: file, line: 1)
    }
    guard let format = try value("pushtrace", on: Int64(0)) else {
      throw refusal(
        .notATrace, of: "pushtrace",
        "the first line is no header of a trace: it has no \"pushtrace\"")
    }
    // A newer format is said before the names that it may have brought.
    guard format == 1 else {
      throw refusal(
        .newerTrace, of: "pushtrace",
        "the trace has format \(format), this version reads format 1",
        proposal: format > 1 ? "use a newer pushtrace" : "write 1")
    }
    for (name, member) in found where !HeaderReader.names.contains(name) {
      let place = reader.members[member].name
      let error = JSONError(
        .unknown("a header has no '\(name)'", name, among: HeaderReader.names), at: place.start,
        to: place.end)
      if !lenient { throw error.diagnostic(in: bytes, file: file, line: 1) }
      unknownMembers.append(error)
    }
    // Unknown names in the readings and the configuration are noted instead of refused.
    reader.lenient = lenient
  }

  /// Finds the members of a line.
  private init(
    anyFormat bytes: UnsafeBufferPointer<UInt8>, file: String
  ) throws(JSONError) {
    self.file = file
    reader = JSONReader(JSONScanner(bytes))
    reader.partial = true
    try reader.openLine("a trace's header: an object in braces")
    var found: [(name: String, member: Int)] = []
    var names: Set<String> = []
    try reader.forEachUnread { (reader, member) throws(JSONError) in
      let place = reader.members[member].name
      let name = reader.scanner.text(place)
      guard names.insert(name).inserted else {
        throw JSONError(.duplicate(name), at: place.start, to: place.end)
      }
      found.append((name, member))
    }
    self.found = found
  }

  /// The errors that a lenient reader has passed over so far.
  var passedOver: [JSONError] {
    unknownMembers
      + reader.unknown.map {
        JSONError(.unknown("unknown field '\($0)'", meant: nil, proposal: ""), at: 0)
      }
  }

  /// The engine that a first line names, whatever else is wrong with it; empty without one.
  static func engine(of bytes: UnsafeBufferPointer<UInt8>) -> String {
    guard var header = try? HeaderReader(anyFormat: bytes, file: "") else { return "" }
    return (try? header.value("engine", on: "")) ?? ""
  }

  mutating func sdk() throws(Diagnostic) -> String { try needed("sdk", "") }

  mutating func read<Machine: Reducer>(
    _ defaults: TraceDefaults<Machine>
  ) throws(Diagnostic) -> TraceHeader<Machine> {
    let sdk = try sdk()
    if let expected = defaults.sdk, expected != sdk {
      throw refusal(
        .otherSystem, of: "sdk", "the trace is about '\(sdk)', not about '\(expected)'",
        proposal: "give a trace of \(expected)")
    }
    let profile = try value("profile", on: "") ?? defaults.profiles.first?.name ?? "documents"
    let base = try readings(of: profile, defaults)
    var header = TraceHeader<Machine>(
      sdk: sdk, engine: try value("engine", on: "") ?? "", profile: profile,
      readings: try readings(on: base),
      config: try value("config", on: defaults.config) ?? defaults.config,
      origin: try value("origin", on: ""), started: try needed("started", .sample))
    header.hasUnknownHistory = try value("history", on: EarlierHistory.complete) == .unknown
    return header
  }

  private func readings<Machine: Reducer>(
    of profile: String, _ defaults: TraceDefaults<Machine>
  ) throws(Diagnostic) -> Machine.Readings {
    if defaults.profiles.isEmpty { return .sample }
    if let known = defaults.profiles.first(where: { $0.name == profile }) { return known.readings }
    let names = defaults.profiles.map { $0.name }
    throw refusal(
      .otherSystem, of: "profile", "there is no profile '\(profile)'",
      proposal: didYouMean(profile, oneOf: names))
  }

  /// Reads the readings: nothing that is counted or waited for is below zero.
  private mutating func readings<R: Record>(on base: R) throws(Diagnostic) -> R {
    reader.isUnsigned = true
    defer { reader.isUnsigned = false }
    return try value("readings", on: base) ?? base
  }

  /// Reads the value under `name` on top of `standard`; `nil` where there is none.
  private mutating func value<T: Described>(
    _ name: String, on standard: T
  ) throws(Diagnostic) -> T? {
    guard let (_, member) = found.first(where: { $0.name == name }) else { return nil }
    reader.go(to: member)
    do throws(JSONError) { return try standard.described(by: &reader) } catch {
      throw error.diagnostic(in: reader.scanner.bytes, file: file, line: 1)
    }
  }

  /// Refuses the value under `name`, or the whole line where there is none.
  private func refusal(
    _ code: DiagnosticCode, of name: String, _ message: String, proposal: String = ""
  ) -> Diagnostic {
    let place = found.first { $0.name == name }.map { reader.members[$0.member] }
    let bytes = reader.scanner.bytes
    let error = JSONError(
      .refused(message, proposal: proposal), at: place?.value ?? 0, to: place?.end ?? bytes.count)
    return error.diagnostic(code, in: bytes, file: file, line: 1)
  }

  private mutating func needed<T: Described>(
    _ name: String, _ standard: T
  ) throws(Diagnostic) -> T {
    if let value = try value(name, on: standard) { return value }
    throw refusal(
      .wrongInTrace, of: name, "the header has no '\(name)'", proposal: "add \"\(name)\"")
  }
}

/// The name of the system that a trace is about; reads no further than its first line.
///
/// Throws what is wrong with that line, as a reader of the trace would.
public func traceSystem(
  file: String, source: @escaping ByteSource
) throws(Diagnostic) -> String {
  var lines = LineBuffer(file: file, source: source)
  // The line lies in the buffer.
  defer { withExtendedLifetime(lines) {} }
  var header = try HeaderReader(lines.header(), file: file, lenient: true)
  return try header.sdk()
}
