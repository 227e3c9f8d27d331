/// The form of a value in a JSON document, from which its JSON Schema follows.
package indirect enum ReportForm: Sendable {
  case integer, boolean, text
  /// Text that matches a regular expression.
  case pattern(String)
  /// One of these names.
  case names([String])
  /// This number alone.
  case constant(Int64)
  /// Any JSON.
  case anything
  /// Any members.
  case object
  /// A value or `null`.
  case nullable(ReportForm)
  /// Values of one form in order.
  case list(ReportForm)
  /// Values of one form by name.
  case map(ReportForm)
  /// These members and no others.
  case record([Field])
  /// A form that many documents share, under its name.
  case shared(String, summary: String, ReportForm)
  /// The shared form of this name, for those who cannot see its type.
  case reference(String)

  /// A member of a record.
  package struct Field: Sendable {
    /// Its name.
    package let name: String
    /// Its meaning in one sentence; empty where the name says it.
    package let summary: String
    /// The form of its value.
    package let form: ReportForm
    /// Whether it is always there.
    package let isRequired: Bool
  }
}
