import Diagnostics
import YAML

/// The codes of all modules, in the order of their ids.
enum KnownCodes {
  static let all: [DiagnosticCode] = YAMLCodes.all.sorted { $0.id < $1.id }
}
