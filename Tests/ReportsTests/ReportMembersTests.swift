import JSON
import Reports
import Testing

struct ReportMembersTests {
  @Test func `members are written in the order in which they are described`() {
    #expect(
      json(Visit(name: "ada", days: [1, 2], guest: Guest(name: "eve"), note: nil))
        == #"{"name":"ada","days":[1,2],"guest":{"name":"eve"},"note":null,"longest":[{"day":2}]}"#)
  }

  @Test func `a member without a value is left out, or null where it is always there`() {
    #expect(
      json(Visit(name: "ada", days: [], guest: nil, note: nil))
        == #"{"name":"ada","days":[],"note":null,"longest":[]}"#)
  }

  @Test func `the form has every member with its sentence, and says which are always there`() {
    let fields = Visit.reported.fields
    #expect(fields.map(\.name) == ["name", "days", "guest", "note", "longest"])
    #expect(fields.filter { !$0.isRequired }.map(\.name) == ["guest"])
    #expect(fields[0].summary == "Who comes.")
  }

  @Test func `the members of a part that may be missing are not always there`() {
    let fields = ReportMembers<Visit> { $0.include(ifPresent: \.guest) }.fields
    #expect(fields.map(\.isRequired) == [false])
  }

  @Test func `a report with findings of its own has no others`() {
    let document = OwnFindings().document(of: "look")
    #expect(
      document == #"{"pushtrace":1,"verb":"look","verdict":"ok","count":1,"findings":[]}"# + "\n")
  }

  private func json(_ visit: Visit) -> String {
    var output = JSONOutput()
    visit.write(to: &output)
    return output.text
  }
}

private struct Visit: ReportedRecord {
  let name: String
  let days: [Int]
  let guest: Guest?
  let note: String?

  static let reported = ReportMembers<Visit> { visit in
    visit("name", \.name, "Who comes.")
    visit("days", \.days)
    visit("guest", \.guest)
    visit.nullable("note", \.note)
    visit.list("longest", { [$0.days.max()].compactMap { $0 } }) { $0("day", \.self) }
  }
}

private struct Guest: ReportedRecord {
  let name: String

  static let reported = ReportMembers<Guest> { $0("name", \.name) }
}

private struct OwnFindings: VerbReport {
  static let reported = ReportMembers<OwnFindings> { it in
    it("count", { _ in 1 })
    it("findings", { _ in [String]() })
  }
}
