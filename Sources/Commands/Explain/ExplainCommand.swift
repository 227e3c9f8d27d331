import ArgumentParser
import Diagnostics
import JSON
import Reports

/// Prints the page of one diagnostic code, or the list of all.
struct ExplainCommand: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "One page about a diagnostic code.")

  @Argument(
    help: "The code, such as S101; without it, all codes are listed.", completion: .values(.codes))
  var code: String?

  @OptionGroup var output: OutputOptions

  func judge(in context: CommandContext) throws -> Verdict {
    let known = KnownCodes.all
    guard let code else {
      context.output.write(
        output.format == .json ? json(known) : known.map { "\($0.id)  \($0.title)\n" }.joined())
      return .clean
    }
    guard let page = known.first(where: { $0.id == code.uppercased() }) else {
      let near = didYouMean(code.uppercased(), among: known.map(\.id)).map { "; \($0)" }
      throw Stop(.invalid, "there is no code '\(code)'\(near ?? "")")
    }
    context.output.write(
      output.format == .json
        ? json([page]) : "\(page.id): \(page.title)\n\n\(page.explanation)\n")
    return .clean
  }

  private func json(_ codes: [DiagnosticCode]) -> String {
    document(.clean) { document in
      document.list("codes") { list in
        for code in codes {
          list.object { object in
            object.member("code", code.id)
            object.member("title", code.title)
            object.member("explanation", code.explanation)
          }
        }
      }
    }
  }
}
