import EventSourcing
import Testing

struct ValueTests {
  private struct Visit: Record {
    var place: String
    var guest: Personal
    var remark: AttributeValue?

    static var sample: Visit { Visit(place: "", guest: "") }

    func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Visit {
      Visit(
        place: try visitor("place", place), guest: try visitor("guest", guest),
        remark: try visitor("remark", remark))
    }
  }

  @Test func `personal text equals the same text without the mark and has its hash`() {
    #expect(Value.personal("Ann") == .text("Ann"))
    #expect(Value.list([.text("Ann")]) == .list([.personal("Ann")]))
    #expect(Value.personal("Ann").hashValue == Value.text("Ann").hashValue)
    #expect(Value.personal("Ann") != .text("Bob"))
    #expect(Value.personal("1") != .integer(1))
  }

  @Test func `a tree marks what is personal`() {
    let tree = Visit(place: "Oslo", guest: "Ann", remark: "late").value
    #expect(isPersonal(tree["place"]) == false)
    #expect(isPersonal(tree["guest"]) == true)
    #expect(isPersonal(tree["remark"]) == true)
  }

  @Test func `a selection leaves out what it does not name`() {
    let visit = Visit(place: "Oslo", guest: "Ann", remark: "late")
    let guest = FieldSelection.only([.init(name: "guest", selection: .all)])
    #expect(visit.value(guest) == .fields([.init(name: "guest", value: .text("Ann"))]))
    #expect(visit.value(.only([])) == .fields([]))
    #expect(visit.value(.all) == visit.value)
  }

  private func isPersonal(_ value: Value?) -> Bool {
    if case .personal = value { true } else { false }
  }
}
