import EventSourcing
import JSON
import Simulation

/// What a system performs over HTTP, by the calls that it describes.
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
    let schema = Reply.schema
    let types = if case .record(let fields) = schema { fields } else { [Schema.Field]() }
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
      let sample = Machine.Event.samples.first(where: { $0.name.description == call.answeredBy })
    else { return nil }
    let members = try call.members(of: response) { _ in nil }
    return try Machine.Event.read(.object(members), like: sample, lenient: true)
  }
}

extension CapturedCall {
  /// The fields of an answer; only the body of a successful one is read.
  fileprivate func members(
    of response: WireResponse, type: (String) -> Schema?
  ) throws(JSONError) -> [JSONTree.Member] {
    let readsBody = (200..<300).contains(response.status) && answer.contains { $0.source.isBody }
    let body = readsBody ? try JSONTree.body(response.body) : nil
    let fields = WireFields(headers: response.headers, body: body)
    return answer.compactMap { field, source in
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
