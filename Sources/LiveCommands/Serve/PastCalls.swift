import Diagnostics
import EventSourcing
import JSON
import Live
import Simulation
import Traces

/// The calls that a log has, with their answers: after a restart a repeat of one is known by them.
struct PastCalls<S: LiveSystem> {
  typealias Place = AnsweredCalls<S.Machine.Event>.Place

  /// One call that was answered.
  struct Call {
    let place: Place
    let arrival: S.Machine.Event
    let answer: WireResponse
  }

  /// In the order of the log; of a long one, the last.
  private(set) var calls: [Call] = []
  /// The keys of calls whose senders do not count.
  private(set) var keys: [Place: String] = [:]

  private var open: [Int64: (place: Place, arrival: S.Machine.Event, call: CapturedCall)] = [:]
  private let callsByArrival = PastCalls.callsByArrival()

  /// Reads a log; what cannot be read is left to whoever opens the log for writing.
  init(_ store: some LogStore) {
    guard let reader = try? LogReader(store) else { return }
    try? read(LogTrace(reader, endLine: false))
  }

  /// What a remark says of a call whose sender does not count.
  static func remark(key: String, _ place: Place) -> String {
    var json = JSONOutput()
    json.object { json in
      json.member("idempotency_key", key)
      json.member("device", place.device)
      json.member("request", place.number)
    }
    return json.text
  }

  private mutating func read(_ trace: LogTrace<some LogStore>) throws(Diagnostic) {
    var lines = try TraceReader<S.Machine>(
      file: "", defaults: TraceDefaults(sdk: S.name),
      source: { (buffer: UnsafeMutableRawBufferPointer) throws(Diagnostic) -> Int in
        do throws(LogError) { return try trace.read(into: buffer) } catch {
          throw error.diagnostic("")
        }
      })
    while let line = try lines.next() {
      switch line.kind {
      case .event: if let event = try lines.event(line) { take(event) }
      case .effect: if let effect = try lines.effect(line) { take(effect) }
      case .note: take(note: lines.lineBytes)
      case .state, .snapshot: break
      }
    }
  }

  private mutating func take(_ event: RecordedEvent<S.Machine.Event>) {
    // An answer stands right behind its event.
    open.removeAll(keepingCapacity: true)
    guard let call = callsByArrival[event.event.name.description] else { return }
    let fields = event.event.wireFields
    guard let device = fields["device"]?.text,
      let number = fields["request"]?.text.flatMap({ Int64($0) })
    else { return }
    open[event.seq] = (Place(device: device, number: number), event.event, call)
  }

  private mutating func take(_ effect: RecordedEffect<S.Machine.Effect>) {
    guard let (place, arrival, call) = open[effect.cause],
      case .message(let message) = S.outcome(
        of: effect.effect, by: effect.party, in: S.Machine.initial),
      message.answers == place.number
    else { return }
    calls.append(
      Call(place: place, arrival: arrival, answer: call.response(message.event.wireFields)))
    let limit = AnsweredCalls<S.Machine.Event>.limit
    if calls.count >= 2 * limit { calls.removeFirst(limit) }
  }

  private mutating func take(note line: [UInt8]) {
    guard let text = (try? JSONTree.body(line))?["note"]?.text,
      let remark = try? JSONTree.body(Array(text.utf8)),
      let key = remark["idempotency_key"]?.text, let device = remark["device"]?.text,
      let number = remark["request"]?.text.flatMap({ Int64($0) })
    else { return }
    keys[Place(device: device, number: number)] = key
  }

  /// The calls by the names of the events that they are at a backend.
  private static func callsByArrival() -> [String: CapturedCall] {
    var result: [String: CapturedCall] = [:]
    for effect in S.Machine.Effect.samples {
      guard let call = S.calls.first(where: { $0.effect == effect.name.description }),
        case .request(let request) = S.outcome(of: effect, by: "", in: S.Machine.initial),
        let arrival = request.arrival
      else { continue }
      result[arrival.name.description] = call
    }
    return result
  }
}
