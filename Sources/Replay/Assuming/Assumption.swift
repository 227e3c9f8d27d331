import EventSourcing
import Traces

/// A field of the hidden state that is taken to have another value after a record.
public struct Assumption: Equatable, Sendable {
  /// The number of the record after which it holds.
  public var seq: Int64
  /// The way to the field in the state of the record's party, such as `registration.in_flight`.
  public var path: String
  /// The value that it takes.
  public var change: Change
  /// Whether it takes it once more after each later record of the same name.
  public var repeats: Bool

  /// What is assumed of a field.
  public enum Change: Equatable, Sendable {
    /// The value that this text stands for.
    case value(String)
    /// It has none.
    case absent
    /// The record leaves it as it was.
    case unchanged
  }

  /// Assumes a change after the record `seq`.
  public init(seq: Int64, path: String, change: Change, repeats: Bool = false) {
    self.seq = seq
    self.path = path
    self.change = change
    self.repeats = repeats
  }

  /// Reads `SEQ FIELD=VALUE`, as a command line has it; `SEQ..` also stands for each later record
  /// of the same name.
  public init?(argument: String) {
    let parts = argument.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let equals = parts[1].firstIndex(of: "="),
      equals > parts[1].startIndex
    else { return nil }
    repeats = parts[0].hasSuffix("..")
    guard let seq = Int64(repeats ? parts[0].dropLast(2) : parts[0]) else { return nil }
    self.seq = seq
    path = String(parts[1][..<equals])
    switch parts[1][parts[1].index(after: equals)...] {
    case "absent": change = .absent
    case "unchanged": change = .unchanged
    case let text: change = .value(String(text))
    }
  }
}

extension Assumption: CustomStringConvertible {
  /// The assumption as a command line has it.
  public var description: String {
    let value =
      switch change {
      case .value(let text): text
      case .absent: "absent"
      case .unchanged: "unchanged"
      }
    return "\(seq)\(repeats ? ".." : "") \(path)=\(value)"
  }
}

/// A field of the hidden state that was changed on the way.
public struct AssumedField: Equatable, Sendable {
  /// The record after which it was changed first.
  public var record: ErasedRecord
  /// The way to it in the state of the record's party.
  public var path: String
  /// The value that the machine gives it; `nil` where it is absent.
  public var machine: Value?
  /// The value that it takes; `nil` where it is absent.
  public var value: Value?
  /// How often it was changed.
  public var count = 1
}
