/// A program that does the work of a row, each time in a process of its own.
struct Contestant {
  /// How the table calls it.
  var name: String
  /// What it is started with for the whole work.
  var work: Work
  /// The same for a tenth of the work. What the whole costs more is the cost of the work alone,
  /// without the start of the process; `nil` where allocations are not counted.
  var tenth: Work?
  /// What has to be there; `nil` for what is built with this program.
  var need: Need?

  /// One command line and how much it does.
  struct Work {
    var command: [String]
    /// How many events, records, scenarios or bytes it goes through.
    var amount: Amount
    /// A text that the output has when the work was done, and done right.
    var proof: String?
  }

  /// How much was done.
  enum Amount {
    /// As much as the workload has.
    case known(Int)
    /// What stands after this name in the output.
    case reported(String)
  }

  /// A program or package that this project does not bring along.
  struct Need {
    /// A command line that exits with 0 where it is there.
    var probe: [String]
    /// How to install it.
    var install: String
  }

  /// A program that takes part where it is installed.
  static func peer(
    _ name: String, _ command: [String], _ amount: Amount = .reported("count"), need: Need
  ) -> Contestant {
    Contestant(name: name, work: Work(command: command, amount: amount), need: need)
  }
}
