import Diagnostics
import Dispatch
import EventSourcing
import Inspection
import Properties
import Replay
import Reports
import Simulation
import SpecFormat
import Specs
import Traces

/// A machine that the command knows: its name, and what the verbs ask of it.
///
/// The closures are made where the concrete type is known, in `main`: the optimiser specialises
/// the code of every event there, and nowhere behind a protocol. That makes a verb several times as
/// fast and a build longer by all the code behind it, so what runs over many events at a time has a
/// closure, and everything else opens `machine`.
public struct RegisteredSystem: Sendable {
  /// The name after `sdk:` in specs and traces.
  public let name: String

  /// The machine itself, for what is asked of a trace once: that code is compiled for all machines
  /// together.
  let machine: any System.Type
  private let gathered: GatheredVocabulary
  /// The machine without its type, for what walks over traces and writes specs of them.
  let erased: AnySystem

  /// Reads specs and prepares the runs of the scenarios that are wanted.
  private(set) var specs: @Sendable (SpecFiles) -> ReadingSpecs
  private(set) var conform:
    @Sendable (ReplayInput, [PlacedRule], _ own: Bool, _ lenient: Bool) throws(Diagnostic) ->
      Conformance
  let seal: @Sendable (TraceFile, ([UInt8]) throws -> Void) throws -> TraceIntegrity
  let repair:
    @Sendable (TraceFile, ([UInt8]) throws -> Void, (LostLine) throws -> Void) throws ->
      TraceIntegrity
  let whatIf:
    @Sendable (ReplayInput, TraceChanges, _ lenient: Bool, _ recording: Bool) throws(Diagnostic)
      -> (outcome: WhatIfOutcome, trace: ChangedTrace)
  let minimize:
    @Sendable (TraceFile, WantedFinding, @escaping MinimizingProgress) throws -> MinimizedFinding?
  let makeLog:
    @Sendable (TraceFile, _ folder: String) throws -> (records: Int64, ending: TraceEnding)
  /// Every interleaving of a small configuration; `nil` where runs cannot be searched.
  private(set) var explore: (@Sendable (ExploreRequest, ExploreProgress) throws -> ExploreReport)?
  /// A search over its runs; `nil` for a machine without known properties.
  private(set) var search: (@Sendable (SearchRequest) throws -> SystemSearch)?
  /// Makes the machines with the bugs of the gallery; an empty list where no bugs are known.
  private(set) var gallery: @Sendable () -> [GalleryBug] = { [] }

  /// Registers a machine with the command.
  public init<S: System>(_ system: S.Type) {
    name = S.name
    machine = system
    gathered = GatheredVocabulary(of: system)
    specs = { files in
      let reader = SpecReader<S>(files: files)
      return { reader.runs(of: $0, catalogue: $1, where: $2) }
    }
    conform = { (input, rules, _, lenient) throws(Diagnostic) in
      try Specs.conform(input, to: rules, as: S.self, lenient: lenient)
    }
    seal = { try Replay.seal($0.input, as: S.self, into: $1) }
    repair = { try Replay.repair($0.input, as: S.self, into: $1, aside: $2) }
    whatIf = { (input, changes, lenient, recording) throws(Diagnostic) in
      try Inspection.whatIf(input, as: S.self, changes, lenient: lenient, recording: recording)
    }
    minimize = { try $1.minimized($0, as: S.self, $2) }
    makeLog = { try LogFolder.make(from: $0, .of(S.self), in: $1) }
    erased = AnySystem(S.self)
  }

  /// Registers a machine whose runs can be searched.
  public init<S: SearchableSystem>(_ system: S.Type) {
    self.init(system, over: .plain(system), with: nil)
  }

  /// Registers a machine whose runs can be searched, and the same machine with real bugs.
  public init<S: SearchableSystem>(
    _ system: S.Type, gallery: @autoclosure @escaping @Sendable () -> [FaultyMachine<S.Machine>]
  ) {
    let plain = RegisteredSystem.plain(system)
    self.init(system, over: plain, with: nil)
    self.gallery = {
      gallery().map {
        GalleryBug(
          name: $0.name, bug: $0.bug, system: RegisteredSystem(system, over: plain, with: $0))
      }
    }
  }

  private static func plain<S: System>(_ system: S.Type) -> RegisteredSystem {
    RegisteredSystem(system)
  }

  /// Registers a machine, or one with a bug, which runs specs and searches from its own state; what
  /// is asked of traces is asked of the machine without the bug.
  private init<S: SearchableSystem>(
    _ system: S.Type, over plain: RegisteredSystem, with faulty: FaultyMachine<S.Machine>?
  ) {
    self = plain
    let installed = { @Sendable in faulty?.installed ?? S.Machine.initial }
    conform = { (input, rules, own, lenient) throws(Diagnostic) in
      try Specs.conform(
        input, to: rules, and: own ? S.properties : [], as: S.self, lenient: lenient)
    }
    // Ways and runs themselves are made by closures of this initialiser, which are specialised.
    explore = { request, progress in
      try ExploreReport(
        request, of: S.self, installed: installed(),
        explore: { $0.run(jobs: request.options.jobs, progress: progress) },
        perform: { $0.run($1) })
    }
    search = { request in
      try SystemSearch(
        S.self, request, installed: installed(),
        draw: { options, numbers, beginnings, visit, goesOn in
          SearchPart(options, numbers, beginnings: beginnings, visit: visit, goesOn: goesOn)
        }, explore: { $0.run(jobs: $1, progress: $2) }, perform: { $0.run($1) })
    }
    specs = { files in
      let reader = SpecReader<S>(files: files)
      return {
        reader.runs(
          of: $0, catalogue: $1, on: faulty,
          reproduce: { text throws(RepeatedRunError) in
            try repeatedRun(text, of: S.self, installed: installed())
          },
          where: $2)
      }
    }
  }
}

extension RegisteredSystem {
  /// Everything that an author can write about the machine.
  var vocabulary: SystemVocabulary { gathered.vocabulary }
}

/// A vocabulary that is gathered when it is first asked for, and kept.
private final class GatheredVocabulary: @unchecked Sendable {
  private let queue = DispatchQueue(label: "pushtrace.vocabulary")
  private let machine: any System.Type
  private lazy var gathered = SystemVocabulary(machine)

  init(of machine: any System.Type) { self.machine = machine }

  var vocabulary: SystemVocabulary { queue.sync { gathered } }
}

/// Reads a spec of one system, and prepares the runs of the scenarios that are wanted.
typealias ReadingSpecs =
  @Sendable (SpecDocument, Catalogue?, (Scenario) -> Bool) -> (spec: Spec, runs: [ScenarioRun])

extension [RegisteredSystem] {
  /// The machine that `sdk:` names.
  func named(_ name: String) -> RegisteredSystem? { first { $0.name == name } }

  /// The machine that `--sdk` names.
  func wanted(_ name: String) throws(Stop) -> RegisteredSystem {
    if let system = named(name) { return system }
    throw Stop(.invalid, "there is no system '\(name)'; \(didYouMean(name, oneOf: names))")
  }

  /// The names of all, in the order of their registration.
  var names: [String] { map { $0.name } }
}

extension Exploration {
  /// Searches on `jobs` threads at once, on which the result does not depend.
  func run(jobs: Int, progress: ExploreProgress) -> SearchOutcome<S> {
    if jobs < 2 { return run(progress: progress) }
    return run(
      workers: jobs,
      spread: { workers, work in
        DispatchQueue.concurrentPerform(iterations: workers) { work($0) }
      }, progress: progress)
  }
}
