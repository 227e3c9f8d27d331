import MobileEngage
import Testing

struct PolicyTableTests {
  @Test func `each difference stands in the table once, with a sentence and a source`() {
    #expect(Policy.table.map(\.policy.rawValue).sorted() == Policy.allCases.map(\.rawValue))
    #expect(Set(Policy.table.map(\.name)).count == Policy.allCases.count)
    for row in Policy.table {
      #expect(row.sentence.hasSuffix("."))
      #expect(!row.sources.isEmpty && row.sources.allSatisfy { $0.hasPrefix("emartech/") })
      #expect(!row.profiles.isEmpty && !row.profiles.contains(.documents))
      for profile in MobileEngageProfile.allCases {
        #expect(profile.follows(row.policy) == row.profiles.contains(profile))
      }
    }
  }
}
