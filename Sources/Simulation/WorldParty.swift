import EventSourcing

/// What a world keeps of one party beside the machine's state.
struct WorldParty<S: System>: Sendable {
  var name: String
  var device: S.Device
  var config: S.Machine.Config
  /// A backend has no process that could end.
  var isBackend: Bool
  /// From which the faults on its way to and from the backends are drawn.
  var network = RandomStream(seed: 0, name: "")
  /// Whether its process lives.
  var lives = false
  /// Whether it was ever launched.
  var launched = false
  /// Counts its processes: an answer to an earlier one is lost.
  var incarnation: Int64 = 0
  /// Whether its network is down.
  var disconnected = false
  /// Answers that are still to be lost on their way.
  var answersToLose = 0
  /// The instant of the last event that was due, and how many were due at it.
  var busySince = Instant.distantPast
  var busyFor = 0
  var timers: [Timer] = []
  var requests: [OpenRequest] = []

  /// An armed timer.
  struct Timer: Sendable {
    var name: String
    var due: Instant
    var event: S.Machine.Event
    /// The record that set it.
    var cause: Int64
  }

  /// A request of a simulated world that is neither answered nor given up.
  struct OpenRequest: Sendable {
    var id: Int64
    var cause: Int64
    var failed: @Sendable (NetworkFailure) -> S.Machine.Event?
  }

  /// Counts one more event that was due, and says whether there are too many at one instant.
  mutating func isEndless(at instant: Instant) -> Bool {
    if busySince != instant { (busySince, busyFor) = (instant, 0) }
    busyFor += 1
    return busyFor > EndlessInstant.limit
  }

  /// Whether something meant for the process `incarnation` still finds it.
  func isReached(by incarnation: Int64) -> Bool {
    isBackend || (lives && self.incarnation == incarnation)
  }

  /// Takes the open request of this number; `nil` when it was answered or given up before.
  mutating func closeRequest(_ id: Int64) -> OpenRequest? {
    requests.firstIndex { $0.id == id }.map { requests.remove(at: $0) }
  }

  /// Forgets what ends with a process.
  mutating func endProcess() {
    lives = false
    incarnation += 1
    timers.removeAll()
    requests.removeAll()
  }
}
