import EventSourcing
import Simulation
import SpecFormat
import Traces

extension SpecReader {
  /// Reads a spec and prepares the runs of those scenarios that are wanted on a machine with a bug.
  ///
  /// A scenario that judges a recording or repeats a run is left out: what was recorded was not
  /// recorded by this machine.
  public func runs(
    of document: SpecDocument, catalogue: Catalogue?, on faulty: FaultyMachine<S>,
    where isWanted: (Scenario) -> Bool = { _ in true }
  ) -> (spec: Spec, runs: [ScenarioRun]) {
    let (spec, values) = read(document, catalogue: catalogue)
    let wanted = values.filter { values in
      let scenario = values.scenario
      return scenario.recording == nil && scenario.reproduction == nil && isWanted(scenario)
    }
    let runs = wanted.map { values in
      ScenarioRun(
        scenario: values.scenario,
        perform: { values.run($0, installed: faulty.installed).result },
        trace: { options in
          // Without states at its end: those that replay gives are not the machine's own.
          var trace = values.run(options, installed: faulty.installed).trace
          trace.header.origin = "gallery \(faulty.bug.name)"
          return encode(trace)
        })
    }
    return (spec, runs)
  }
}
