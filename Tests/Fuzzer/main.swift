import CLibFuzzer
import Fuzzing
import Glibc

/// What one process fuzzes.
enum Fuzzer {
  /// The kind is no argument: libFuzzer would take it for a folder, and repeats its arguments to
  /// the processes that it starts.
  static let kind = getenv("FUZZ").flatMap { FuzzInput(rawValue: String(cString: $0)) }
  static let target = FuzzTarget(ProjectFolder("."))
}

// Runs libFuzzer on one kind of input: `FUZZ=KIND Fuzzer FOLDER… [-option=value…]`.
if Fuzzer.kind == nil {
  let kinds = FuzzInput.allCases.map(\.rawValue).joined(separator: "|")
  print("usage: FUZZ=\(kinds) Fuzzer FOLDER… [-option=value…]")
  exit(64)
}

var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(
  LLVMFuzzerRunDriver(&count, &arguments) { start, count in
    guard let kind = Fuzzer.kind else { return -1 }
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    let contradictions = Fuzzer.target.contradictions(in: bytes, as: kind)
    precondition(contradictions.isEmpty, contradictions.joined(separator: "\n"))
    return 0
  })
