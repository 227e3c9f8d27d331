import JSON
import Testing

struct DecimalDigitsTests {
  private func written(_ number: Int64) -> String {
    var buffer = JSONBuffer()
    buffer.put(integer: number)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }

  @Test func `numbers of every length are written with all of their digits`() {
    var power: Int64 = 1
    for _ in 0..<18 {
      for number in [power - 1, power, power + 1, power * 7, power * 9 - 1] {
        #expect(written(number) == String(number))
        #expect(written(-number) == String(-number))
      }
      power *= 10
    }
    for number in [Int64.max, .min, 0, 100_000_000, 9_999_999_999_999_999, 1_767_603_600_000] {
      #expect(written(number) == String(number))
    }
  }

  @Test func `every group of digits is written`() {
    for number in stride(from: Int64(0), to: 100_000_000, by: 7_919) {
      #expect(written(number) == String(number))
    }
  }
}
