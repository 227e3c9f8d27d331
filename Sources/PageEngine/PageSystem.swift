import Diagnostics
import EventSourcing
import Inspection
import Replay
import Simulation
import Traces

/// A system whose traces a page can open.
///
/// What needs the type of a system is made here; the rest is compiled once for all systems.
public struct PageSystem {
  let erased: AnySystem
  let profiles: [String]
  let readings: Schema

  /// Makes changes to a trace, under the profile or reading that a question names, if it does.
  let change:
    (ReplayInput, TraceChanges, PageQuestion) throws(QuestionError) -> (WhatIfOutcome, ChangedTrace)
  /// Compares the profiles or readings that a question names.
  let compare: (ReplayInput, PageQuestion) throws(QuestionError) -> VariantComparison
  let written: SpecSystem

  /// Goes on behind a record by steps that somebody chooses.
  let branch: (ReplayInput, _ seq: Int64, _ steps: [String]) throws(Diagnostic) -> Branch

  /// Registers a system with the page's engine.
  public init<S: System>(_ system: S.Type) {
    erased = AnySystem(system)
    profiles = S.profiles.map { $0.name }
    readings = S.Machine.Readings.schema
    change = { (input, changes, question) throws(QuestionError) in
      let variants: [Variant<S>] = try question.variants(of: input)
      return try diagnosed { () throws(Diagnostic) in
        try Inspection.whatIf(input, as: S.self, changes, under: variants.first, recording: true)
      }
    }
    compare = { (input, question) throws(QuestionError) in
      let variants: [Variant<S>] = try question.variants(of: input)
      if variants.count < 2 { throw .mistake("two profiles or values are needed") }
      return try diagnosed { () throws(Diagnostic) in
        try Replay.compare(input, as: S.self, under: variants)
      }
    }
    written = SpecSystem(system)
    branch = { (input, seq, steps) throws(Diagnostic) in
      try Inspection.branch(from: input, as: S.self, behind: seq, steps)
    }
  }
}

extension PageQuestion {
  /// The variants that it names of the machine of a trace.
  fileprivate func variants<S: System>(
    of input: ReplayInput
  ) throws(QuestionError) -> [Variant<S>] {
    let header = try diagnosed { () throws(Diagnostic) in try traceHeader(input, as: S.self) }
    var variants: [Variant<S>] = []
    for name in texts("profiles") {
      guard let profile = S.profiles.first(where: { $0.name == name }) else {
        throw .mistake("there is no profile '\(name)'")
      }
      variants.append(Variant(name: name, override: (name, profile.readings)))
    }
    if let reading = self["reading"] {
      for value in texts("values") {
        let readings: S.Machine.Readings
        do throws(AssignmentError) {
          readings = try header.readings.setting(reading, to: value)
        } catch {
          throw .mistake(error.message)
        }
        variants.append(
          Variant(name: "\(reading)=\(value)", override: (header.profile, readings)))
      }
    }
    return variants
  }
}
