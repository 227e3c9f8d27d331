/// What a part of this program did, printed on one line for the process that measures it.
struct PartResult {
  /// How many events, records, scenarios or bytes it went through.
  var count: Int
  /// A number that every program gets from the same work.
  var digest: Int
  /// The seconds of processor time of the work without its preparation; `nil` where the whole
  /// process is the work.
  var seconds: Double?

  func show() {
    let seconds = seconds.map { ", \"seconds\": \($0)" } ?? ""
    print("{\"count\": \(count), \"digest\": \(digest)\(seconds)}")
  }
}

/// A part of a benchmark got another result than it should.
struct WrongResult: Error {
  let part: String
}

/// A part was started with other arguments than it takes.
struct WrongUsage: Error {
  let part: String
}
