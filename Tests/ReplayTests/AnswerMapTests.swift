import EventSourcing
import Testing
import Turnstile

@testable import Replay

struct AnswerMapTests {
  private func answer(to request: Int64, cause: Int64) -> RecordedEvent<TurnstileEvent> {
    RecordedEvent(
      seq: 20, at: .sample, party: "device", cause: cause,
      event: .cardChecked(request: request, status: 200, extras: [:]))
  }

  @Test func `an answer whose effect is not recorded reaches no request of another one`() {
    var answers = AnswerMap()
    answers.add(10, of: "device", request: 4, now: .to(3))
    #expect(answers[answer(to: 4, cause: 10)] == .to(3))
    #expect(answers[answer(to: 3, cause: 9)] == .orphaned)
    #expect(answers[answer(to: 5, cause: 9)] == nil)
    answers.remove(10)
    #expect(answers[answer(to: 3, cause: 9)] == nil)
  }
}
