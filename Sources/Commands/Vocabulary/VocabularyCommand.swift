import ArgumentParser
import Diagnostics
import Reports
import SpecFormat

/// Shows the names that an author can write, or all about some of them.
struct VocabularyCommand: ReportingCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "vocabulary",
      abstract: "Every name that a spec can use: its type, its default, a sentence and an example.",
      discussion: """
        Without words all names are listed; with the name of a system, those of the system. A name \
        shows its page, other words what has all of them in its name, its sentence or its fields:

          \(CommandContext.calledAs) vocabulary mobilepush
          \(CommandContext.calledAs) vocabulary mobilepush inbox
          \(CommandContext.calledAs) vocabulary attribute_set
          \(CommandContext.calledAs) vocabulary between
        """)
  }

  @Argument(help: "A system, and a name or words to look for.")
  var words: [String] = []

  @OptionGroup var output: OutputOptions

  /// From how many terms on a search shows a list instead of pages.
  private static let fewest = 4

  func report(in context: CommandContext) throws -> VocabularyReport {
    let named = words.first.flatMap { context.systems.named($0) }
    let systems = named.map { [$0] } ?? context.systems
    let wanted = named == nil ? words : Array(words.dropFirst())
    let index = TermIndex(
      systems.map { SystemVocabulary($0.machine) }, format: named == nil || !wanted.isEmpty)
    let (pages, others) = try found(wanted, in: index, named == nil ? context.systems.names : [])
    return VocabularyReport(pages: pages, others: others)
  }

  /// What is shown in full, and what is listed; the first word may be meant as one of `systems`.
  private func found(
    _ wanted: [String], in index: TermIndex, _ systems: [String]
  ) throws -> (pages: [Term], others: [Term]) {
    if wanted.isEmpty { return ([], index.terms) }
    let exact = wanted.count == 1 ? index.named(wanted[0]) : []
    let others = index.matching(wanted).filter { !exact.contains($0) }
    if exact.isEmpty, others.isEmpty {
      let near =
        didYouMean(wanted[0], among: systems)
        ?? index.proposal(for: wanted.joined(separator: "_"))
      throw Stop(
        .invalid,
        "no name has '\(wanted.joined(separator: " "))' in it\(near.map { "; \($0)" } ?? "")")
    }
    return exact.isEmpty && others.count < Self.fewest ? (others, []) : (exact, others)
  }
}

/// The terms that were asked for.
struct VocabularyReport: PrintedReport {
  /// The terms that are shown in full.
  let pages: [Term]
  /// The terms that are listed.
  let others: [Term]

  static let reported = ReportMembers<VocabularyReport> { it in
    it("terms", { $0.pages + $0.others }, "Names with all about them.")
  }

  func text(_ style: TextStyle) -> String {
    let full = pages.map { TermPage(term: $0, style: style).text }
    let title = pages.isEmpty || others.isEmpty ? [] : [style.paint("see also", .emphasis) + "\n"]
    return (full + title + [list(others, style)]).filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The terms under the headings of their kinds.
  private func list(_ terms: [Term], _ style: TextStyle) -> String {
    let several = Set(terms.compactMap(\.system)).count > 1
    var blocks: [String] = []
    for kind in Term.Kind.allCases {
      let own = terms.filter { $0.kind == kind }
      if own.isEmpty { continue }
      var table = TextTable([.left, .left])
      for term in own {
        let system = several ? term.system.map { " (\($0))" } ?? "" : ""
        let place =
          if case .form(let form) = term.example.place, kind == .key {
            "in \(form.phrase): "
          } else {
            ""
          }
        table.add([term.name + system, place + term.summary])
      }
      blocks.append(
        ([style.paint(kind.heading, .emphasis)] + table.lines(indent: 2)).joined(separator: "\n")
          + "\n")
    }
    return blocks.joined(separator: "\n")
  }
}
