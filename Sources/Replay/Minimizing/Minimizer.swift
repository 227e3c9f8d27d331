import EventSourcing

/// One item of a list that is made smaller: it happens at some time and has values.
protocol MinimizedItem: Equatable {
  /// When it happens.
  var at: Instant { get set }
  /// The same item with one value simpler, the simplest first.
  var simpler: [Self] { get }
}

/// Makes a list of items as small as possible while something still holds of it.
///
/// Deletes chunks from half of the list down to single items (delta debugging), then shortens and
/// rounds the times between items, then simplifies their values, over again until nothing more can
/// be deleted or simplified. The same list always gives the same result.
struct Minimizer<Item: MinimizedItem> {
  /// What is left.
  private(set) var items: [Item]
  /// How many lists were tried.
  private(set) var tries = 0
  private var isEnded = false

  /// The list as it has to be for what holds; `nil` where it does not hold any more. It may have
  /// fewer items than it was given: those that depend on one that was deleted.
  private let reduced: ([Item]) -> [Item]?
  private let start: Instant
  private let progress: MinimizingProgress

  /// Starts from a list for which `reduced` gives a list; its times count from `start`.
  init(
    _ items: [Item], from start: Instant, progress: @escaping MinimizingProgress,
    reduced: @escaping ([Item]) -> [Item]?
  ) {
    self.items = items
    self.start = start
    self.reduced = reduced
    self.progress = progress
  }

  /// Goes on until nothing can be made smaller, or `progress` ends it.
  mutating func run() {
    var isSmaller = true
    while isSmaller {
      deleteChunks()
      let shortened = shortenTimes()
      let simplified = simplifyValues()
      isSmaller = shortened || simplified
    }
  }

  private mutating func accepts(_ candidate: [Item]) -> Bool {
    // Once it is ended nothing is accepted, and every loop comes to its end.
    if isEnded { return false }
    tries += 1
    defer { isEnded = !progress(items.count, tries) }
    // What was changed and follows from something else is what it was before.
    guard let result = reduced(candidate), result != items else { return false }
    items = result
    return true
  }

  private mutating func deleteChunks() {
    var size = max(1, items.count / 2)
    while true {
      var isSmaller = false
      // From the end: what depends on something stands behind it, so that what is still to be
      // tried keeps its place.
      var end = items.count
      while end > 0 {
        let start = max(0, end - size)
        if accepts(Array(items[..<start] + items[end...])) { isSmaller = true }
        end = start
      }
      if size == 1, !isSmaller { return }
      if !isSmaller { size = max(1, size / 2) }
      size = max(1, min(size, items.count / 2))
    }
  }

  // MARK: - Times

  /// Shortens what lies between two items, with all that follows; true where anything changed.
  private mutating func shortenTimes() -> Bool {
    guard let first = items.first else { return false }
    var hasChanged = first.at != start && accepts(moved(from: 0, by: start - first.at))
    var index = 1
    while index < items.count {
      let gap = items[index].at - items[index - 1].at
      for shorter in rounded(gap) where accepts(moved(from: index, by: shorter - gap)) {
        hasChanged = true
        break
      }
      index += 1
    }
    return hasChanged
  }

  private func moved(from index: Int, by span: TimeSpan) -> [Item] {
    var moved = items
    for later in index..<moved.count { moved[later].at = moved[later].at + span }
    return moved
  }

  /// Rounder spans than `span`, the shortest first: none at all, then whole units of it.
  private func rounded(_ span: TimeSpan) -> [TimeSpan] {
    if span <= .zero { return [] }
    let units: [TimeSpan] = [.days(1), .hours(1), .minutes(1), .seconds(10), .seconds(1)]
    let whole = units.filter { $0 < span }.map { unit in
      TimeSpan(milliseconds: span.milliseconds / unit.milliseconds * unit.milliseconds)
    }
    var result: [TimeSpan] = [.zero]
    for candidate in (units.reversed() + whole) where candidate < span {
      if !result.contains(candidate) { result.append(candidate) }
    }
    return result
  }

  // MARK: - Values

  private mutating func simplifyValues() -> Bool {
    var hasChanged = false
    var index = 0
    while index < items.count {
      var isDone = false
      while !isDone, index < items.count {
        isDone = true
        for simpler in items[index].simpler {
          var candidate = items
          candidate[index] = simpler
          if accepts(candidate) {
            hasChanged = true
            isDone = false
            break
          }
        }
      }
      index += 1
    }
    return hasChanged
  }
}

/// Is called after every list that was tried; false ends the minimizing with what is left.
public typealias MinimizingProgress = (_ left: Int, _ tries: Int) -> Bool
