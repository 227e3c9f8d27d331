import Diagnostics
import EventSourcing
import JSON
import Replay
import SpecFormat

extension JSONTree {
  /// The value of an `AnyValue`; null where it has none.
  init(openTelemetry value: JSONTree) throws(ForeignProblem) {
    let known = value.members.filter { OpenTelemetryKind(rawValue: $0.name) != nil }
    guard known.count < 2 else {
      let names = known.map { "'\($0.name)'" }.joined(separator: " and ")
      throw ForeignProblem(.otherShape, "a value has \(names), and may have only one kind")
    }
    guard let member = known.first, let kind = OpenTelemetryKind(rawValue: member.name) else {
      guard let other = value.members.first else {
        self = .null
        return
      }
      let all = OpenTelemetryKind.allCases.map(\.rawValue)
      throw ForeignProblem(
        .otherShape, "'\(shortened(other.name))' is no kind of value",
        proposal: didYouMean(other.name, oneOf: all),
        at: other.name)
    }
    do throws(ForeignProblem) {
      self = try kind.read(member.value)
    } catch {
      throw error.inside(.member(member.name))
    }
  }

  /// The attributes of the object under a name, as an object.
  func attributes(ofMember name: String) throws(ForeignProblem) -> JSONTree {
    let owner = try object(name)
    do throws(ForeignProblem) {
      return try JSONTree(openTelemetryAttributes: "attributes", of: owner)
    } catch {
      throw error.inside(.member(name))
    }
  }

  /// The object of the attributes under a name.
  init(openTelemetryAttributes name: String, of tree: JSONTree) throws(ForeignProblem) {
    var keys: Set<String> = []
    self = .object(
      try tree.each(name) { entry throws(ForeignProblem) in
        guard let key = try entry.string("key") else {
          throw ForeignProblem(.otherShape, "an element of '\(name)' has no 'key'")
        }
        guard keys.insert(key).inserted else {
          let reason = "the key '\(shortened(key))' stands twice in '\(name)'"
          throw ForeignProblem(.otherShape, reason, at: "key")
        }
        return Member(key, try entry.openTelemetryMember("value"))
      })
  }

  /// The value of the `AnyValue` under a name; null where there is none.
  func openTelemetryMember(_ name: String) throws(ForeignProblem) -> JSONTree {
    let value = try object(name)
    do throws(ForeignProblem) { return try JSONTree(openTelemetry: value) } catch {
      throw error.inside(.member(name))
    }
  }

  /// The instant under a name; `nil` where it is zero or none.
  func nanoseconds(_ name: String) throws(ForeignProblem) -> Instant? {
    guard let value = self[name], value != .null, value.text != "0" else { return nil }
    let last = Int64(UInt64.max / 1_000_000)
    guard value.text?.hasPrefix("-") == false, let instant = TimeUnit.nanoseconds.instant(value),
      instant.milliseconds <= last
    else {
      throw ForeignProblem(
        .otherShape, "'\(name)' is \(value.quoted), no count of nanoseconds since 1970", at: name)
    }
    return instant
  }
}

/// The kinds of `AnyValue`.
private enum OpenTelemetryKind: String, CaseIterable {
  case stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue, bytesValue

  func read(_ value: JSONTree) throws(ForeignProblem) -> JSONTree {
    switch (self, value) {
    case (.stringValue, .text), (.bytesValue, .text), (.boolValue, .boolean),
      (.doubleValue, .number), (.doubleValue, .text):
      return value
    case (.intValue, .text(let text)), (.intValue, .number(let text)):
      if let number = Int64(text) { return .number(String(number)) }
    case (.arrayValue, .object):
      return .list(
        try value.each("values") { element throws(ForeignProblem) in
          try JSONTree(openTelemetry: element)
        })
    case (.kvlistValue, .object):
      return try JSONTree(openTelemetryAttributes: "values", of: value)
    default: break
    }
    throw ForeignProblem(.otherShape, "'\(rawValue)' is \(value.quoted), \(wanted)")
  }

  private var wanted: String {
    switch self {
    case .stringValue, .bytesValue: "not text"
    case .boolValue: "neither true nor false"
    case .intValue: "no whole number of 64 bits"
    case .doubleValue: "not a number"
    case .arrayValue, .kvlistValue: "not an object"
    }
  }
}
