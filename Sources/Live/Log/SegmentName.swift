/// How the files of a log are called.
public enum SegmentName {
  private static let suffix = ".segment"

  /// The file of the segment with this number, from 1.
  public static func file(_ number: Int64) -> String { padded(number) + suffix }

  /// A number with ten digits at least.
  static func padded(_ number: Int64) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 10 - digits.count)) + digits
  }

  /// The number, from 1, of the segment in a file of this name; `nil` for any other file.
  public static func number(of file: String) -> Int64? {
    // Eighteen digits leave room for the next numbers.
    guard file.hasSuffix(suffix), file.utf8.count <= suffix.utf8.count + 18,
      let number = Int64(file.dropLast(suffix.count)), number > 0,
      SegmentName.file(number) == file
    else { return nil }
    return number
  }

  /// The name of a segment until its beginning is durable.
  static let draft = "segment.new"

  /// Where bytes that were cut from a segment are kept: the first name that is free.
  static func aside(_ number: Int64, among names: [String]) -> String {
    var count = 1
    while names.contains(aside(number, count)) { count += 1 }
    return aside(number, count)
  }

  private static func aside(_ number: Int64, _ count: Int) -> String {
    "\(file(number)).torn-\(count)"
  }
}
