import EventSourcing
import Platform

/// The effects of one event; those that are requests take their numbers here.
struct NumberedEffects {
  /// The effects ordered so far.
  var effects = Effects<MobilePushEffect>()
  /// The number of the last request.
  var lastRequest: Int64

  mutating func append(_ effect: MobilePushEffect) { effects.append(effect) }

  mutating func nextRequest() -> Int64 { lastRequest.countUp() }

  /// Writes down why something was ignored, or what about it is questionable.
  mutating func diagnose(_ code: MobilePushDiagnosis, _ detail: String = "") {
    append(.diagnose(code: code, detail: detail))
  }
}
