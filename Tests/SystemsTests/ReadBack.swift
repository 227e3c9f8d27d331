import EventSourcing
import Simulation
import Testing

/// Makes up values of every case and compares them with what their description rebuilds.
func expectReadBack<V: Vocabulary>(_ type: V.Type) {
  var inventor = Inventor(RandomStream(seed: 11, name: "\(type)"), now: .sample)
  for name in V.Name.allCases {
    for _ in 0..<20 {
      let value = inventor.invent(like: V.sample(of: name))
      var maker = ValueMaker()
      #expect(value.name == name)
      #expect(value.fields(&maker) == value)
    }
  }
}
