import Diagnostics
import EventSourcing
import Simulation
import YAML

/// What a run sets in place of what the spec says.
public struct RunOptions: Sendable {
  /// The profile to run under; `nil` for the spec's own.
  public var profile: String?
  /// Readings that override those of the spec and of the profile.
  public var readings: [ReadingOverride]

  /// Sets what differs from the spec.
  public init(profile: String? = nil, readings: [ReadingOverride] = []) {
    self.profile = profile
    self.readings = readings
  }
}

/// One reading set on the command line.
public struct ReadingOverride: Sendable {
  /// The reading's name.
  public let name: String
  /// The value as it was written.
  public let text: String
  private let node: YAMLNode

  /// Reads `name=value`, the value as in a spec; throws when it is neither.
  public init(_ argument: String) throws(Diagnostics) {
    guard let mark = argument.firstIndex(of: "="), mark > argument.startIndex else {
      throw Diagnostics([
        Diagnostic(
          .wrongShape, "'\(argument)' sets no reading",
          notes: ["help: write name=value, such as propagation=15m"])
      ])
    }
    name = String(argument[..<mark])
    text = String(argument[argument.index(after: mark)...])
    node = try parseYAML(Array(text.utf8), file: "--reading \(name)")
  }

  /// The map that lays the override over readings.
  var layer: YAMLNode {
    YAMLNode(.map([YAMLEntry(key: name, at: node.place, value: node)]), at: node.place)
  }
}

extension RunOptions {
  /// What is wrong with these options for a system, such as an unknown reading.
  public func findings<S: System>(for system: S.Type) -> [Diagnostic] {
    let findings = Findings()
    if let profile, !S.profiles.contains(where: { $0.name == profile }) {
      let names = S.profiles.map(\.name)
      let near = didYouMean(profile, among: names).map { [$0] } ?? []
      findings.add(
        Diagnostic(
          .unknownName, "unknown profile '\(profile)'",
          notes: near + ["known: \(names.joined(separator: ", "))"]))
    }
    for reading in readings {
      _ = NodeReader.overlay(
        S.Machine.Readings.sample, with: reading.layer, what: "the readings",
        start: standardClock, findings)
    }
    return findings.sorted
  }

  /// The profile and readings of a recorded trace with these options laid over them.
  public func readings<S: System>(
    over recorded: (profile: String, readings: S.Machine.Readings), of system: S.Type
  ) -> (profile: String, readings: S.Machine.Readings) {
    let chosen = profile.flatMap { name in S.profiles.first { $0.name == name } }
    let base = chosen.map { ($0.name, $0.readings) } ?? recorded
    let findings = Findings()
    let result = readings.reduce(base.1) { readings, override in
      NodeReader.overlay(
        readings, with: override.layer, what: "the readings", start: standardClock, findings)
    }
    return (base.0, result)
  }

  /// The profile and readings that replace all that a recording says; `nil` where its own hold.
  func override<S: System>(
    of given: Given<S>
  ) -> (profile: String, readings: S.Machine.Readings)? {
    let isPlain = profile == nil && readings.isEmpty && given.readingsNode == nil
    return isPlain ? nil : readings(of: given)
  }

  /// The profile and readings that a scenario runs under.
  func readings<S: System>(
    of given: Given<S>
  ) -> (profile: String, readings: S.Machine.Readings) {
    var name = given.profile
    var result = given.readings
    let findings = Findings()
    if let profile, let chosen = S.profiles.first(where: { $0.name == profile }) {
      name = profile
      result = NodeReader.overlay(
        chosen.readings, with: given.readingsNode, what: "the readings", start: given.clock,
        findings)
    }
    for reading in readings {
      result = NodeReader.overlay(
        result, with: reading.layer, what: "the readings", start: given.clock, findings)
    }
    return (name, result)
  }
}

extension System {
  /// Every other value of the readings that have finitely many, and those that the system adds,
  /// as `name=value`: what `--readings all` varies, one at a time.
  public static var readingVariants: [String] {
    guard case .record(let fields) = Machine.Readings.schema else { return [] }
    let finite = fields.flatMap { field -> [String] in
      guard case .defaults(let initial) = field.presence else { return [] }
      switch (field.schema, initial) {
      case (.boolean, .boolean(let value)): return ["\(field.name)=\(!value)"]
      case (.choice(let names), .text(let value)):
        return names.filter { $0 != value }.map { "\(field.name)=\($0)" }
      default: return []
      }
    }
    return finite + otherReadings
  }
}
