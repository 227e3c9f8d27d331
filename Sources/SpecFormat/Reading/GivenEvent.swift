import Diagnostics
import EventSourcing
import Simulation
import YAML

/// An event that a command line names, with the values that it gives to some of its fields:
/// `parcel_taken{courier: bob}`.
public struct GivenEvent: Sendable {
  /// The name of the event.
  public let name: String
  /// Its place in the option.
  package let place: Place
  /// The map of the fields; `nil` where there is none.
  private let fields: YAMLNode?

  /// Reads events with commas between them, which `option` takes.
  public static func list(_ text: String, of option: String) throws(Diagnostics) -> [GivenEvent] {
    try text[...].betweenCommas.map { part throws(Diagnostics) in
      try GivenEvent(text, part.startIndex..<part.endIndex, of: option)
    }
  }

  private init(
    _ text: String, _ range: Range<String.Index>, of option: String
  ) throws(Diagnostics) {
    let mark = text[range].firstIndex(of: "{") ?? range.upperBound
    func column(_ index: String.Index) -> Int { text[..<index].unicodeScalars.count + 1 }
    let written = text[range.lowerBound..<mark]
    let first = written.firstIndex { $0 != " " } ?? range.lowerBound
    name = String(written[first...].prefix { $0 != " " })
    place = Place(
      file: option, line: 1, column: column(first), endColumn: column(first) + max(1, name.count))
    // Blanks in place of what stands before keep the columns.
    let blanks = String(repeating: " ", count: column(mark) - 1)
    fields =
      mark < range.upperBound
      ? try parseYAML(Array((blanks + text[mark..<range.upperBound]).utf8), file: option) : nil
  }

  /// The name in a vocabulary; what is none, or is written by the harness alone, is a finding.
  package func named<Name: EventName>(_ findings: Findings) -> Name? {
    guard let known = Name.named(name) else {
      let names = Name.allCases.map { $0.description }
      findings.add(.unknownName(name, "event", at: place, among: names))
      return nil
    }
    switch known.role {
    case .harness, .backendSettings:
      findings.add(
        .refusedEvent, "'\(name)' is written by the harness alone", at: place,
        proposal: "leave it out")
      return nil
    case .outside, .processStart, .processEnd, .inside, .backend, .backendDevice, .network:
      return known
    }
  }

  /// Whether values are given.
  package var hasValues: Bool { fields != nil }

  /// An event of the same name with the given values in place of its own; what does not fit is a
  /// finding.
  package func given<V: Vocabulary>(to event: V, _ findings: Findings = Findings()) -> V {
    guard let fields else { return event }
    return NodeReader.overlay(
      EventFields(event), with: fields, what: name, start: defaultClock, findings
    ).event
  }
}

extension Substring {
  /// The parts between those commas that stand in no braces, brackets or quotes; empty ones are
  /// left out.
  package var betweenCommas: [Substring] {
    var depth = 0
    var quote: Character?
    return split { character in
      if let open = quote {
        if character == open { quote = nil }
        return false
      }
      switch character {
      case "'", "\"": if depth > 0 { quote = character }
      case "{", "[": depth += 1
      case "}", "]": depth -= 1
      case ",": return depth == 0
      case _: break
      }
      return false
    }
  }
}
