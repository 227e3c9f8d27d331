import EventSourcing
import Testing

@testable import Properties

struct FingerprintSetTests {
  @Test func `each fingerprint is added once, zero included, however many there are`() {
    let set = FingerprintSet()
    var stream = RandomStream(seed: 1, name: "fingerprints")
    var added: [UInt64] = [0]
    for _ in 1...20_000 { added.append(stream.next()) }
    for fingerprint in added {
      #expect(!set.contains(fingerprint))
      let isNew = set.insert(fingerprint)
      #expect(isNew)
    }
    for fingerprint in added {
      let isNew = set.insert(fingerprint)
      #expect(!isNew && set.contains(fingerprint))
    }
    #expect(set.count == added.count)
  }
}
