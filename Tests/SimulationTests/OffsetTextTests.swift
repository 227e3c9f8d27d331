import Simulation
import Testing

struct OffsetTextTests {
  @Test func `an offset comes back from its text`() {
    for seconds: Int64 in [0, 60, 5_400, -18_000, 50_400, 3_601, -1, 359_999] {
      #expect(OffsetText.text(ofSeconds: seconds).flatMap(OffsetText.seconds) == seconds)
    }
  }

  @Test func `an offset of whole minutes has four digits`() {
    #expect(OffsetText.text(ofSeconds: 5_400) == "+0130")
    #expect(OffsetText.text(ofSeconds: -18_000) == "-0500")
    #expect(OffsetText.text(ofSeconds: 3_601) == "+010001")
  }

  @Test func `what is no offset has no seconds`() {
    for text in ["", "+", "Europe/Vienna", "+1", "+01300", "0130", "+0199", "+0130x", "+٠١٣٠"] {
      #expect(OffsetText.seconds(of: text) == nil, "\(text)")
    }
    #expect(OffsetText.text(ofSeconds: .max) == nil)
    #expect(OffsetText.text(ofSeconds: .min) == nil)
  }
}
