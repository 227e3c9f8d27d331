import Diagnostics
import JSON
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

extension JSONOutput {
  /// Writes a term's members into the object that is open.
  mutating func members(of term: Term) {
    member("kind", term.kind.rawValue)
    member("name", term.name)
    member("system", term.system)
    member("summary", term.summary)
    member("type", term.type)
    choices(term.choices)
    member("default", term.otherwise)
    list("members") { list in
      for member in term.members {
        list.object { object in
          object.member("name", member.name)
          object.member("summary", member.summary)
          object.member("type", member.type)
          object.choices(member.choices)
          object.member("required", member.isRequired)
          object.member("default", member.otherwise)
        }
      }
    }
    object("example") { example in
      example.member("yaml", term.example.text)
      example.member("place", term.example.place.phrase)
    }
  }

  private mutating func choices(_ words: [GrammarWord]) {
    list("choices") { list in
      for word in words {
        list.object { object in
          object.member("name", word.name)
          object.member("summary", word.summary)
        }
      }
    }
  }
}
