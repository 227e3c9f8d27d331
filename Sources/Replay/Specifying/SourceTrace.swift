import EventSourcing
import Simulation
import Traces

/// A whole trace from which a spec is made: its records, and what the requests in it were answered.
struct SourceTrace {
  let header: ErasedHeader
  let records: [ErasedRecord]
  /// The devices in the order of their first records.
  let devices: [String]
  /// Whether backends recorded something too.
  let isSimulated: Bool
  /// The events from outside; the first launch of a device without what is given.
  var inputs: [SpecDraft.Step] = []
  /// The outcomes of requests, as if each came from outside.
  var outcomes: [SpecDraft.Step] = []
  var requests: [Request] = []
  /// The device profile and configuration of each device's first launch, where they are not the
  /// defaults.
  var setups: [String: (device: [Value.Field], config: [Value.Field])] = [:]
  /// The profile and readings that the harness set later on, with the time.
  var laterReadings: (at: Instant, fields: Value)?
  /// The record that sets the backends up, with what is not the defaults.
  var settings: (seq: Int64, fields: [Value.Field])?

  /// Whether a request has no outcome, as where a trace was made smaller.
  var leavesRequestsOpen = false

  /// Whether the last effects may be missing.
  var isCut = false
  /// Whether effects of an event are recorded as the machine orders them but for a cause.
  var driftsInCauses = false
  /// Whether an event before the last one has other effects recorded than the machine orders.
  var driftsBeforeEnd = false
  /// Whether the last event has other effects recorded than the machine orders.
  var endsWithDrift = false
  /// The first hash or snapshot that is not of the state that the machine has there.
  var driftingState: Int64?
  /// The effects that a spec has to observe so that it shows the drift.
  var observation: SpecObservation

  /// A request that a script answers.
  struct Request {
    let at: Instant
    let kind: String
    let reply: Scripted<[Value.Field]>
    /// The time to the answer; `nil` where none came or the transport gave up.
    let latency: TimeSpan?
    /// Whether the answer is the one that comes where nothing is scripted.
    let isDefault: Bool
  }

  /// A device as its first launch has it.
  func device(named name: String, with fixture: String? = nil) -> SpecDraft.Device {
    let setup = setups[name]
    return SpecDraft.Device(
      name: name, fixture: fixture, device: setup?.device ?? [], config: setup?.config ?? [])
  }

  /// The greatest number of records from which a spec is made: a longer one would not be readable.
  static var longest: Int { 100_000 }
}
