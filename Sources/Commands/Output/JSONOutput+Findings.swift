import Diagnostics
import JSON

extension JSONOutput {
  /// Writes findings as elements of a list.
  mutating func findings(_ findings: [Diagnostic]) {
    for finding in findings {
      object { object in
        object.member("code", finding.code.id)
        object.member("severity", finding.severity.rawValue)
        object.member("message", finding.message)
        if let place = finding.place {
          object.member("file", place.file)
          object.member("line", Int64(place.line))
          object.member("column", Int64(place.column))
        }
        object.list("notes") { notes in finding.notes.forEach { notes.element($0) } }
      }
    }
  }
}
