import CommandTesting
import Foundation
import Testing

/// The hooks before a commit and the GitHub action, run as git and GitHub run them.
struct HooksTests {
  private let folder = TemporaryFolder()
  private static let spec = """
    format: 1
    sdk: mobilepush
    scenarios:
      - name: A change leaves after a minute
        id: A
        given: { use: [registered_device] }
        steps:
          - at: 0s
            event: attribute_set
            with: { key: city, value: Oslo }
          - at: 60s
            expect: [send_registration]

    """

  private static let broken = spec.replacing("at: 60s", with: "at: 61s")

  /// Makes the folder a repository with one commit, in which the hook is installed.
  private func makeRepository() throws {
    try git(
      """
      git init -q; git config user.email a@b.c; git config user.name A
      git config core.hooksPath '\(Project.root.path)/.githooks'
      git commit -q --allow-empty -m first
      """)
  }

  @discardableResult
  private func git(_ line: String) throws -> CommandProcess {
    try CommandProcess(
      shell: "export PUSHTRACE='\(Project.command.path)'; cd '\(folder.url.path)'; \(line)")
  }

  @Test func `a commit whose specs pass goes through`() throws {
    try makeRepository()
    try folder.write(Self.spec, to: "Specs/a.spec.yaml")
    let run = try git("git add .; git commit -q -m spec").exits(0)
    #expect(run.output.contains("1 passed") || run.errors.contains("1 passed"))
  }

  @Test func `a commit whose specs fail is refused with the place`() throws {
    try makeRepository()
    try folder.write(Self.broken, to: "Specs/a.spec.yaml")
    try git("git add .; git commit -q -m spec").exits(1).printsError("Specs/a.spec.yaml:")
    #expect(try git("git log --oneline | wc -l").output.contains("1"))
  }

  @Test func `what is staged is run, not what stands in the folder`() throws {
    try makeRepository()
    try folder.write(Self.broken, to: "Specs/a.spec.yaml")
    try git("git add .")
    try folder.write(Self.spec, to: "Specs/a.spec.yaml")
    try git("git commit -q -m spec").exits(1)
  }

  @Test func `a commit without specs runs none, and one that removes them neither`() throws {
    try makeRepository()
    try folder.write("text\n", to: "notes 'of mine'.txt")
    try git("git add .; git commit -q -m notes").exits(0)
    try folder.write(Self.spec, to: "Specs/a b.spec.yaml")
    try git("git add .; git commit -q -m spec").exits(0)
    try git("git rm -q -r Specs; git commit -q -m none").exits(0)
  }

  @Test func `a changed fixture runs all specs`() throws {
    try makeRepository()
    try folder.write(
      Self.spec.replacing("registered_device", with: "mine"), to: "Specs/a.spec.yaml")
    let fixture = "format: 1\nsdk: mobilepush\nfixture: mine\nhistory:\n"
    try folder.write(
      fixture + "  - { at: -1h, event: app_launched }\n", to: "Specs/fixtures/mine.yaml")
    try git("git add .; git commit -q --no-verify -m specs")
    try folder.write(
      fixture + "  - { at: -10s, event: app_launched }\n", to: "Specs/fixtures/mine.yaml")
    try git("git add .; git commit -q -m fixture").exits(0)
    try folder.write(
      "format: 1\nsdk: mobilepush\nfixture: mine\nhistory: []\n", to: "Specs/fixtures/mine.yaml")
    try git("git add .; git commit -q -m fixture").exits(1)
    try git("git rm -q -r -f Specs; git commit -q -m none").exits(0)
  }

  private func action(options: String = "", traces: String = "") throws -> CommandProcess {
    try git(
      """
      export PUSHTRACE_PATHS=Specs PUSHTRACE_OPTIONS='\(options)' GITHUB_STEP_SUMMARY=summary
      export PUSHTRACE_TRACES='\(traces)' PUSHTRACE_PAGE=page.html
      '\(Project.root.path)/.github/actions/check/run'
      """)
  }

  @Test func `the action annotates the line that fails`() throws {
    try folder.write(Self.broken, to: "Specs/a.spec.yaml")
    try action().exits(1).prints("::error file=Specs/a.spec.yaml,line=")
    let summary = try folder.text("summary")
    #expect(summary.contains("1 failed"))
  }

  @Test func `the action passes its options on, and the exit code back`() throws {
    try folder.write(Self.spec, to: "Specs/a.spec.yaml")
    try action().exits(0)
    try action(options: "--id\nB").exits(2)
  }

  @Test func `the action replays the traces of a repository, and keeps the page of the run`()
    throws
  {
    try folder.write(Self.spec, to: "Specs/a.spec.yaml")
    let trace = try Project.text("/Traces/mobilepush/login.trace.jsonl")
    try folder.write(trace, to: "Field/exact.trace.jsonl")
    try action(traces: "Field").exits(0)
    let page = try folder.text("page.html")
    #expect(page.contains("A change leaves after a minute"))
    let drifting = try Project.text("/Specs/must_fail/recordings/altered.trace.jsonl")
    try folder.write(drifting, to: "Field/other.trace.jsonl")
    try action(traces: "Field\n").exits(1).prints("Field/other.trace.jsonl")
  }

  @Test func `the hooks for pre-commit run verbs that there are`() async throws {
    let text = try Project.text("/.pre-commit-hooks.yaml")
    let verbs = text.matches(of: /entry: pushtrace (.*)/).map { String($0.1) }
    #expect(verbs == ["check", "check", "lint"])
    try folder.write(Self.broken, to: "Specs/a.spec.yaml")
    for verb in verbs {
      let run = try await CommandRun("\(verb) Specs/a.spec.yaml", in: folder.url)
      #expect(run.status == (verb == "check" ? 1 : 0), "\(run.output)\(run.errors)")
    }
  }

  @Test func `the action file leads to its script`() throws {
    let text = try Project.text("/.github/actions/check/action.yml")
    #expect(text.contains(#"run: '"$GITHUB_ACTION_PATH/run"'"#))
    let script = Project.root.appending(path: ".github/actions/check/run").path
    #expect(FileManager.default.isExecutableFile(atPath: script))
  }
}
