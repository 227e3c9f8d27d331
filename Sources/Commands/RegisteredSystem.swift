import Diagnostics
import Exchange
import Inspection
import Properties
import Replay
import Simulation
import SpecFormat
import Specs
import Timeline

/// A machine that the command knows: its name, and what the verbs ask of it.
///
/// The closures are made where the concrete type is known, in `main`: the optimiser specialises
/// the code of every event there, and nowhere behind a protocol.
public struct RegisteredSystem: Sendable {
  /// What `sdk:` in specs and traces calls it.
  public let name: String

  /// A spec with comments that passes as it stands.
  let firstSpec: String
  /// The readings under which a scenario can be varied, as NAME=VALUE.
  let readingVariants: [String]
  let profileNames: [String]

  let vocabulary: @Sendable () -> SystemVocabulary
  private(set) var loader: @Sendable (SpecFiles) -> SpecLoader
  let replay: @Sendable (TraceFile, ReplayRequest) throws -> ReplayReport
  let digest: @Sendable (TraceFile, ReplayRequest) throws -> FoldDigest
  let conform: @Sendable (TraceFile, ConformRequest) throws -> ConformReport
  let verify: @Sendable (TraceFile) throws(Diagnostic) -> TraceIntegrity
  let seal: @Sendable (TraceFile, ([UInt8]) throws -> Void) throws -> TraceIntegrity
  let repair:
    @Sendable (TraceFile, ([UInt8]) throws -> Void, (LostLine) throws -> Void) throws ->
      TraceIntegrity
  let rerecord: @Sendable (TraceFile, ([UInt8]) throws -> Void) throws -> Rerecording
  let addSnapshots:
    @Sendable (TraceFile, _ interval: Int64, ([UInt8]) throws -> Void) throws -> AddedSnapshots
  let redact: @Sendable (TraceFile, RedactionKey, ([UInt8]) throws -> Void) throws -> Redaction
  let readCapture: @Sendable ([UInt8], _ file: String, ImportMap?) -> ForeignLog
  let importLog: @Sendable (ForeignLog, _ origin: String) -> ImportedTrace
  let exportCloudEvents:
    @Sendable (TraceFile, _ source: String, ([UInt8]) throws -> Void) throws -> ExportedTrace
  let makeLog: @Sendable (TraceFile, _ folder: String) throws -> Int64
  let inspect: @Sendable (TraceFile, _ lenient: Bool) throws(Diagnostic) -> Inspector
  let whatIf:
    @Sendable (TraceFile, TraceChanges, _ lenient: Bool) throws(Diagnostic) -> WhatIfOutcome
  let erased: @Sendable (TraceFile) throws -> ErasedTrace
  let compareVariants: @Sendable (TraceFile, Variants) throws -> VariantReport
  let bisect: @Sendable (TraceFile, FindingOptions) throws -> BisectionReport
  let spec: @Sendable (TraceFile, String, SpecStrength, Bool) throws -> WrittenSpec
  let minimize:
    @Sendable (TraceFile, FindingOptions, @escaping MinimizingProgress) throws -> MinimizedFinding?

  let timeline: TimelineSource
  /// Every interleaving of a small configuration; `nil` where runs cannot be searched.
  private(set) var explore:
    (@Sendable (ExploreRequest, _ audits: Bool, ExploreProgress) throws -> ExploreReport)?
  /// A search over its runs; `nil` for a machine of which no properties are known.
  private(set) var search: (@Sendable (SearchRequest) throws -> SystemSearch)?

  /// Registers a machine with the command.
  public init<S: System>(_ system: S.Type) {
    name = S.name
    firstSpec = S.firstSpec
    readingVariants = S.readingVariants
    profileNames = S.profiles.map(\.name)
    vocabulary = { SystemVocabulary(S.self) }
    loader = { SpecLoader(S.self, files: $0) }
    replay = { try $1.report(on: $0, as: S.self) }
    digest = { try $1.digest(of: $0, as: S.self) }
    conform = { try $1.report(on: $0, as: S.self) }
    verify = { (file) throws(Diagnostic) in try Replay.verify(file.input, as: S.self) }
    seal = { try Replay.seal($0.input, as: S.self, into: $1) }
    repair = { try Replay.repair($0.input, as: S.self, into: $1, aside: $2) }
    rerecord = { try Replay.rerecord($0.input, as: S.self, into: $1) }
    addSnapshots = { try Replay.addSnapshots(to: $0.input, every: $1, as: S.self, into: $2) }
    redact = { try Replay.redact($0.input, as: S.self, key: $1, into: $2) }
    readCapture = { Exchange.readCapture($0, file: $1, as: S.self, $2) }
    importLog = { Exchange.importLog($0, as: S.self, origin: $1) }
    exportCloudEvents = {
      try Exchange.exportCloudEvents($0.input, as: S.self, source: $1, into: $2)
    }
    makeLog = { try LogFolder.make(from: $0, as: S.self, in: $1) }
    inspect = { (file, lenient) throws(Diagnostic) in
      try Inspector(file.input, as: S.self, lenient: lenient)
    }
    whatIf = { (file, changes, lenient) throws(Diagnostic) in
      try Inspection.whatIf(file.input, as: S.self, changes, lenient: lenient)
    }
    erased = { try ErasedTrace($0.input, as: S.self) }
    compareVariants = { try VariantReport($0, $1, as: S.self) }
    bisect = { try BisectionReport($0, $1, as: S.self) }
    spec = { try SpecWriter<S>(strength: $2, computed: $3).checkedSpec(of: $0.input, title: $1) }
    minimize = { try WantedFinding<S>($1, in: $0).minimized($0, $2) }
    timeline = TimelineSource(S.self)
  }

  /// Registers a machine whose runs can be searched.
  public init<S: SearchableSystem>(_ system: S.Type) {
    func registered<Plain: System>(_ system: Plain.Type) -> RegisteredSystem {
      RegisteredSystem(system)
    }
    self = registered(system)
    explore = { try ExploreReport($0, audits: $1, of: S.self, $2) }
    // The runs themselves are made by a closure of this initialiser, which is specialised.
    search = { request in
      try SystemSearch(
        S.self, request,
        draw: { options, numbers, beginnings, visit in
          var part = SearchPart(options)
          part.search(options, numbers, beginnings: beginnings, visit: visit)
          return part
        }, explore: { $0.run(jobs: $1, progress: $2) })
    }
    loader = { SpecLoader(S.self, files: $0, reproduce: RepeatedRun<S>.performed) }
  }
}

extension [RegisteredSystem] {
  /// The machine that `sdk:` names.
  func named(_ name: String) -> RegisteredSystem? { first { $0.name == name } }

  /// The names of all, in the order of their registration.
  var names: [String] { map { $0.name } }
}
