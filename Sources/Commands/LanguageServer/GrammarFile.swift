import Diagnostics
import EventSourcing
import SpecFormat
import Traces
import YAML

/// A file as the grammar has it: every key and value with what may stand there.
struct GrammarFile {
  let form: Form
  let system: SystemVocabulary?
  let catalogue: Catalogue?
  let words: GrammarWords
  let places: [GrammarPlace]
}

/// Reads files with the grammar.
struct GrammarReader {
  let files: SpecFiles
  private let systems: [SystemVocabulary]

  init(_ systems: [RegisteredSystem], _ files: SpecFiles) {
    self.files = files
    self.systems = systems.map(\.vocabulary)
  }

  /// The file that has this tree; `nil` for one of some other program.
  func file(_ root: YAMLNode, at path: String) -> GrammarFile? {
    guard let form = Form(ofFile: path, root: root) else { return nil }
    let system = systems.first { $0.name == root["sdk"]?.text }
    let catalogue = Catalogue(for: path, in: files)
    func own(_ folder: String, _ suffix: String) -> [GrammarWord] {
      plain(files.names(in: folder, suffix: suffix, near: path, of: system?.name))
    }
    let words = GrammarWords(system) { kind, item in
      switch kind {
      case .system: plain(systems.map { $0.name })
      case .fixture: own("fixtures", ".yaml")
      case .rules: own("rules", ".rules.yaml")
      case .requirement:
        (catalogue?.requirements ?? []).flatMap { [$0.whole] + $0.clauses }
          .map { GrammarWord(name: $0.id.text, summary: $0.says) }
      case .device: plain(devices(in: root, item))
      case .party: plain(devices(in: root, item) + (system?.backends ?? []))
      case .field: plain((system?.effects ?? []).flatMap { $0.schema.fields.map(\.name) })
      case .event, .effect, .profile, .reading, .tag, .timer, .file, .eventOrEffect, .requestKind,
        .column, .clause, .keptValue, .group, .stateField:
        []
      }
    }
    return GrammarFile(
      form: form, system: system, catalogue: catalogue, words: words,
      places: GrammarWalk(root, as: form, words).places)
  }

  private func plain(_ names: [String]) -> [GrammarWord] {
    names.map { GrammarWord(name: $0) }
  }
}

/// The devices that a scenario and the defaults of its file name.
private func devices(in root: YAMLNode, _ scenario: YAMLNode?) -> [String] {
  let given = [root["defaults"], scenario].compactMap { $0?["given"]?["devices"]?.entries }
  let names = given.flatMap(\.self).map(\.key).eachOnce()
  return names.isEmpty ? [soleParty] : names
}
