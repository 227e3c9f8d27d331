import NIOConcurrencyHelpers

/// Counts one source's commands that are not answered yet.
final class OpenAnswers: Sendable {
  private let state = NIOLockedValueBox(State())

  private struct State {
    var count = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// A command was taken.
  func begin() { state.withLockedValue { $0.count += 1 } }

  /// Its answer was written.
  func end() {
    let waiting = state.withLockedValue { state in
      state.count -= 1
      if state.count > 0 { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns when every command has its answer.
  func allGiven() async {
    await withCheckedContinuation { continuation in
      let isDone = state.withLockedValue { state in
        if state.count == 0 { return true }
        state.waiting.append(continuation)
        return false
      }
      if isDone { continuation.resume() }
    }
  }
}
