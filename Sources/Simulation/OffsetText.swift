/// Offsets from UTC as SDKs write them in bodies, such as `+0130`.
public enum OffsetText {
  /// The text of an offset in seconds, with six digits where it is not a whole number of minutes;
  /// `nil` beyond a hundred hours.
  public static func text(ofSeconds seconds: Int64) -> String? {
    let limit: Int64 = 100 * 3_600
    guard seconds > -limit, seconds < limit else { return nil }
    let size = abs(seconds)
    let parts = [size / 3_600, size / 60 % 60] + (size % 60 == 0 ? [] : [size % 60])
    return (seconds < 0 ? "-" : "+") + parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
  }

  /// The seconds of an offset such as `+0130` or `-05:00`; `nil` for any other text.
  public static func seconds(of text: String) -> Int64? {
    let digits = text.utf8.dropFirst().filter { $0 != UInt8(ascii: ":") }
    guard let sign = text.utf8.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      digits.count == 4 || digits.count == 6,
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    let pairs = stride(from: 0, to: digits.count, by: 2).map {
      Int64(digits[$0] - UInt8(ascii: "0")) * 10 + Int64(digits[$0 + 1] - UInt8(ascii: "0"))
    }
    guard pairs.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
    let size = zip(pairs, [3_600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
    return sign == UInt8(ascii: "-") ? -size : size
  }
}
