import EventSourcing
import Systems
import Testing

@testable import Properties

struct NameTableTests {
  @Test func `every name has a place of its own, whichever of the machines of a world it is of`() {
    let table = NameTable<MobilePushWorldEvent.Name, String>(absent: "") { $0.description }
    for name in MobilePushWorldEvent.Name.allCases { #expect(table[name] == name.description) }
  }
}
