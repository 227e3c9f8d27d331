import Diagnostics
import Reports
import SpecFormat

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
    let place =
      if case .form(let form) = term.example.place, term.kind == .key {
        " of \(form.phrase)"
      } else {
        ""
      }
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
    term("kind", \.kind, "What it is a name of.")
    term("name", \.name, "The name as it is written.")
    term.nullable("system", \.system, "The system that has it; null for all.")
    term("summary", \.summary, "What it means.")
    term("type", \.type, "What may stand under it, in words.")
    term("choices", \.choices, "The names that may stand under it.")
    term.nullable("default", \.otherwise, "What holds where it is left out, as YAML.")
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
