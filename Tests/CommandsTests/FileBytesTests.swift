import CommandTesting
import Testing

struct FileBytesTests {
  private let folder = TemporaryFolder()

  @Test(arguments: ["check", "replay", "verify"])
  func `a named pipe is refused and not waited for`(verb: String) throws {
    let pipe = folder.path("pipe")
    try CommandProcess(shell: "mkfifo '\(pipe)'; pushtrace \(verb) '\(pipe)'").exits(2).prints(
      "named pipe")
  }

  @Test(arguments: [
    "check <(cat \(OutputTests.spec))", "replay --twice <(cat \(OutputTests.trace))",
    "verify /dev/stdin < \(OutputTests.trace)", "replay - < \(OutputTests.trace)",
  ])
  func `the output of another program is read`(line: String) throws {
    try CommandProcess(shell: "pushtrace \(line)").exits(0)
  }

  @Test func `a stream without an end is refused`() throws {
    try CommandProcess(shell: "pushtrace replay - < /dev/zero").exits(2).prints(
      "longer than 512 MiB")
    try CommandProcess(shell: "pushtrace check - < /dev/zero").exits(2)
  }

  @Test(arguments: [("check", OutputTests.spec), ("replay", OutputTests.trace)])
  func `a compressed file is called that`(verb: String, path: String) throws {
    let packed = folder.path("packed")
    try CommandProcess(
      shell: "gzip -c '\(path)' > '\(packed)'; pushtrace \(verb) '\(packed)'"
    ).exits(2).prints("error[S026]: '\(packed)' is compressed by gzip")
    try CommandProcess(shell: "gzip -c '\(path)' | pushtrace \(verb) -").prints("error[S026]")
  }

  @Test func `a byte order mark does not hide the content of a trace`() throws {
    try CommandProcess(
      shell: "(printf '\\xef\\xbb\\xbf'; cat \(OutputTests.trace)) | pushtrace replay -"
    ).exits(2).prints("byte order mark")
  }
}
