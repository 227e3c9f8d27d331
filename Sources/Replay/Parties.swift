import Diagnostics
import Simulation
import Traces

/// The parties of a trace, each once, in the order of their first records.
public func parties<S: System>(
  of input: ReplayInput, as system: S.Type
) throws(Diagnostic) -> [String] {
  var reader = try TraceReader<S.Machine>(
    file: input.file, defaults: .of(S.self), source: input.open())
  var seen: Set<String> = []
  var parties: [String] = []
  while let line = try reader.next() {
    if seen.insert(line.party).inserted { parties.append(line.party) }
  }
  return parties
}
