import ArgumentParser
import Diagnostics
import JSON
import Reports
import SpecFormat
import Specs

/// Looks for specs that run, but prove less than they seem to.
struct LintCommand: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Specs that prove less than they seem to.",
    discussion: """
      Vague names, scenarios that assert nothing, rules that nothing exercises, fixtures that no \
      spec uses, scenarios that say the same, steps that replace those of 'defaults', and \
      windows wider than the requirement allows. \
      'explain CODE' says more about each. A comment '# lint: CODE reason' on the line of a \
      finding, or above it, justifies it.
      """)

  @Argument(help: "Specs or folders of specs; without any, the folder Specs.", completion: .specs)
  var paths: [String] = []

  @OptionGroup var output: OutputOptions

  func judge(in context: CommandContext) async throws -> Verdict {
    let session = try CheckSession(SpecRequest(paths: paths), systems: context.systems)
    let results = await ScenarioRunners.run(
      session.runs, session.options, jobs: 1, failFast: false)
    let folders = (paths.isEmpty ? ["Specs"] : paths).filter { FileTree.isFolder($0) == true }
    let linter = Linter(session, results, folders: folders)
    let verdict = verdict(of: linter, session)
    switch output.format {
    case .json:
      context.output.write(
        document(verdict, findings: session.findings + linter.findings) { document in
          document.list("justified") { list in
            for finding in linter.justified { list.object { $0.members(of: finding) } }
          }
        })
    case .text:
      let sources = session.sources.texts(for: session.findings + linter.findings)
      for finding in session.findings + linter.findings {
        context.show(finding, sources: sources)
        context.output.write("\n")
      }
      context.output.write(summary(of: linter, scenarios: session.runs.count))
    }
    return verdict
  }

  private func summary(of linter: Linter, scenarios: Int) -> String {
    "\(counted(scenarios, "scenario")): \(counted(linter.findings.count, "finding")), "
      + "\(linter.justified.count) justified\n"
  }

  private func verdict(of linter: Linter, _ session: CheckSession) -> Verdict {
    if session.hasErrors { return .invalid }
    return linter.findings.isEmpty ? .clean : .finding
  }
}
