import ArgumentParser
import Diagnostics
import JSON
import Reports
import SpecFormat

/// Prints the page of one diagnostic code or name, or the list of all codes.
struct ExplainCommand: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "One page about a diagnostic code, or a name of specs.")

  @Argument(
    help: """
      The code, such as S101, or a name, such as attribute_set or between; without it, all codes \
      are listed.
      """, completion: .values(.codes))
  var subject: String?

  @OptionGroup var output: OutputOptions

  func judge(in context: CommandContext) throws -> Verdict {
    let known = KnownCodes.all
    guard let subject else {
      context.output.write(
        output.format == .json ? json(known) : known.map { "\($0.id)  \($0.title)\n" }.joined())
      return .clean
    }
    if let page = known.first(where: { $0.id == subject.uppercased() }) {
      context.output.write(
        output.format == .json
          ? json([page])
          : "\(page.id): \(page.title)\n\n\(ExplainCommand.named(page.explanation))\n")
      return .clean
    }
    let index = TermIndex(context.systems.map { $0.vocabulary() })
    let terms = index.named(subject)
    guard !terms.isEmpty else {
      let near =
        didYouMean(subject.uppercased(), among: known.map(\.id)) ?? index.proposal(for: subject)
      throw Stop(
        .invalid, "there is no code and no name '\(subject)'\(near.map { "; \($0)" } ?? "")")
    }
    context.output.write(
      output.format == .json
        ? json([], terms)
        : terms.map { TermPage(term: $0, style: context.style).text }.joined(separator: "\n"))
    return .clean
  }

  /// The page with its command lines as the command is called here.
  private static func named(_ page: String) -> String {
    RootCommand.verbs.reduce(page) { page, verb in
      page.replacing("pushtrace \(verb) ", with: "\(CommandContext.calledAs) \(verb) ")
        .replacing("pushtrace \(verb)'", with: "\(CommandContext.calledAs) \(verb)'")
    }
  }

  private func json(_ codes: [DiagnosticCode], _ terms: [Term] = []) -> String {
    document(.clean) { document in
      document.list("codes") { list in
        for code in codes {
          list.object { object in
            object.member("code", code.id)
            object.member("title", code.title)
            object.member("explanation", ExplainCommand.named(code.explanation))
          }
        }
      }
      document.list("terms") { list in
        for term in terms { list.object { $0.members(of: term) } }
      }
    }
  }
}
