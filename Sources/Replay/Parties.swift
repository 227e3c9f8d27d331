import Diagnostics
import Simulation
import Traces

extension AnySystem {
  /// The devices of a trace, each once, in the order of their first records.
  public func devices(of input: ReplayInput) throws(Diagnostic) -> [String] {
    let walk = try walk(input)
    var seen: Set<String> = []
    var devices: [String] = []
    while try walk.next() != nil {
      let party = walk.party()
      if seen.insert(party).inserted, !backends.contains(party) { devices.append(party) }
    }
    return devices
  }
}

/// Whether a trace has to name the parties of its records; lines that cannot be read are passed
/// over where the caller sets them aside.
package func hasSeveralParties<S: System>(
  _ input: ReplayInput, as system: S.Type, skipsLines: Bool = false
) throws(Diagnostic) -> Bool {
  var reader = try TraceReader<S.Machine>(
    file: input.file, defaults: .of(S.self), source: input.open())
  while true {
    do throws(Diagnostic) {
      guard try reader.next() != nil else { return false }
      if reader.party != soleParty { return true }
    } catch {
      guard skipsLines, error.isAboutOneLine else { throw error }
    }
  }
}

extension Diagnostic {
  /// Whether a reader of the trace can go on with the next line.
  var isAboutOneLine: Bool {
    [
      .notARecord, .unknownInTrace, .wrongInTrace, .unreadableEngine, .timeGoesBack, .afterTheEnd,
      .traceDamaged, .wrongSnapshot,
    ].contains(code)
  }
}
