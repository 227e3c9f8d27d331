import Diagnostics
import Exchange
import Inspection
import Live
import Replay
import SpecFormat
import Specs
import Traces
import YAML

/// The codes of all modules, in the order of their ids.
enum KnownCodes {
  static let all: [DiagnosticCode] = [
    CommandCodes.all, YAMLCodes.all, SpecFormatCodes.all, SpecCodes.all, TraceCodes.all,
    ReplayCodes.all, InspectionCodes.all, ExchangeCodes.all, LiveCodes.all, LintCodes.all,
  ].flatMap(\.self).sorted { $0.id < $1.id }
}
