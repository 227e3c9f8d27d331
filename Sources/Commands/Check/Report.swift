import Reports

/// A report to be written besides what is shown: its format and its file.
struct Report {
  let format: ReportFormat
  let path: String

  /// Reads `FORMAT=FILE`.
  init?(_ text: String) {
    guard let sign = text.firstIndex(of: "="),
      let format = ReportFormat(rawValue: String(text[..<sign]))
    else { return nil }
    self.format = format
    path = String(text[text.index(after: sign)...])
    if path.isEmpty { return nil }
  }

  static var formats: String { ReportFormat.allCases.map(\.rawValue).joined(separator: ", ") }
}
