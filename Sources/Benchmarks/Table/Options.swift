/// What the command line asks for.
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

    """
}
