import Diagnostics
import EventSourcing
import Reports

/// The gallery, or the story of one bug.
struct GalleryReport: PrintedReport {
  let bugs: [GalleryBug]
  /// Whether a line about each is enough for people.
  let isList: Bool

  static let reported = ReportMembers<GalleryReport> { it in
    it.list("bugs", \.bugs, "The bugs with their stories.") { bug in
      bug("name", \.name)
      bug("title", \.bug.title)
      bug("sdk", \.sdk, "The system that has it here.")
      bug("profile", \.bug.profile, "The profile under which it shows.")
      bug("evidence", \.bug.evidence.rawValue, "The part of it that the sources say.")
      bug("covers", \.bug.requirements, "The requirements that it breaks.")
      bug.list("sources", \.bug.sources, "The places where it is recorded.") { source in
        source("place", \.place)
        source("says", \.says)
      }
      bug("users", \.bug.seen, "The bug as users saw it.")
      bug("rule", \.bug.rule, "The rule as it should be.")
      bug("difference", \.bug.difference, "The behaviour of the machine with it.")
      bug("trace", \.trace, "The trace of an app with it.")
      bug("spec", \.spec, "The spec that fails with it and holds without it.")
    }
  }

  func text(_ style: TextStyle) -> String {
    isList ? list : bugs.map { $0.story.map { "\($0)\n" }.joined() }.joined()
  }

  private var list: String {
    var table = TextTable([.left, .left, .left, .left])
    for bug in bugs {
      table.add([
        bug.name, bug.bug.evidence.rawValue, bug.sdk, bug.bug.sources.first?.place ?? "",
      ])
    }
    let evidence = BugEvidence.allCases.map { "\($0.rawValue): \($0.meaning)" }
    let next = ["", "the story of one: \(CommandContext.calledAs) gallery NAME"]
    return (table.lines() + [""] + evidence + next).map { "\($0)\n" }.joined()
  }
}

extension BugEvidence {
  /// The meaning of the word for readers of the list.
  fileprivate var meaning: String {
    switch self {
    case .stated: "the source says what went wrong"
    case .inferred: "the source is terse; the order of events is our inference"
    case .transferred: "another SDK had it; here it is the same rule of this one"
    }
  }
}

/// A bug of the gallery with the machine that has it, and with its files.
struct GalleryBug: Sendable {
  /// The bug's name, and that of its files.
  let name: String
  let bug: RealBug
  /// The system with the bug.
  let system: RegisteredSystem

  /// The name of the system that has it.
  var sdk: String { system.name }

  /// The shortest spec that holds on the system and fails with the bug.
  var spec: String { "Specs/gallery/\(name).spec.yaml" }
  /// The days of an app with the bug, as a spec that claims nothing.
  var life: String { "Traces/Gallery/\(name).life.yaml" }
  /// The trace that the system with the bug records of those days.
  var trace: String { "Traces/Gallery/\(name).trace.jsonl" }

  /// The story in at most twenty lines.
  fileprivate var story: [String] {
    let facts = [
      sdk, bug.profile == "documents" ? nil : "profile \(bug.profile)", bug.evidence.rawValue,
      "breaks " + bug.requirements.joined(separator: ", "),
    ]
    let command = CommandContext.calledAs
    return ["\(name): \(bug.title)", "  " + facts.compactMap(\.self).joined(separator: " · ")]
      + bug.sources.flatMap { paragraph("source", "\($0.place): \($0.says)") }
      + paragraph("users", bug.seen) + paragraph("rule", bug.rule)
      + paragraph("bug", bug.difference)
      + [
        "look at it in the folder of the project:",
        "  \(command) triage \(trace)", "  \(command) check \(spec)",
        "  \(command) gallery \(name) -- check \(spec)",
      ]
  }

  /// A text of several lines beside its heading.
  private func paragraph(_ heading: String, _ text: String) -> [String] {
    let indent = 8
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, displayWidth(last) + displayWidth(String(word)) < 98 - indent {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines.enumerated().map { place, line in
      let margin = place == 0 ? heading : ""
      return margin + padding(margin, to: indent) + line
    }
  }
}

extension [RegisteredSystem] {
  /// The bugs of all systems.
  var bugs: [GalleryBug] { flatMap { $0.gallery() } }

  /// The bug of this name.
  func bug(_ name: String) throws(Stop) -> GalleryBug {
    let bugs = bugs
    if let bug = bugs.first(where: { $0.name == name }) { return bug }
    let near = didYouMean(name, among: bugs.map(\.name), after: "; ")
    let help = near.isEmpty ? "; '\(CommandContext.calledAs) gallery' lists all" : near
    throw Stop(.invalid, "the gallery has no bug '\(name)'\(help)")
  }
}
