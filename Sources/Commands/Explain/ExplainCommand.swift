import ArgumentParser
import Diagnostics
import Exchange
import Inspection
import Live
import Replay
import Reports
import SpecFormat
import Specs
import Traces
import YAML

/// Prints the page of one diagnostic code or name, or the list of all codes.
struct ExplainCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "One page about a diagnostic code, or a name of specs.")

  @Argument(
    help: """
      The code, such as S101, or a name, such as attribute_set or between; without it, all codes \
      are listed.
      """, completion: .values(.subjects))
  var subject: String?

  @OptionGroup var output: OutputOptions

  func report(in context: CommandContext) throws -> Explained {
    let known = KnownCodes.all
    guard let subject else { return Explained(codes: known, isList: true) }
    if let page = known.first(where: { $0.id == subject.uppercased() }) {
      return Explained(codes: [page])
    }
    let index = TermIndex(context.systems)
    let terms = index.named(subject)
    guard terms.isEmpty else { return Explained(terms: terms) }
    let near =
      didYouMean(subject.uppercased(), among: known.map(\.id))
      ?? didYouMean(subject, among: index.names)
    throw Stop(
      .invalid, "there is no code and no name '\(subject)'\(near.map { "; \($0)" } ?? "")")
  }
}

/// The pages of codes and names.
struct Explained: PrintedReport {
  var codes: [DiagnosticCode] = []
  var terms: [Term] = []
  /// Whether the titles of the codes are enough for people.
  var isList = false

  static let reported = ReportMembers<Explained> { it in
    it.list("codes", \.codes, "Diagnostic codes with their pages.") { code in
      code("code", \.id)
      code("title", \.title)
      code("explanation", { Explained.named($0.explanation) })
    }
    it("terms", \.terms, "Names with all about them.")
  }

  func text(_ style: TextStyle) -> String {
    if isList { return codes.map { "\($0.id)  \($0.title)\n" }.joined() }
    let pages =
      codes.map { "\($0.id): \($0.title)\n\n\(Explained.named($0.explanation))\n" }
      + terms.map { TermPage(term: $0, style: style).text }
    return pages.joined(separator: "\n")
  }

  private static func named(_ page: String) -> String {
    RootCommand.verbs.reduce(page) { page, verb in
      page.replacing("pushtrace \(verb) ", with: "\(CommandContext.calledAs) \(verb) ")
        .replacing("pushtrace \(verb)'", with: "\(CommandContext.calledAs) \(verb)'")
    }
  }
}

/// The codes of all modules, in the order of their ids.
enum KnownCodes {
  static let all: [DiagnosticCode] = [
    CommandCodes.all, YAMLCodes.all, SpecFormatCodes.all, SpecCodes.all, TraceCodes.all,
    ReplayCodes.all, InspectionCodes.all, ExchangeCodes.all, LiveCodes.all, LintCodes.all,
  ].flatMap(\.self).sorted { $0.id < $1.id }
}
