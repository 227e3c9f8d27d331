import Dispatch
import Properties

extension Exploration {
  /// Searches on so many threads at once, on which the result does not depend.
  func run(jobs: Int, progress: ExploreProgress) -> SearchOutcome<S> {
    if jobs < 2 { return run(progress: progress) }
    return run(
      workers: jobs,
      spread: { workers, work in
        DispatchQueue.concurrentPerform(iterations: workers) { work($0) }
      }, progress: progress)
  }
}
