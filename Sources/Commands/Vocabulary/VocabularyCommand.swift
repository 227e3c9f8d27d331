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

  @Argument(
    help: "A system, and a name or words to look for.", completion: .values(.words))
  var words: [String] = []

  @OptionGroup var output: OutputOptions

  /// The number of terms from which on a search shows a list instead of pages.
  private static let fewest = 4

  func report(in context: CommandContext) throws -> VocabularyReport {
    let named = words.first.flatMap { context.systems.named($0) }
    let systems = named.map { [$0] } ?? context.systems
    let wanted = named == nil ? words : Array(words.dropFirst())
    let index = TermIndex(systems, format: named == nil || !wanted.isEmpty)
    let (pages, others) = try found(wanted, in: index, named == nil ? context.systems.names : [])
    return VocabularyReport(pages: pages, others: others)
  }

  /// Finds the words that are shown in full and those that are listed; the first word may be meant
  /// as one of `systems`.
  private func found(
    _ wanted: [String], in index: TermIndex, _ systems: [String]
  ) throws -> (pages: [Term], others: [Term]) {
    if wanted.isEmpty { return ([], index.terms) }
    let exact = wanted.count == 1 ? index.named(wanted[0]) : []
    let others = index.matching(wanted).filter { !exact.contains($0) }
    if exact.isEmpty, others.isEmpty {
      let near =
        didYouMean(wanted[0], among: systems)
        ?? didYouMean(wanted.joined(separator: "_"), among: index.names)
      throw Stop(
        .invalid,
        "no name has '\(wanted.joined(separator: " "))' in it\(near.map { "; \($0)" } ?? "")")
    }
    return exact.isEmpty && others.count < Self.fewest ? (others, []) : (exact, others)
  }
}

/// The terms that were asked for.
struct VocabularyReport: PrintedReport {
  let pages: [Term]
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
        let place = term.keyPlace.map { "in \($0): " } ?? ""
        table.add([term.name + system, place + term.summary])
      }
      blocks.append(
        ([style.paint(kind.heading, .emphasis)] + table.lines(indent: 2)).joined(separator: "\n")
          + "\n")
    }
    return blocks.joined(separator: "\n")
  }
}

/// The names that authors can write, and the search among them.
struct TermIndex {
  let terms: [Term]
  var names: [String] { terms.map(\.name) }

  /// The names of the format and of these systems, kind by kind.
  init(_ systems: [RegisteredSystem], format: Bool = true) {
    let all =
      systems.flatMap { $0.vocabulary.terms } + (format ? Term.ofFormat : [])
    terms = Term.Kind.allCases.flatMap { kind in all.filter { $0.kind == kind } }
  }

  /// The terms of this name; a part of a state has its last name too, and a name without a page is
  /// that of a key of a rule, or of a word that a key takes.
  func named(_ name: String) -> [Term] {
    let wanted = name.lowercased()
    let whole = terms.filter { $0.name.lowercased() == wanted }
    if !whole.isEmpty { return whole }
    let parts = terms.filter { $0.name.lowercased().hasSuffix(".\(wanted)") }
    if !parts.isEmpty { return parts }
    return terms.filter { term in
      let inner = (term.kind == .rule ? term.members.map(\.name) : []) + term.choices.map(\.name)
      return term.system == nil && inner.contains(wanted)
    }
  }

  /// The terms that have every word somewhere: in the name, the sentence, a field or a choice.
  func matching(_ words: [String]) -> [Term] {
    let wanted = words.map { $0.lowercased() }
    return terms.filter { term in
      let text = term.searchText
      return wanted.allSatisfy { text.contains($0) }
    }
  }
}

extension Term {
  /// The form in which a key stands.
  fileprivate var keyPlace: String? {
    if case .form(let form) = example.place, kind == .key { form.phrase } else { nil }
  }

  fileprivate var searchText: String {
    let inner = members.flatMap { [$0.name, $0.summary] + $0.choices.map { $0.name } }
    return ([name, kind.phrase, system ?? "", summary] + choices.map { $0.name } + inner)
      .joined(separator: "\n").lowercased()
  }
}

/// One term as text: a page, or a row of a list.
struct TermPage {
  let term: Term
  let style: TextStyle

  /// Everything about the term.
  var text: String {
    var lines = [style.paint(term.name, .emphasis) + ": " + title]
    if !term.summary.isEmpty { lines += ["", "  " + term.summary] }
    lines += facts + members
    lines += ["", "  example, \(term.example.place.phrase):", "    " + term.example.text]
    return lines.joined(separator: "\n") + "\n"
  }

  private var title: String {
    let place = term.keyPlace.map { " of \($0)" } ?? ""
    return term.kind.phrase + place + (term.system.map { " of \($0)" } ?? "")
  }

  private var facts: [String] {
    var rows = TextTable([.left, .left])
    if !term.type.isEmpty { rows.add(["takes", term.type]) }
    for choice in term.choices where !choice.summary.isEmpty {
      rows.add(["", "\(choice.name): \(choice.summary)"])
    }
    if term.kind == .notation {
      rows.add(["such as", term.choices.map { $0.name }.joined(separator: "  ")])
    }
    if let otherwise = term.otherwise { rows.add(["left out", otherwise]) }
    let lines = rows.lines(indent: 2)
    return lines.isEmpty ? [] : [""] + lines
  }

  private var members: [String] {
    if term.members.isEmpty { return [] }
    var table = TextTable([.left, .left, .left])
    for member in term.members {
      let known = member.choices.first.map { member.type.contains($0.name) } ?? true
      let choices = known ? "" : ": " + member.choices.map { $0.name }.joined(separator: " | ")
      let presence =
        member.isRequired ? " (required)" : member.otherwise.map { " (left out: \($0))" } ?? ""
      table.add([member.name, member.type + choices + presence, member.summary])
    }
    return ["", term.kind == .event || term.kind == .effect ? "  fields:" : "  with:"]
      + table.lines(indent: 4)
  }
}

extension Term: ReportedRecord {
  package static let reported = ReportMembers<Term> { term in
    term("kind", \.kind, "The kind of thing that it names.")
    term("name", \.name, "The name as it is written.")
    term.nullable("system", \.system, "The system that has it; null for all.")
    term("summary", \.summary, "Its meaning in a sentence.")
    term("type", \.type, "The values that may stand under it, in words.")
    term("choices", \.choices, "The names that may stand under it.")
    term.nullable("default", \.otherwise, "The value where it is left out, as YAML.")
    term.list("members", \.members, "Its fields or keys.") { member in
      member("name", \.name)
      member("summary", \.summary)
      member("type", \.type)
      member("choices", \.choices)
      member("required", \.isRequired)
      member.nullable("default", \.otherwise)
    }
    term.object("example", \.example, "It in use, and where that stands.") { example in
      example("yaml", \.text)
      example("place", \.place.phrase)
    }
  }

  package static var shared: SharedForm? { ("term", "A name with all about it.") }
}

extension Term.Kind: Reported {}

extension GrammarWord: ReportedRecord {
  package static let reported = ReportMembers<GrammarWord> { word in
    word("name", \.name)
    word("summary", \.summary)
  }
}
