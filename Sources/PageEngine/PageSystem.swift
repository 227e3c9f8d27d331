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

  /// Makes changes to a trace, under the profile or reading of a variant, if there is one.
  let change:
    (ReplayInput, TraceChanges, Variant?) throws(Diagnostic) -> (WhatIfOutcome, ChangedTrace)
  /// Continues after a record with steps that somebody chooses.
  let branch: (ReplayInput, _ seq: Int64, _ steps: [String]) throws(Diagnostic) -> Branch

  /// Registers a system with the page's engine.
  public init<S: System>(_ system: S.Type) {
    erased = AnySystem(system)
    change = { (input, changes, variant) throws(Diagnostic) in
      try Inspection.whatIf(input, as: S.self, changes, under: variant, recording: true)
    }
    branch = { (input, seq, steps) throws(Diagnostic) in
      try Inspection.branch(from: input, as: S.self, behind: seq, steps)
    }
  }

  /// Makes changes to a trace, under the profile or reading that a question names, if it does.
  func changed(
    _ input: ReplayInput, by changes: TraceChanges, _ question: PageQuestion
  ) throws(QuestionError) -> (WhatIfOutcome, ChangedTrace) {
    let variant = try variants(of: input, question).first
    return try diagnosed { () throws(Diagnostic) in try change(input, changes, variant) }
  }

  /// Compares the profiles or readings that a question names.
  func compared(
    _ input: ReplayInput, _ question: PageQuestion
  ) throws(QuestionError) -> VariantComparison {
    let variants = try variants(of: input, question)
    if variants.count < 2 { throw .mistake("two profiles or values are needed") }
    return try diagnosed { () throws(Diagnostic) in try erased.compare(input, variants) }
  }

  private func variants(
    of input: ReplayInput, _ question: PageQuestion
  ) throws(QuestionError) -> [Variant] {
    var variants: [Variant] = []
    for name in question.texts("profiles") {
      guard let profile = erased.profiles.first(where: { $0.name == name }) else {
        throw .mistake("there is no profile '\(name)'")
      }
      variants.append(Variant(name: name, override: { _, _ in (name, profile.readings) }))
    }
    guard let reading = question["reading"] else { return variants }
    let header = try diagnosed { () throws(Diagnostic) in try erased.walk(input).header }
    let schema = erased.readings
    for value in question.texts("values") {
      do throws(AssignmentError) {
        _ = try header.readings.setting(reading, to: value, as: schema)
      } catch {
        throw .mistake(error.message)
      }
      variants.append(
        Variant(name: "\(reading)=\(value)") { profile, own in
          (profile, (try? own.setting(reading, to: value, as: schema)) ?? own)
        })
    }
    return variants
  }
}
