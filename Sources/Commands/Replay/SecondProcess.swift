import Diagnostics
import Files
import Replay
import Reports

/// This command again, in a process with another hash seed, time zone and locale, that folds the
/// same traces and says what each of them comes to.
struct SecondProcess {
  private let child: ChildProcess

  /// Starts the program at `path`; `arguments` are those of `replay` that bear on the fold.
  init(_ path: String, _ arguments: [String]) throws(Stop) {
    do throws(POSIX.Failure) {
      child = try ChildProcess(
        path, ["replay", "--fold-digests"] + arguments,
        environment: SecondProcess.environment(beside: ExecutionEnvironment.current.variables))
    } catch {
      throw Stop(.internalError, "the second process of --twice could not be started: \(error)")
    }
  }

  /// The environment of the second process, which differs in all that a machine must not read.
  static func environment(beside own: [String: String]) -> [String] {
    var other = own
    // Without the variable each process draws a seed of its own; with it the seed is fixed.
    other["SWIFT_DETERMINISTIC_HASHING"] = own["SWIFT_DETERMINISTIC_HASHING"] == nil ? "1" : nil
    other["TZ"] = own["TZ"] == "Pacific/Chatham" ? "UTC" : "Pacific/Chatham"
    let locale = own["LC_ALL"] == "tr_TR.UTF-8" ? "C" : "tr_TR.UTF-8"
    for name in ["LC_ALL", "LANG"] { other[name] = locale }
    return other.map { "\($0.key)=\($0.value)" }.sorted()
  }

  /// Compares the next trace; `own` is what it came to here, `nil` where it cannot be read.
  func finding(on file: String, _ own: FoldDigest?) throws -> Diagnostic? {
    guard let line = try child.nextLine() else {
      throw Stop(
        .internalError, "the second process of --twice ended early, with \(child.exitCode())")
    }
    guard let own else { return nil }
    guard let other = FoldDigest(text: line) else {
      throw Stop(.internalError, "the second process of --twice gave no digest of '\(file)'")
    }
    return own.firstDifference(from: other).map { place in
      Diagnostic(
        .unstableReplay, "a second process gives other effects or states", at: nil,
        notes: [
          "first between records \(place.after + 1) and \(place.upTo) of \(file)",
          "the second process has another hash seed, time zone and locale",
        ])
    }
  }
}
