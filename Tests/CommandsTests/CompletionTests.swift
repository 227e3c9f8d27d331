import CommandTesting
import Foundation
import Testing

/// Completes in real shells, with the built command first in PATH.
struct CompletionTests {
  private let folder = TemporaryFolder()

  /// Fills the folder with a few of the project's specs, which are read again for each proposal.
  private func makeSmallProject() throws {
    for path in ["Specs/mobilepush/throttle.spec.yaml", "Specs/mobilepush/inbox.spec.yaml"] {
      try folder.write(try Project.text("/\(path)"), to: path)
    }
    try folder.link(["Specs/requirements.yaml", "Specs/fixtures", "Traces"])
  }

  /// What bash proposes for the last of `words`.
  private func completed(_ words: [String]) throws -> [String] {
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    try makeSmallProject()
    let run = try CommandProcess(
      shell: """
        unset -f pushtrace; PATH="\(Self.commandFolder):$PATH"
        source <(command pushtrace completion bash)
        COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count - 1)
        COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
        complete=$(complete -p pushtrace | sed 's/.*-F \\([^ ]*\\).*/\\1/')
        $complete pushtrace "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
        printf '%s\\n' "${COMPREPLY[@]}"
        """, in: folder.url)
    #expect(run.errors == "")
    return run.output.split(separator: "\n").map(String.init)
  }

  private static let commandFolder = Project.command.deletingLastPathComponent().path

  @Test(arguments: [
    (["pushtrace", "cove"], "coverage"),
    (["pushtrace", "check", "--cov"], "--covers"),
    (["pushtrace", "check", "--covers", "REG-1"], "REG-13"),
    (["pushtrace", "check", "--covers", "ENG-1.in"], "ENG-1.in_app"),
    (["pushtrace", "check", "--id", "THR-0"], "THR-01"),
    (["pushtrace", "check", "--tag", "regis"], "registration"),
    (["pushtrace", "check", "--reading", "send=e"], "send=earliest"),
    (["pushtrace", "check", "--profile", "an"], "android"),
    (["pushtrace", "new", "--sdk", "mobile_"], "mobile_engage"),
    (["pushtrace", "simulate", "--sdk", "mobile_"], "mobile_engage"),
    (["pushtrace", "explore", "--sdk", "mobile_"], "mobile_engage"),
    (["pushtrace", "gallery", "second"], "second-app-start"),
    (["pushtrace", "explain", "L00"], "L003"),
    (["pushtrace", "explain", "attribute_s"], "attribute_set"),
    (["pushtrace", "vocabulary", "mobilep"], "mobilepush"),
    (["pushtrace", "vocabulary", "mobilepush", "inbox_r"], "inbox_refresh_requested"),
    (["pushtrace", "schema", "acc"], "acceptances"),
    (["pushtrace", "simulate", "--faults", "pro"], "process_end"),
    (["pushtrace", "check", "--report", "ju"], "junit="),
    (["pushtrace", "replay", "Traces/mobilepush/log"], "Traces/mobilepush/login.trace.jsonl"),
    (["pushtrace", "check", "Specs/mobilepush/inb"], "Specs/mobilepush/inbox.spec.yaml"),
    (["pushtrace", "completion", "f"], "fish"),
  ])
  func `bash completes verbs, options and values`(words: [String], wanted: String) throws {
    let proposals = try completed(words)
    #expect(
      proposals.contains { $0.trimmingCharacters(in: .whitespaces) == wanted }, "\(proposals)")
  }

  @Test(arguments: ["zsh", "fish"])
  func `the script is valid for its shell`(shell: String) async throws {
    let script = try await CommandRun("completion \(shell)").exits(0)
    script.prints("completion --values ids")
    let path = "/usr/bin/\(shell)"
    guard FileManager.default.isExecutableFile(atPath: path) else { return }
    let file = try folder.write(script.output, to: "script")
    try CommandProcess(shell: "\(path) -n \(file)").exits(0)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/fish")))
  func `fish completes values`() throws {
    try makeSmallProject()
    try CommandProcess(
      shell: """
        PATH="\(Self.commandFolder):$PATH" fish --no-config -c '
          pushtrace completion fish | source
          complete -C "pushtrace check --covers REG-1"'
        """, in: folder.url
    ).prints("REG-13")
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/zsh")))
  func `zsh completes values`() throws {
    // A terminal of its own, in which the line is typed with a tab behind it.
    let script = try folder.write(
      """
      zmodload zsh/zpty
      zpty shell zsh -f -i
      zpty -w shell "PATH=\(Self.commandFolder):\\$PATH; autoload -Uz compinit; compinit -u -D"
      zpty -w shell "source <(pushtrace completion zsh); compdef _pushtrace pushtrace"
      zpty -w shell "print rea''dy"
      zpty -r -m shell started '*ready*'
      zpty -w -n shell $'pushtrace new --sdk mobile_\\t'
      zpty -r -m shell seen '*mobile_engage*'
      print -r -- "$seen"
      """, to: "complete.zsh")
    try CommandProcess(shell: "timeout 30 zsh -f \(script)").prints("mobile_engage")
  }

  @Test func `values are those of the folder, and none without specs`() async throws {
    let run = try await CommandRun("completion --values ids", in: folder.url).exits(0)
    #expect(run.output == "")
    let systems = try await CommandRun("completion --values systems", in: folder.url)
    #expect(systems.output == "mobilepush\nmobile_engage\n")
  }

  @Test func `a shell has to be named, and be a known one`() async throws {
    try await CommandRun("completion").exits(64)
    try await CommandRun("completion tcsh").exits(64)
  }
}
