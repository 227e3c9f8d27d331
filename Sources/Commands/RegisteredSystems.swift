import Diagnostics
import Simulation

/// The machines that this run of the command knows.
enum RegisteredSystems {
  @TaskLocal static var all: [any System.Type] = []

  /// The machine that `sdk:` or `--sdk` names.
  static func find(_ name: String) -> (any System.Type)? { all.first { $0.name == name } }

  static var names: [String] { all.map { $0.name } }
}
