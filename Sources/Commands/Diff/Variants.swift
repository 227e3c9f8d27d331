import Diagnostics
import EventSourcing
import Replay
import Reports
import Simulation
import SpecFormat
import Specs
import Traces

/// Under what the events of one trace are folded to be compared.
enum Variants {
  /// Each of these profiles.
  case profiles([String])
  /// Each of the values of one reading, under the profile and readings of the trace otherwise.
  case reading(ReadingValues)

  /// Folds a trace of `system` under each; throws for names and values that it does not have.
  func compared<S: System>(
    on trace: TraceFile, as system: S.Type
  ) throws -> VariantComparison {
    try compare(trace.input, as: system, under: resolved(for: trace, as: system))
  }

  private func resolved<S: System>(
    for trace: TraceFile, as system: S.Type
  ) throws -> [Variant<S>] {
    let header = try traceHeader(trace.input, as: system)
    switch self {
    case .profiles(let names):
      let known = system.profiles.map { $0.name }
      if known.count < 2 {
        let readings = ReadingValues.example(of: S.Machine.Readings.schema).map {
          "; compare values of a reading, as --reading \($0)"
        }
        throw Stop(
          .usage, "\(S.name) has only the profile \(known.joined())\(readings ?? "")")
      }
      guard names.count > 1 else {
        throw Stop(.usage, "--profile takes two or more of: \(known.joined(separator: ", "))")
      }
      return try names.map { name in
        let options = RunOptions(profile: name)
        return Variant(
          name: name, override: try override(options, of: system, header.profile, header.readings))
      }
    case .reading(let values):
      return try values.overrides.map { value in
        let options = RunOptions(readings: [value])
        return Variant(
          name: "\(value.name)=\(value.text)",
          override: try override(options, of: system, header.profile, header.readings))
      }
    }
  }

  private func override<S: System>(
    _ options: RunOptions, of system: S.Type, _ profile: String, _ readings: S.Machine.Readings
  ) throws -> (profile: String, readings: S.Machine.Readings) {
    let wrong = options.findings(for: system)
    if !wrong.isEmpty { throw Stop(wrong) }
    return options.readings(over: (profile, readings), of: system)
  }
}

/// A reading with two or more of its values, as `send=latest,earliest`.
struct ReadingValues {
  /// One override for each value.
  let overrides: [ReadingOverride]

  /// Reads what the command line says; a comma inside brackets belongs to a value.
  init(_ argument: String) throws {
    let mark = argument.firstIndex(of: "=") ?? argument.endIndex
    let name = argument[..<mark]
    let values = ReadingValues.split(argument[mark...].dropFirst())
    guard !name.isEmpty, values.count > 1 else {
      throw Stop(.usage, "--reading takes a name and two or more values, as send=latest,earliest")
    }
    overrides = try values.map { try ReadingOverride("\(name)=\($0)") }
  }

  /// How the values of the first reading with a few of them would be compared.
  static func example(of readings: Schema) -> String? {
    guard case .record(let fields) = readings else { return nil }
    return fields.lazy.compactMap { field -> String? in
      guard case .choice(let options) = field.schema else { return nil }
      return "\(field.name)=\(options.map { $0.name }.joined(separator: ","))"
    }.first
  }

  private static func split(_ text: Substring) -> [String] {
    var values: [String] = []
    var value = ""
    var depth = 0
    for character in text {
      if "{[".contains(character) { depth += 1 }
      if "}]".contains(character) { depth -= 1 }
      if character == ",", depth == 0 {
        values.append(value)
        value = ""
      } else {
        value.append(character)
      }
    }
    return (values + [value]).filter { !$0.isEmpty }
  }
}
