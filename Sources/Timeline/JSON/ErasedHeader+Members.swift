import EventSourcing
import Reports
import Traces

extension ErasedHeader: ReportedRecord {
  /// The head as a page has it.
  package static let reported = ReportMembers<ErasedHeader> { head in
    head("sdk", \.sdk)
    head("engine", \.engine)
    head("profile", \.profile)
    head("origin", \.origin)
    head("started", \.started)
  }
}
