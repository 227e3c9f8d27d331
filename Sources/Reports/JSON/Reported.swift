import EventSourcing
import JSON

/// A value that reports can have: how it is written as JSON, and the form of what is written.
package protocol Reported: SendableMetatype {
  /// The form of what is written.
  static var form: ReportForm { get }

  /// Writes the value: an element of a list, or what stands behind a name.
  func write(to json: inout JSONOutput)
}

/// A value of named members, each described once: its JSON and the form of it follow.
package protocol ReportedRecord: Reported {
  /// The members in the order in which they are written.
  static var reported: ReportMembers<Self> { get }

  /// The name under which many documents share the form; `nil` for one that is not shared.
  static var shared: SharedForm? { get }
}

/// The name of a form that many documents share, and what it is.
package typealias SharedForm = (name: String, summary: String)

extension ReportedRecord {
  package static var shared: SharedForm? { nil }

  package static var form: ReportForm {
    let record = ReportForm.record(reported.fields)
    return shared.map { .shared($0.name, summary: $0.summary, record) } ?? record
  }

  package func write(to json: inout JSONOutput) {
    json.object { Self.reported.write(self, to: &$0) }
  }
}

/// A value that JSON has as an integer.
package protocol ReportedInteger: Reported {
  /// The integer in JSON.
  var integer: Int64 { get }
}

extension ReportedInteger {
  package static var form: ReportForm { .integer }
  package func write(to json: inout JSONOutput) { json.element(integer) }
}

extension Int64: ReportedInteger { package var integer: Int64 { self } }
extension Int: ReportedInteger { package var integer: Int64 { Int64(self) } }
extension Instant: ReportedInteger { package var integer: Int64 { milliseconds } }
extension TimeSpan: ReportedInteger { package var integer: Int64 { milliseconds } }

extension Bool: Reported {
  package static var form: ReportForm { .boolean }
  package func write(to json: inout JSONOutput) { json.element(self) }
}

extension String: Reported {
  package static var form: ReportForm { .text }
  package func write(to json: inout JSONOutput) { json.element(self) }
}

extension Value: Reported {
  package static var form: ReportForm { .anything }
  package func write(to json: inout JSONOutput) { json.element(self) }
}

extension Array: Reported where Element: Reported {
  package static var form: ReportForm { .list(Element.form) }
  package func write(to json: inout JSONOutput) {
    json.list { list in for element in self { element.write(to: &list) } }
  }
}

/// Numbers by names that are not known beforehand.
package struct NamedCounts: Reported {
  private let counts: [(name: String, count: Int64)]

  /// Pairs names with numbers.
  package init(_ counts: [(name: String, count: Int64)]) { self.counts = counts }

  package static var form: ReportForm { .map(.integer) }
  package func write(to json: inout JSONOutput) {
    json.object { object in for (name, count) in counts { object.member(name, count) } }
  }
}

/// One of a closed set of names.
extension Reported where Self: RawRepresentable & CaseIterable, RawValue == String {
  package static var form: ReportForm { .names(allCases.map({ $0.rawValue })) }
  package func write(to json: inout JSONOutput) { json.element(rawValue) }
}
