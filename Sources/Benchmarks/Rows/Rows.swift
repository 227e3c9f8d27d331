/// The rows of the table, over one workload.
struct Rows {
  let workload: WorkloadFolder

  /// The names by which rows are chosen.
  static let names = [
    "fold", "decode", "encode", "replay", "yaml", "check", "rules", "simulate", "explore", "start",
    "cores",
  ]

  var all: [Row] {
    [
      fold, decoding, encoding, replaying, nodes, checking, rules, simulation, exploration,
      startUp,
    ] + twoCores
  }

  /// The command over a part of the workload and a tenth of it.
  func command(
    _ arguments: [String], as name: String = "command", tenth: [String]? = nil,
    _ amount: Contestant.Amount, tenthAmount: Contestant.Amount? = nil, proof: String? = nil
  ) -> Contestant {
    var contestant = Contestant(
      name: name,
      work: .init(command: [Programs.pushtrace] + arguments, amount: amount, proof: proof))
    if let tenth {
      contestant.tenth = .init(
        command: [Programs.pushtrace] + tenth, amount: tenthAmount ?? amount)
    }
    return contestant
  }

  /// A part of this program over a part of the workload and a tenth of it.
  func part(
    _ name: String, _ part: String, _ file: String, tenth: String? = nil
  ) -> Contestant {
    let own = [Programs.own, "part", part]
    var contestant = Contestant(
      name: name, work: .init(command: own + [file], amount: .reported("count")))
    if let tenth {
      contestant.tenth = .init(command: own + [tenth], amount: .reported("count"))
    }
    return contestant
  }
}
