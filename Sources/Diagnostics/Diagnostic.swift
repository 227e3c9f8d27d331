/// A finding about a file or a run: what is wrong, where, and what to write instead.
public struct Diagnostic: Error, Hashable, Sendable {
  /// The kind of finding.
  public var code: DiagnosticCode
  /// The severity.
  public var severity: Severity
  /// The problem in the author's words, without a full stop.
  public var message: String
  /// The place in a file; `nil` where no file is concerned.
  public var place: Place?
  /// The marked lines of the excerpt, the main one first.
  public var labels: [Label]
  /// Lines below the excerpt: reasons, causes, help.
  public var notes: [String]
  /// The changes of the file that would mend it; none where only its author can say.
  public var fixes: [Fix] = []
  /// The expected and the actual value, for programs; `nil` where none were compared.
  public var evidence: Evidence?

  /// The parts of a comparison that failed, each as JSON.
  public struct Evidence: Hashable, Sendable {
    /// The expected value.
    public var expected: String?
    /// The actual value.
    public var actual: String?
    /// The record that shows it, as `show --format json` writes records.
    public var record: String?

    /// Holds `actual` against `expected`.
    public init(expected: String? = nil, actual: String? = nil, record: String? = nil) {
      self.expected = expected
      self.actual = actual
      self.record = record
    }
  }

  /// The severity of a finding.
  public enum Severity: String, CaseIterable, Sendable {
    case error, warning
  }

  /// A marked part of the excerpt.
  public struct Label: Hashable, Sendable {
    /// The part that is marked.
    public var place: Place
    /// The remark next to the marks.
    public var text: String

    /// Marks a part of a file.
    public init(_ place: Place, _ text: String) {
      self.place = place
      self.text = text
    }
  }

  /// A change of a file.
  public enum Fix: Hashable, Sendable {
    /// Another text in this place.
    case text(String, at: Place)
    /// A value under a key of the map that has something at this place.
    case entry(key: String, value: String, around: Place)
    /// An element of a list, behind the one that has something at this place; the time of the one
    /// that follows counts from the new one then, where `next` says so.
    case element(String, behind: Place, next: Delay? = nil)
    /// An element at the end of the list under the key at this place.
    case appended(String, under: Place)
  }

  /// A duration that stands at a place, with the one that takes its place.
  public struct Delay: Hashable, Sendable {
    /// The place of the duration.
    public var place: Place
    /// The duration that stands there.
    public var before: String
    /// The duration that is to stand there.
    public var after: String

    /// Replaces a duration by another one.
    public init(at place: Place, from before: String, to after: String) {
      self.place = place
      self.before = before
      self.after = after
    }
  }

  /// Describes a finding; without `labels` the excerpt marks `place` with `proposal`, or asks
  /// whether `meant` was to stand there.
  public init(
    _ code: DiagnosticCode, severity: Severity = .error, _ message: String, at place: Place? = nil,
    proposal: String = "", meant: String? = nil, labels: [Label]? = nil, notes: [String] = []
  ) {
    let proposal = meant.map(didYouMean) ?? proposal
    if let meant, let place { fixes = [.text(meant, at: place)] }
    self.code = code
    self.severity = severity
    self.message = message
    self.place = place
    self.labels = labels ?? place.map { [Label($0, proposal)] } ?? []
    self.notes = notes
  }
}

/// Everything that was found wrong in one reading of a file, thrown together so that the author
/// fixes more than one mistake per attempt.
public struct Diagnostics: Error, Equatable, Sendable {
  /// The findings in the order of their places; never empty when thrown.
  public var all: [Diagnostic]

  /// Gathers findings.
  public init(_ all: [Diagnostic]) { self.all = all }
}
