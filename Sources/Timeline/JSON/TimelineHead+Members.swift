import EventSourcing
import Reports

extension TimelineHead: ReportedRecord {
  /// The head as a page has it.
  package static let reported = ReportMembers<TimelineHead> { head in
    head("sdk", \.sdk)
    head("engine", \.engine)
    head("profile", \.profile)
    head("origin", \.origin)
    head("started", \.started)
  }
}
