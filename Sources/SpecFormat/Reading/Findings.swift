import Diagnostics
import YAML

/// The mistakes found while one file is read; reading goes on after each finding.
///
/// A class because every reader of the file, however deep, adds to the same list.
package final class Findings {
  /// The findings in the order in which they were made: as many as an author can use.
  package private(set) var all: [Diagnostic] = []
  /// Whether there is an error, listed or only counted.
  private(set) var hasErrors = false
  private var known: Set<Diagnostic> = []
  private var leftOut = 0
  /// The kept values for which another value is read, by their places.
  private var standIns: [Place: KeptValue] = [:]
  /// The places of the cells of examples that are null.
  private(set) var nullCells: Set<Place> = []

  /// The greatest number of findings listed: a file with more of them is broken in one place, or is
  /// no spec.
  static var limit: Int { 100 }

  package init() {}

  package var isEmpty: Bool { all.isEmpty }

  var count: Int { all.count + leftOut }

  /// Adds a finding once: what stands under `defaults` is read again for every scenario.
  ///
  /// Beyond the limit findings are only counted: to make them, with a proposal for each of a
  /// million names, would take minutes.
  package func add(
    _ finding: @autoclosure () -> Diagnostic, as severity: Diagnostic.Severity = .error
  ) {
    if severity == .error { hasErrors = true }
    guard all.count < Self.limit else {
      leftOut += 1
      return
    }
    var finding = finding()
    if follows(finding) { return }
    finding.severity = severity
    if let place = finding.place, let value = standIns[place] { finding.speak(of: value) }
    if known.insert(finding).inserted { all.append(finding) }
  }

  /// Whether it is about what stands where a placeholder was not filled.
  private func follows(_ finding: Diagnostic) -> Bool {
    finding.code != .unknownPlaceholder
      && all.contains { $0.code == .unknownPlaceholder && $0.place == finding.place }
  }

  /// Has findings at a place speak of a kept value: what is read there is a stand-in.
  func add(standInFor value: KeptValue, at place: Place) { standIns[place] = value }

  /// Whether what is read at a place stands for a kept value.
  func isStandIn(at place: Place) -> Bool { standIns[place] != nil }

  func add(nullCell place: Place) { nullCells.insert(place) }

  /// Adds a finding of this code, as `Diagnostic` describes one.
  package func add(
    _ code: DiagnosticCode, _ message: @autoclosure () -> String, at place: Place? = nil,
    proposal: @autoclosure () -> String = "", meant: @autoclosure () -> String? = nil,
    labels: @autoclosure () -> [Diagnostic.Label]? = nil,
    notes: @autoclosure () -> [String] = [], as severity: Diagnostic.Severity = .error
  ) {
    add(
      Diagnostic(
        code, message(), at: place, proposal: proposal(), meant: meant(), labels: labels(),
        notes: notes()),
      as: severity)
  }

  /// The errors in the order of their places.
  var errors: [Diagnostic] { sorted.filter { $0.severity == .error } }

  /// The findings in the order of their places, and last how many more there were.
  package var sorted: [Diagnostic] {
    var result = all.enumerated().sorted { left, right in
      guard let first = left.element.place, let second = right.element.place, first != second
      else { return left.offset < right.offset }
      return first < second
    }.map(\.element)
    if leftOut > 0 {
      result.append(
        Diagnostic(
          .moreFindings, severity: hasErrors ? .error : .warning,
          "\(counted(leftOut, "more finding")) of this file",
          notes: ["the first \(Self.limit) are listed"]))
    }
    return result
  }
}

extension Findings {
  /// Reports a required key that is missing.
  func addMissing<K: Key>(_ key: K, in what: String, at place: Place) {
    add(.missingKeys([key.rawValue], in: what, at: place))
  }

  /// Refuses each id that something before it has.
  func checkIDs(_ ids: [PlacedText]) {
    var first: [String: Place] = [:]
    for id in ids {
      if let place = first[id.text] {
        add(
          .takenID, "id '\(id.text)' is taken", at: id.place,
          labels: [.init(id.place, "choose another one"), .init(place, "first here")])
      }
      first[id.text] = first[id.text] ?? id.place
    }
  }

  /// Refuses each id under `key` that an element before it has.
  func checkIDs<K: Key>(of elements: [YAMLNode], under key: K) {
    checkIDs(
      elements.compactMap { element in
        guard let id = element[key], let text = id.text else { return nil }
        return PlacedText(text: text, place: id.place)
      })
  }

  /// The tree of a file; `nil` and its findings where it cannot be parsed.
  func parsed(_ bytes: [UInt8], _ path: String) -> YAMLNode? {
    do throws(Diagnostics) {
      return try parseYAML(bytes, file: path)
    } catch {
      for finding in error.all { add(finding) }
      return nil
    }
  }
}

/// A name or value that fits into a message, whatever its length.
func short(_ text: String) -> String {
  text.utf8.count <= 60 ? text : text.prefix(57) + "…"
}
