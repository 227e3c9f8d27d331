import Testing

@testable import Live
@testable import LiveCommands

struct RecordFailureTests {
  private func message(_ after: [Int64]) -> String {
    let gaps = after.map {
      LogGap(kind: .damaged, segment: 1, offset: 12, bytes: 90, before: 4, after: $0)
    }
    return RecordFailure(HostOpeningError.gaps(gaps), log: "log").message
  }

  @Test func `what continues without records is what has lost some`() {
    let whole = message([5, 5])
    #expect(whole.contains(": no record is missing; "))
    #expect(whole.hasSuffix("; --accept-gaps continues with all records"))
    let lost = message([5, 7])
    #expect(lost.contains("records 5 to 6 are missing"), "\(lost)")
    #expect(lost.hasSuffix("; --accept-gaps continues without the lost records"))
  }
}
