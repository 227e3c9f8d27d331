import EventSourcing
import Simulation

/// Reads specs of one system; what can be shared between files is prepared once.
public struct SpecReader<S: System>: Sendable {
  package let system = SystemSchema(S.self)
  private let samples: [String: S.Machine.Event]
  private let files: SpecFiles

  /// Prepares to read specs; fixtures are looked up in `files`.
  public init(files: SpecFiles) {
    self.files = files
    samples = Dictionary(S.Machine.Event.samples.map { ($0.name.description, $0) }) { first, _ in
      first
    }
  }

  /// Reads a spec and the values of its scenarios, whose fixtures are run to see what they lead to;
  /// without a catalogue, what `covers` names is only warned about.
  public func read(
    _ document: SpecDocument, catalogue: Catalogue?
  ) -> (spec: Spec, values: [ScenarioValues<S>]) {
    var values: [ScenarioValues<S>] = []
    let spec = Spec(document, system, files, catalogue) { scenario, findings in
      values.append(ScenarioValues(scenario, samples: samples, findings))
    } check: { findings in
      for scenario in values { scenario.checkFixtures(findings) }
    }
    return (spec, spec.isValid ? values : [])
  }
}
