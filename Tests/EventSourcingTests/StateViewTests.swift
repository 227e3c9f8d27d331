import EventSourcing
import Testing

struct StateViewTests {
  private struct Hotel: StateView {
    var name = "North"
    var rooms = [Room(number: 7)]
    var key: Personal? = "k"

    func view(_ visitor: inout some ViewVisitor) {
      visitor.field("name", name)
      visitor.nested("rooms", rooms, "In order.")
    }

    func details(_ visitor: inout some ViewVisitor) {
      visitor.field("key", key)
    }
  }

  private struct Room: PartView {
    var number: Int64

    static var sample: Room { Room(number: 0) }

    func view(_ visitor: inout some ViewVisitor) { visitor.field("number", number) }

    func details(_ visitor: inout some ViewVisitor) { visitor.field("twice", number * 2) }
  }

  @Test func `a tree has the details of every part, or of none`() {
    let number = Value.Field(name: "number", value: .integer(7))
    let name = Value.Field(name: "name", value: .text("North"))
    let twice = Value.Field(name: "twice", value: .integer(14))
    #expect(
      Hotel().value
        == .fields([
          name, .init(name: "rooms", value: .list([.fields([number, twice])])),
          .init(name: "key", value: .text("k")),
        ]))
    var maker = ValueMaker(details: false)
    maker.show(Hotel())
    #expect(
      maker.fields == [name, .init(name: "rooms", value: .list([.fields([number])]))])
  }

  @Test func `a selection makes the named fields of a view alone`() {
    var maker = ValueMaker(.only([.init(name: "key", selection: .all)]))
    maker.show(Hotel())
    #expect(maker.fields == [.init(name: "key", value: .text("k"))])
  }

  @Test func `a schema has the documented names, those of parts that are not there too`() {
    let fields = Hotel(rooms: []).schema.fields
    #expect(fields.map(\.name) == ["name", "rooms"])
    #expect(fields.map(\.schema) == [.text, .list(Room.sample.schema)])
  }
}
