import ArgumentParser
import Diagnostics
import SpecFormat
import Specs

/// Values of options that the parser does not know: they come from systems and from specs.
enum CompletedValues: String, ExpressibleByArgument, CaseIterable {
  case systems, ids, tags, requirements, readings, profiles, codes

  /// The values, each once and in a fixed order; what specs have are those of the folder Specs.
  func lines(among systems: [RegisteredSystem]) -> [String] {
    switch self {
    case .systems: systems.names
    case .readings: unique(systems.flatMap(\.readingVariants))
    case .profiles: unique(systems.flatMap(\.profileNames))
    case .codes: KnownCodes.all.map(\.id)
    case .ids, .tags, .requirements: ofSpecs(systems)
    }
  }

  private func ofSpecs(_ systems: [RegisteredSystem]) -> [String] {
    // A folder without specs, or with broken ones, completes less and is no reason to complain.
    guard let session = try? CheckSession(SpecRequest(paths: []), systems: systems) else {
      return []
    }
    let titles = session.runs.map(\.scenario.title)
    switch self {
    case .ids: return unique(titles.compactMap { $0.id?.text })
    case .tags: return unique(titles.flatMap(\.tags)).sorted()
    case .requirements:
      return session.catalogues.flatMap(\.requirements).flatMap { requirement in
        [requirement.id.text] + requirement.clauses.map { $0.id.text }
      }
    case .systems, .readings, .profiles, .codes: return []
    }
  }

  private func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }
}

extension CompletionKind {
  /// Values that the command itself lists.
  static func values(_ values: CompletedValues) -> CompletionKind {
    .shellCommand("\(CommandContext.calledAs) completion --values \(values.rawValue)")
  }

  /// Specs and folders.
  static var specs: CompletionKind { .file(extensions: ["yaml"]) }

  /// Traces and folders.
  static var traces: CompletionKind { .file(extensions: ["jsonl"]) }
}
