import Diagnostics
import EventSourcing

/// What a value must be like, as an author wrote it.
struct Matcher: Sendable {
  /// Where it is written: failures point here.
  var place: Place
  var test: Test

  /// The forms of a matcher.
  indirect enum Test: Sendable {
    case equals(Value)
    /// Named values; `exactly` refuses others beside them.
    case fields([FieldTest], exactly: Bool)
    case list([Matcher])
    /// A list that has an element for each of these.
    case contains([Matcher])
    case anyOrder([Matcher])
    case size(Matcher)
    /// A regular expression, checked when it was read.
    case matches(String)
    case between(Value, Value)
    case atLeast(Value)
    case atMost(Value)
    case not(Matcher)
    case all([Matcher])
    case any
    case absent
    case present
  }

  /// What the value under a name must be like.
  struct FieldTest: Sendable {
    var name: String
    var place: Place
    var matcher: Matcher
  }
}

extension Matcher {
  /// Whether a missing value satisfies it.
  var acceptsAbsence: Bool {
    switch test {
    case .absent, .any: true
    case .not(let inner): !inner.acceptsAbsence
    case .all(let inner): inner.allSatisfy(\.acceptsAbsence)
    case .equals(let value): value == .null
    default: false
    }
  }
}
