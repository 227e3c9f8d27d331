import Foundation

/// Measures what is asked for and prints the table, and after each row on standard error how far
/// it is; ends the process with 1 where `--floors` asks for it and a ratio is below its floor.
func showTable(_ options: Options) throws {
  let workload = try WorkloadFolder(scale: options.scale)
  let counter = AllocationCounts.Counter(source: "\(Programs.scripts)/allocations.c")
  var table = Table()
  for row in Rows(workload: workload).all {
    guard options.rows.isEmpty || options.rows.contains(row.name) else { continue }
    progress("\(row.title)…")
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

private func progress(_ text: String) {
  FileHandle.standardError.write(Data("\(text)\n".utf8))
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
