/// A part of one line of a file, counted from 1 in Unicode code points.
public struct Place: Hashable, Sendable {
  /// The file's path as the user wrote it.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// The first column, from 1.
  public var column: Int
  /// The column after the last; equal to `column` for a point.
  public var endColumn: Int

  /// Names a part of a line.
  public init(file: String, line: Int, column: Int, endColumn: Int? = nil) {
    self.file = file
    self.line = line
    self.column = column
    self.endColumn = endColumn ?? column + 1
  }
}

extension Place: Comparable {
  public static func < (left: Place, right: Place) -> Bool {
    if left.file != right.file { return left.file < right.file }
    return (left.line, left.column) < (right.line, right.column)
  }
}

extension Place: CustomStringConvertible {
  public var description: String { "\(file):\(line):\(column)" }
}
