import Diagnostics
import EventSourcing

/// What a value must be like, as an author wrote it.
package struct Matcher: Sendable {
  /// Where it is written: failures point here.
  package var place: Place
  package var test: Test

  /// The forms of a matcher.
  package indirect enum Test: Sendable {
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
  package struct FieldTest: Sendable {
    package var name: String
    package var place: Place
    package var matcher: Matcher
  }
}

extension Matcher {
  /// Whether a missing value satisfies it.
  package var acceptsAbsence: Bool {
    switch test {
    case .absent, .any: true
    case .not(let inner): !inner.acceptsAbsence
    case .all(let inner): inner.allSatisfy(\.acceptsAbsence)
    case .equals(let value): value == .null
    default: false
    }
  }
}
