import ArgumentParser
import Inspection
import SpecFormat

/// Changes to a trace, to see what would have happened.
struct WhatIfOptions: ParsableArguments {
  @Option(
    name: .customLong("skip"),
    help: "The number of an event that does not happen; may be repeated.")
  var skipped: [Int64] = []

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Another value for a field of an event: --set 21 status=201; may be repeated.",
      valueName: "seq field=value"))
  var assignments: [TraceChanges.Assignment] = []

  @Option(
    name: .customLong("insert"),
    help: "The events that happen besides: a file with a line for each.")
  var inserted: String?

  var isEmpty: Bool { skipped.isEmpty && assignments.isEmpty && inserted == nil }

  /// Refuses changes to several traces, and together with options that fold in another way.
  func validate(traces: [String], alone: Bool) throws {
    if isEmpty { return }
    if traces.count != 1 { throw ValidationError("--skip, --set and --insert take one trace") }
    if !alone {
      throw ValidationError("--skip, --set and --insert go with --lenient and --format alone")
    }
    if let both = assignments.first(where: { skipped.contains($0.seq) }) {
      throw ValidationError("--set changes record \(both.seq), which --skip leaves out")
    }
  }

  var changes: TraceChanges {
    var changes = TraceChanges()
    changes.skipped = skipped
    changes.assignments = assignments
    changes.inserted = inserted.map { TraceFile($0).input }
    return changes
  }

  /// `--set SEQ FIELD=VALUE` and `--assume SEQ FIELD=VALUE` as one argument: the parser takes one
  /// value for each option.
  static func joined(_ arguments: [String]) -> [String] {
    var result: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      result.append(argument)
      guard ["--set", "--assume"].contains(argument), rest.count >= 2,
        let seq = rest.popFirst()
      else { continue }
      let isWhole = seq.contains(" ")
      result.append(isWhole ? seq : "\(seq) \(rest.removeFirst())")
    }
    return result
  }
}

extension TraceChanges.Assignment: ExpressibleByArgument {
  /// Reads the number of an event, a field and a value, as `--set` takes them.
  public init?(argument: String) {
    let parts = argument.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let seq = Int64(parts[0]), let (path, text) = parts[1].assignment else {
      return nil
    }
    self.init(seq: seq, path: path, text: text)
  }
}
