import Foundation

/// The calls of the allocator by a process, counted by a library that is loaded before it:
/// `Tests/Benchmarks/allocations.c`.
struct AllocationCounts {
  /// The number of blocks asked for.
  let calls: Double
  /// The most bytes that were held at one time.
  let peakBytes: Double
  /// What the process printed.
  let run: ProcessRun

  /// Runs `command` with its allocations counted.
  init(_ command: [String], by counter: Counter) throws {
    let path = temporaryPath("allocations")
    defer { unlink(path) }
    run = try ProcessRun(
      command, environment: ["LD_PRELOAD": counter.library, "ALLOCATIONS_FILE": path])
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard numbers.count == 2 else {
      throw ProcessFailed(command: command, reason: "its allocations were not counted")
    }
    calls = numbers[0]
    peakBytes = numbers[1]
  }

  /// The library that counts, compiled for this run; removed with its last holder.
  final class Counter {
    let library = temporaryPath("allocations.so")

    /// `nil` where there is no C compiler, or another C library than glibc.
    init?(source: String) {
      #if os(Linux)
        guard (try? ProcessRun(["cc", "-O2", "-shared", "-fPIC", "-o", library, source])) != nil
        else { return nil }
      #else
        return nil
      #endif
    }

    deinit { unlink(library) }
  }
}
