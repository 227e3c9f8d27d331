import EventSourcing
import Simulation

extension Host {
  /// A request without an answer so far.
  struct OpenRequest {
    let record: RecordedEffect<S.Machine.Effect>
    let number: Int64?
    let limit: Instant

    var seq: Int64 { record.seq }
    var party: String { record.party }
    var effect: S.Machine.Effect { record.effect }

    init(_ record: RecordedEffect<S.Machine.Effect>, _ request: Request<S.Machine.Event>) {
      self.record = record
      number = request.id
      limit = record.at + request.timeout
    }
  }

  /// A message between the host's own parties that has not arrived.
  struct Pending {
    let seq: Int64
    let message: Message<S.Machine.Event>
  }
}
