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
  while try reader.next() != nil {
    if seen.insert(reader.party).inserted { parties.append(reader.party) }
  }
  return parties
}
