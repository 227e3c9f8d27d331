import Testing

@testable import EventSourcing

struct InstantTextTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", Int64(0)), ("2026-01-05T09:00:00Z", 1_767_603_600_000),
    ("2024-02-29T23:59:59.999Z", 1_709_251_199_999), ("2000-03-01T00:00:00Z", 951_868_800_000),
    ("0001-01-01T00:00:00Z", -62_135_596_800_000),
    ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
  ])
  func `an instant is read in UTC`(text: String, milliseconds: Int64) {
    #expect(instant(fromText: text) == Instant(milliseconds: milliseconds))
    #expect(clockText(of: Instant(milliseconds: milliseconds)) == text)
  }

  @Test func `every day of four hundred years is written as it is read`() {
    for day in Int64(0)..<146_097 {
      let midnight = Instant(milliseconds: -6_500_000_000_000 + day * 86_400_000)
      #expect(clockText(of: midnight).flatMap { instant(fromText: $0) } == midnight)
    }
    #expect(clockText(of: .distantFuture) == nil)
    #expect(clockText(of: .distantPast) == nil)
  }

  @Test func `years before the first and of five digits cannot be read`() {
    #expect(clockText(of: Instant(milliseconds: -62_135_596_800_001)) == nil)
    #expect(clockText(of: Instant(milliseconds: 253_402_300_800_000)) == nil)
    #expect(isoText(Instant(milliseconds: -62_135_596_800_001)) == "0000-12-31T23:59:59.999Z")
    #expect(isoText(Instant(milliseconds: 253_402_300_800_000)) == "10000-01-01T00:00:00Z")
  }

  @Test(arguments: [
    "2026-02-29T00:00:00Z", "2026-01-05 09:00:00Z", "2026-01-05T09:00:00", "2026-13-01T00:00:00Z",
    "2026-01-05T24:00:00Z", "", "2026-01-05T09:00:00+01Z",
  ])
  func `anything else is not an instant`(text: String) {
    #expect(instant(fromText: text) == nil)
  }
}
