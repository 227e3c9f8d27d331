import Diagnostics
import EventSourcing
import Testing
import Turnstile

@testable import Replay

struct DriftReportTests {
  @Test func `an altered effect is explained by one finding`() throws {
    var trace = EditedTrace([.started(config: nil), .pushed])
    trace.lines[3].replace("closed", with: "offline")
    let outcome = try trace.replayed()
    let finding = try #require(outcome.diagnostics(file: "t").first)
    #expect(finding.code.id == "T401")
    #expect(finding.place?.description == "t:4:1")
    #expect(finding.message == "refuse is recorded with other content than the machine orders")
    #expect(
      finding.notes == [
        "at 1s in record 3 of device, after event 2 pushed",
        "recorded (-) and given by the machine (+):\n  - reason: offline\n  + reason: closed",
        """
        state before:
          name: gate
          price: 2
          patience: 5s
          coins: 0
          passed: 0
          requests: 0
          open: false
        """,
        "caused by:\n  2 pushed at 1s",
        "no later record depends on this one",
      ])
  }

  @Test func `an element elsewhere is two differences, and what is between agrees`() {
    let all = ["1", "2", "3", "4", "5"].map { Value.text($0) }
    let moved = [all[1], all[2], all[3], all[0], all[4]]
    #expect(
      differences(recorded: .list(all), computed: .list(moved), path: "tags") == [
        FieldDifference(path: "tags[0]", recorded: all[0], computed: nil),
        FieldDifference(path: "tags[3]", recorded: nil, computed: all[0]),
      ])
    // Elements that both have lie between one that differs and one that is new.
    let other = [all[0], .text("9"), all[2], .text("8"), all[3], all[4]]
    #expect(
      differences(recorded: .list(all), computed: .list(other), path: "tags") == [
        FieldDifference(path: "tags[1]", recorded: all[1], computed: .text("9")),
        FieldDifference(path: "tags[3]", recorded: nil, computed: .text("8")),
      ])
  }

  @Test func `an element more is one difference, wherever it stands`() {
    let (one, two, three) = (Value.text("1"), Value.text("2"), Value.text("3"))
    let all = Value.list([one, two, three])
    for (rest, place) in [([two, three], 0), ([one, three], 1), ([one, two], 2)] {
      let element = [one, two, three][place]
      #expect(
        differences(recorded: .list(rest), computed: all, path: "tags")
          == [FieldDifference(path: "tags[\(place)]", recorded: nil, computed: element)])
      #expect(
        differences(recorded: all, computed: .list(rest), path: "tags")
          == [FieldDifference(path: "tags[\(place)]", recorded: element, computed: nil)])
    }
    #expect(
      differences(recorded: .list([one, two]), computed: .list([one, three])).map { $0.path }
        == ["[1]"])
  }
}
