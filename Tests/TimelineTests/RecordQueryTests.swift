import EventSourcing
import Testing
import Traces

@testable import Timeline

struct RecordQueryTests {
  private let start = Instant(milliseconds: 1_000)

  private var record: ErasedRecord {
    ErasedRecord(
      seq: 17, at: Instant(milliseconds: 91_000), party: "phone", kind: .event,
      name: "attribute_set",
      fields: .fields([
        Value.Field(name: "key", value: .text("City")),
        Value.Field(name: "value", value: .personal("Oslo S")),
        Value.Field(name: "due", value: .instant(Instant(milliseconds: 61_000))),
        Value.Field(name: "name", value: .text("opened")),
      ]))
  }

  @Test(arguments: [
    ("oslo", true), ("CITY phone 1m30s", true), ("17 bergen", false), ("due: 1m", true),
    ("\"oslo s\"", true), ("\"s oslo\"", false), ("", false), ("  ", false),
    ("name:attribute", true), ("name:opened", true), ("name:open", false), ("name:Set phone", true),
    ("key:City", true), ("key:city", false), ("key:Cit", false), ("due:1m", true),
    ("value:\"Oslo S\"", true), ("\"key:City\"", false), ("\"key: city\"", true), ("key:", true),
    ("1m30s", true), ("61000", false),
  ])
  func `all words are sought in what is shown of a record`(text: String, isFound: Bool) {
    #expect(RecordQuery(text, from: start).finds(record) == isFound, "\(text)")
  }

  @Test func `of a note and a state the content alone is shown`() {
    let note = ErasedRecord(
      seq: 1, at: start, party: "phone", kind: .note, name: "note",
      fields: .fields([Value.Field(name: "text", value: .text("the user logs in"))]))
    #expect(RecordQuery("\"0s the user\"", from: start).finds(note))
    #expect(!RecordQuery("text:", from: start).finds(note))
  }

  @Test func `a search selects the rows of a timeline`() {
    var filter = TimelineFilter()
    filter.query = RecordQuery("server name:reply", from: start)
    #expect(Timelines.exchange.seqs(filter) == [4])
  }
}
