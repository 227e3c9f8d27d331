import Diagnostics
import EventSourcing
import Testing
import Traces
import Turnstile

@testable import Replay

struct MissingInputTests {
  @Test func `an effect whose cause is not recorded shows where an input is missing`() throws {
    var trace = EditedTrace([.pushed, .pushed])
    // Both happen at one instant, so that only the numbers say that a record is missing.
    trace.lines = trace.lines.map { $0.replacing(#""at":1000"#, with: #""at":0"#) }
    trace.lines.remove(at: 3)
    let outcome = try trace.replayed()
    #expect(outcome.drift?.missingInput == MissingInput(after: 2, sign: .cause(3)))
    let notes = outcome.diagnostics(file: "t").flatMap(\.notes)
    #expect(
      notes.contains(
        "an input seems to be missing, directly after record 2: what is recorded here names "
          + "record 3 as its cause"))
    #expect(notes.last?.hasSuffix("the drift may be only that") == true)
  }

  @Test func `an effect at an instant at which nothing happened shows it too`() throws {
    var trace = EditedTrace([.pushed, .pushed])
    trace.lines.remove(at: 3)
    trace.lines[3].replace(#""seq":4"#, with: #""seq":3"#)
    trace.lines[3].replace(#""cause":3,"#, with: "")
    let outcome = try trace.replayed()
    #expect(
      outcome.drift?.missingInput
        == MissingInput(after: 2, sign: .instant(Instant(milliseconds: 1_000))))
  }

  @Test func `damage stands before the drift that may follow from it`() throws {
    var trace = EditedTrace([.pushed, .pushed])
    trace.lines.remove(at: 3)
    let codes = try trace.replayed().diagnostics(file: "t").map(\.code.id)
    #expect(codes == ["T402", "T401", "T402"])
  }
}
