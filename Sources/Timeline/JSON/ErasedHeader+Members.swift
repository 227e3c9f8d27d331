import EventSourcing
import Reports
import Traces

extension ErasedHeader: ReportedRecord {
  /// The head as a page has it.
  package static let reported = ReportMembers<ErasedHeader> { head in
    head("sdk", { $0.sdk })
    head("engine", { $0.engine })
    head("profile", { $0.profile })
    head("origin", { $0.origin })
    head("started", { $0.started })
  }
}
