import EventSourcing
import Testing

struct SchemaTests {
  struct Letter: Record {
    var to: Personal = ""
    var weight: Int64? = nil
    var urgent = false
    var notes: [TextMap<AttributeValue>] = []
    var stamp: Nullable<TimeSpan> = Nullable(nil)

    static let sample = Letter()

    func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Letter {
      Letter(
        to: try visitor("to", to, "Who gets it."), weight: try visitor("weight", weight),
        urgent: try visitor("urgent", urgent, default: false),
        notes: try visitor("notes", notes), stamp: try visitor("stamp", stamp))
    }
  }

  @Test func `the schema of a record tells type, presence and who is personal`() {
    let fields = Letter.schema.fields
    #expect(fields.map(\.name) == ["to", "weight", "urgent", "notes", "stamp"])
    #expect(
      fields.map(\.schema) == [
        .personal, .integer, .boolean, .list(.map(.open)), .nullable(.span),
      ])
    #expect(
      fields.map(\.presence) == [
        .required, .optional, .defaults(to: .boolean(false)), .required, .required,
      ])
    #expect(fields.first?.summary == "Who gets it.")
  }

  @Test func `the value of a record leaves absent fields out and keeps nulls`() {
    let letter = Letter(to: "Ann", notes: [["b": "2", "a": "1"]])
    #expect(letter.value["weight"] == nil)
    #expect(letter.value["stamp"] == .null)
    #expect(letter.value["to"] == .text("Ann"))
    guard case .list(let notes) = letter.value["notes"] else {
      Issue.record("no list")
      return
    }
    #expect(notes.first?["a"] == .text("1"))
  }
}
