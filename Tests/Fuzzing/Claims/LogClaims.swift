import Diagnostics
import EventSourcing
import Simulation
import Traces
import YAML

/// Claims made from the log of a run and the vocabulary of its system: what came or did not, how
/// often, when, at which party and with which fields, each said truly and falsely.
struct LogClaims<S: System> {
  var probes: [Probe] = []
  let passing: PassingScenario<S>
  /// The scenario without claims, to which one is added.
  let bare: YAMLNode
  /// The records that are judged.
  let entries: [ErasedRecord]
  let zero: Instant
  var random: RandomStream

  /// Makes claims about the run of `passing`: about the events and effects of these names, or about
  /// all and the views.
  init(_ passing: PassingScenario<S>, about names: Set<String>? = nil, _ random: inout RandomStream)
  {
    self.passing = passing
    bare = passing.bare
    entries = passing.judged
    zero = passing.zero
    self.random = random
    // What a recording says before its range is not judged.
    if !passing.isPartOfRecording { make(names) }
    random = self.random
  }

  private mutating func make(_ names: Set<String>?) {
    func isMeant(_ name: String) -> Bool { names?.contains(name) ?? true }
    for name in S.Machine.Event.Name.allCases where isMeant(name.description) {
      records(name.description, S.parties(of: name))
      fields(S.Machine.Event.schema(of: name))
    }
    for name in S.Machine.Effect.Name.allCases where isMeant(name.description) {
      let parties = S.parties(ordering: name)
      records(name.description, parties)
      fields(S.Machine.Effect.schema(of: name))
      timelines(name.description, parties)
      expectations(name.description)
    }
    pairs(isMeant)
    if names == nil { views() }
  }

  /// Adds a claim that stands under a key of the scenario.
  mutating func add(_ key: String, _ text: String, holds: Bool) {
    let bare = bare
    probes.append(
      Probe(claim: "\(key): \(text)", holds: holds) { bare.setting(key, to: claimTree(text)) })
  }
}
