import Foundation

/// The measured rows as a table in Markdown, and what came of the targets.
struct Table {
  private var lines: [[String]] = [
    [
      "work", "by", "time a unit", "a second", "spread", "times the first", "allocations",
      "bytes held",
    ]
  ]
  private var targets: [String] = []
  private var failures: [String] = []
  /// The ratios below their floors, and the contestants that could not be measured although they
  /// are there.
  private(set) var breaches: [String] = []

  mutating func add(_ row: Row, _ measurement: Measurement) {
    let first = row.contestants.lazy.compactMap { measurement.figures[$0.name] }.first
    for contestant in row.contestants {
      if let failure = measurement.failures[contestant.name] {
        failures.append("\(row.name), \(contestant.name): \(failure)")
        // What this package brings along is measured always.
        if contestant.need == nil {
          breaches.append("\(contestant.name): \(failure) (\(row.title))")
        }
      }
      guard let figure = measurement.figures[contestant.name], let first else { continue }
      lines.append([
        "\(row.title), \(row.unit)", contestant.name, shortTime(figure.median),
        shortRate(figure.rate), "\(Int((figure.spread * 100).rounded())) %",
        digits(figure.median / first.median), figure.allocations.map(digits) ?? "",
        figure.heldBytes.map(digits) ?? "",
      ])
    }
    for line in row.targets.compactMap({ $0.line(measurement.figures) }) {
      targets.append("\(line) (\(row.title))")
    }
    breaches += row.targets.compactMap { $0.breach(measurement.figures) }
      .map { "\($0) (\(row.title))" }
  }

  /// The table, its targets, and who was not measured.
  var text: String {
    let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    var text = ""
    for (number, line) in lines.enumerated() {
      let cells = zip(line, widths).enumerated().map { column, cell in
        let padding = String(repeating: " ", count: cell.1 - cell.0.count)
        return column < 2 ? cell.0 + padding : padding + cell.0
      }
      text += "| \(cells.joined(separator: " | ")) |\n"
      if number == 0 {
        let rules = widths.enumerated().map { column, width in
          String(repeating: "-", count: column < 2 ? width : width - 1) + (column < 2 ? "" : ":")
        }
        text += "| \(rules.joined(separator: " | ")) |\n"
      }
    }
    for (title, list) in [("Targets", targets), ("Not measured", failures)] where !list.isEmpty {
      text += "\n\(title)\n" + list.map { "  \($0)\n" }.joined()
    }
    return text
  }
}

/// The options of the command line.
struct Options {
  /// The names of the rows that are measured; all of them when none is named.
  private(set) var rows: [String] = []
  /// The number of times each contestant works.
  private(set) var rounds = 5
  /// The size of the workload, as a part of the usual one.
  private(set) var scale = 1.0
  /// Whether a ratio below its floor is an error.
  private(set) var keepsFloors = false
  /// A binary of another version, which is measured beside the command.
  private(set) var against: String?

  /// `nil` where the command line is not understood.
  init?(_ arguments: [String]) {
    var arguments = arguments[...]
    while let argument = arguments.popFirst() {
      switch argument {
      case "--against":
        guard let path = arguments.popFirst() else { return nil }
        against = path
      case "--floors": keepsFloors = true
      case "--rounds":
        guard let count = arguments.popFirst().flatMap({ Int($0) }), count > 0 else { return nil }
        rounds = count
      case "--scale":
        guard let part = arguments.popFirst().flatMap({ Double($0) }), part >= 0.05 else {
          return nil
        }
        scale = part
      case _:
        guard Rows.names.contains(argument) else { return nil }
        rows.append(argument)
      }
    }
  }

  static let usage = """
    usage: Benchmarks [ROW…] [--rounds N] [--scale PART] [--against PUSHTRACE] [--floors]

      Measures the command and the library beside other programs, each in a process of its own, and
      prints a table. The first measured of a row is what the others are compared with; time is
      processor time, for two cores the time that passes; a round is one run of everybody in turn.

      ROW        any of: \(Rows.names.joined(separator: ", ")); all of them without it
      --rounds   how many times each works (5)
      --scale    the size of the workload (1), from 0.05
      --against  a command of another version, measured in the same run
      --floors   exits with 1 where a ratio is so low that something is broken

    usage: Benchmarks world [DEVICES]

      What a record costs in worlds of 10 to 10,000 devices, and a thousand devices over 30 days.

    usage: Benchmarks lsp FOLDER COUNT

      The latencies of the language server: each spec of a folder is opened, and COUNT keys,
      completions and hovers come to a spec of a thousand lines.

    """
}

/// Measures what is asked for and prints the table, and after each row on standard error how far
/// it is; ends the process with 1 where `--floors` asks for it and a ratio is below its floor.
func showTable(_ options: Options) throws {
  let workload = try WorkloadFolder(scale: options.scale)
  let counter = AllocationCounts.Counter(source: "\(Programs.scripts)/allocations.c")
  var table = Table()
  for row in Rows(workload: workload).all {
    guard options.rows.isEmpty || options.rows.contains(row.name) else { continue }
    FileHandle.standardError.write(Data("\(row.title)…\n".utf8))
    let row = options.against.map { row.joined(by: $0) } ?? row
    table.add(row, Measurement(row, rounds: options.rounds, counter: counter))
  }
  print("Workload \(workload.digest): \(workload.events) events in \(workload.records) records,")
  print("\(workload.scenarios) scenarios; \(options.rounds) rounds.")
  if counter == nil { print("Allocations are not counted: there is no C compiler for glibc.") }
  print("\n\(table.text)", terminator: "")
  guard options.keepsFloors, !table.breaches.isEmpty else { return }
  print("\nBelow their floors")
  for line in table.breaches { print("  \(line)") }
  exit(1)
}

extension Row {
  /// The row with the command of another version beside each run of the command.
  fileprivate func joined(by other: String) -> Row {
    var row = self
    row.contestants = contestants.flatMap { contestant in
      guard contestant.work.command[0] == Programs.pushtrace else { return [contestant] }
      var before = contestant
      before.name += ", before"
      before.work.command[0] = other
      before.tenth?.command[0] = other
      return [contestant, before]
    }
    return row
  }
}
