import EventSourcing
import JSON
import Simulation

/// A machine that can run against the real clock and a real server.
///
/// Everything has a default, which suits a machine without requests.
public protocol LiveSystem: System {
  /// The HTTP request that performs `effect`, which `party` ordered in `state`; `nil` for effects
  /// that concern the app and not a server.
  ///
  /// The sender of the request adds the header for `id`.
  static func wireRequest(
    for effect: Machine.Effect, of party: String, in state: Machine.State, id: EffectID
  ) -> WireRequest?

  /// The name of `party` on the wire: `device` is its id, other names are those in braces in the
  /// paths of `calls`.
  static func senderName(_ name: String, of party: String, in state: Machine.State) -> String

  /// The event by which the device learns of the response to the request for `effect`.
  ///
  /// Every response becomes an event: one with a wrong body becomes a failed or an empty answer,
  /// with a note.
  static func answer(
    to effect: Machine.Effect, with response: WireResponse
  ) -> WireAnswer<Machine.Event>

  /// The event that tells a device that its wall clock was set; `nil` if there is none.
  static func wallClockChanged(by span: TimeSpan) -> Machine.Event?

  /// Whether `event` must be durable at once because the system may end the process after it.
  static func isLastChance(_ event: Machine.Event) -> Bool
}

/// The meaning of a response for a device.
public struct WireAnswer<Event: Vocabulary>: Hashable, Sendable {
  /// The event; `nil` if nothing happens.
  public var event: Event?
  /// The problem of the response, for the log; `nil` for a valid one.
  public var note: String?

  /// Describes an answer.
  public init(_ event: Event?, note: String? = nil) {
    self.event = event
    self.note = note
  }
}

extension LiveSystem {
  public static func senderName(
    _ name: String, of party: String, in state: Machine.State
  ) -> String { name == "device" ? party : "-" }

  public static func wallClockChanged(by span: TimeSpan) -> Machine.Event? { nil }

  public static func isLastChance(_ event: Machine.Event) -> Bool { false }
}

extension LiveSystem {
  /// Returns the time by which `event` sets the wall clock; `nil` for any other event.
  static func wallClockChange(of event: Machine.Event) -> TimeSpan? {
    guard let sample = wallClockChanged(by: .zero), event.name == sample.name,
      case .fields(let fields) = event.value
    else { return nil }
    for case .span(let span) in fields.map(\.value) { return span }
    return nil
  }
}

/// The requests of a system over HTTP, by the calls that it describes.
extension LiveSystem {
  public static func wireRequest(
    for effect: Machine.Effect, of party: String, in state: Machine.State, id: EffectID
  ) -> WireRequest? {
    call(of: effect)?.request(effect.wireFields) { senderName($0, of: party, in: state) }
  }

  public static func answer(
    to effect: Machine.Effect, with response: WireResponse
  ) -> WireAnswer<Machine.Event> {
    guard let call = call(of: effect) else { return WireAnswer(nil) }
    let number = effect.request
    do throws(JSONError) {
      guard let number else { return WireAnswer(try unnumbered(response, to: call)) }
      return WireAnswer(try answered(number, by: response, to: call))
    } catch {
      let note = "the body of a \(response.status) to \(call.effect): \(error.problem.message)"
      return WireAnswer(number.flatMap { failed($0, .connectionLost) }, note: note)
    }
  }

  private static func call(of effect: Machine.Effect) -> CapturedCall? {
    let name = effect.name.description
    return calls.first { $0.effect == name }
  }

  private static func answered(
    _ number: Int64, by response: WireResponse, to call: CapturedCall
  ) throws(JSONError) -> Machine.Event? {
    let types = Reply.schema.fields
    let status = JSONTree.Member("status", .number(String(response.status)))
    let members = try call.members(of: response) { name in
      types.first { $0.name == name }?.schema
    }
    return answered(number, with: try Reply.read(.object([status] + members), lenient: true))
  }

  /// The event of any answer 2xx.
  private static func unnumbered(
    _ response: WireResponse, to call: CapturedCall
  ) throws(JSONError) -> Machine.Event? {
    guard (200..<300).contains(response.status), !response.body.isEmpty,
      let name = call.answeredBy.flatMap({ Machine.Event.Name.named($0) })
    else { return nil }
    let members = try call.members(of: response) { _ in nil }
    return try Machine.Event.read(.object(members), like: .sample(of: name), lenient: true)
  }
}

extension CapturedCall {
  /// The fields of an answer; only the body of a successful one is read.
  fileprivate func members(
    of response: WireResponse, type: (String) -> Schema?
  ) throws(JSONError) -> [JSONTree.Member] {
    let readsBody = (200..<300).contains(response.status) && answer.contains { $0.source.isBody }
    let body = readsBody ? try JSONTree.body(response.body) : nil
    return members(of: WireFields(headers: response.headers, body: body), type: type)
  }

  /// The fields of an answer; a header is left out that is no whole number where one is meant.
  package func members(of fields: WireFields, type: (String) -> Schema?) -> [JSONTree.Member] {
    answer.compactMap { field, source in
      let value = fields.value(source)
      let fitted = source.isBody ? value : value?.header(as: type(field))
      return fitted.map { JSONTree.Member(field, $0) }
    }
  }
}

extension CapturedCall.Source {
  fileprivate var isBody: Bool {
    if case .body = self { true } else { false }
  }
}
