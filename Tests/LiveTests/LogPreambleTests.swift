import Testing

@testable import Live

/// The first line of a segment, written by anybody.
struct LogPreambleTests {
  private func preamble(after bytes: Int64, first: Int64 = 2) -> LogPreamble? {
    LogPreamble(
      Array(
        """
        {"log":1,"id":"0","segment":2,"first":\(first),"parties":false,\
        "after":{"bytes":\(bytes),"hash":"\(String(repeating: "0", count: 16))"}}
        """.utf8))
  }

  @Test(arguments: [-1, .min, .max, 1 << 50])
  func `a length that no segment can have makes it no preamble`(bytes: Int64) {
    #expect(preamble(after: bytes) == nil)
    #expect(preamble(after: 512)?.after?.bytes == 512)
  }

  @Test(arguments: [1, 922_337_203_685_477_580, Int64.max])
  func `the number of a record is read whole, and one that none could follow is none`(
    number: Int64
  ) {
    let line = Array("{\"seq\":\(number),\"at\":0}".utf8)
    #expect(LogReader<FaultyStore>.number(of: line[...]) == (number == .max ? 0 : number))
    #expect((preamble(after: 512, first: number) == nil) == (number == .max))
  }
}
