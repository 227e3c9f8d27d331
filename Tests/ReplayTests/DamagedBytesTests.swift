import Diagnostics
import EventSourcing
import Replay
import Testing
import Traces
import Turnstile

struct DamagedBytesTests {
  @Test func `whatever is done to the bytes, replay answers with a result or a place`() throws {
    let whole = EditedTrace().bytes
    var stream = RandomStream(seed: 11, name: "damage")
    var refused = 0
    for _ in 0..<1_500 {
      var bytes = whole
      for _ in 0...stream.below(3) { damage(&bytes, &stream) }
      do {
        let input = ReplayInput(file: "t", bytes: bytes)
        var options = ReplayOptions()
        options.lenient = stream.below(2) == 0
        _ = try AnySystem(TurnstileSystem.self).replay(input, options).diagnostics(file: "t")
        try seal(input, as: TurnstileSystem.self) { _ in }
        _ = try rerecord(input, as: TurnstileSystem.self) { _ in }
      } catch {
        #expect((error as? Diagnostic)?.place?.file == "t")
        refused += 1
      }
    }
    #expect(refused > 100)
  }

  private static let pieces: [[UInt8]] = [
    Array("9223372036854775807".utf8), Array("-9223372036854775808".utf8), [0xFF], [0x0A],
    Array("\\ud800".utf8), Array("{".utf8), Array("\"".utf8), Array(",".utf8), [0],
  ]

  private func damage(_ bytes: inout [UInt8], _ stream: inout RandomStream) {
    let index = Int(stream.below(Int64(bytes.count)))
    switch stream.below(5) {
    case 0: bytes[index] = UInt8(truncatingIfNeeded: stream.next())
    case 1: bytes.remove(at: index)
    case 2: bytes.removeSubrange(index..<min(bytes.count, index + 30))
    case 3: bytes.append(contentsOf: bytes[index...].prefix(200))
    default:
      let piece = DamagedBytesTests.pieces[Int(stream.below(9))]
      bytes.insert(contentsOf: piece, at: index)
    }
    if bytes.isEmpty { bytes = [0] }
  }
}
