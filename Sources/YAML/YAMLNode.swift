import Diagnostics

/// A value of a YAML file with the place where it was written; its type is for the reader's
/// schema to decide, never for the file.
public struct YAMLNode: Equatable, Sendable {
  /// The scalar, the list or the map that was written.
  public var content: Content
  fileprivate var file: String
  private(set) var span: YAMLSpan
  private var last: UInt32

  /// The three shapes of YAML.
  public enum Content: Equatable, Sendable {
    /// Text after escapes and folding; `key:` with nothing after it is plain and empty.
    case scalar(String, YAMLStyle)
    /// Elements in the order of the file, from dashes or brackets.
    case list([YAMLNode])
    /// Entries in the order of the file; no key appears twice.
    case map([YAMLEntry])
  }

  /// Places a value; `lastLine` is the line of `place` unless given.
  public init(_ content: Content, at place: Place, lastLine: Int? = nil) {
    self.content = content
    file = place.file
    span = YAMLSpan(place)
    last = UInt32(clamping: lastLine ?? place.line)
  }

  /// The same without building places, for the tree of a whole file.
  init(_ content: Content, file: String, span: YAMLSpan, lastLine: UInt32) {
    self.content = content
    self.file = file
    self.span = span
    last = lastLine
  }

  /// The part of the node that lies on its first line.
  public var place: Place {
    get { span.place(in: file) }
    set {
      file = newValue.file
      span = YAMLSpan(newValue)
    }
  }

  /// The line on which the last child ends, from 1; trailing blanks and comments do not count.
  public var lastLine: Int {
    get { Int(last) }
    set { last = UInt32(clamping: newValue) }
  }
}

/// A key of a map with what stands under it.
public struct YAMLEntry: Equatable, Sendable {
  /// The key's text after escapes.
  public var key: String
  private(set) var keySpan: YAMLSpan
  /// The file of the key where the value comes from another one.
  private var keyFile: String?
  /// The value of the key.
  public var value: YAMLNode

  /// The place of the key, quotes included.
  public var keyPlace: Place { keySpan.place(in: keyFile ?? value.file) }
}

extension YAMLEntry {
  /// Places an entry.
  public init(key: String, at keyPlace: Place, value: YAMLNode) {
    self.init(key: key, keySpan: YAMLSpan(keyPlace), value: value)
    if keyPlace.file != value.file { keyFile = keyPlace.file }
  }

  /// Places an entry in the file of its value.
  init(key: String, keySpan: YAMLSpan, value: YAMLNode) {
    self.key = key
    self.keySpan = keySpan
    self.value = value
  }
}

/// A place without its file: a tree of a large file is mostly places.
struct YAMLSpan: Equatable {
  let line: UInt32
  let column: UInt32
  var endColumn: UInt32

  init(_ place: Place) {
    line = UInt32(clamping: place.line)
    column = UInt32(clamping: place.column)
    endColumn = UInt32(clamping: place.endColumn)
  }

  init(at mark: Mark) {
    line = UInt32(clamping: mark.line)
    column = UInt32(clamping: mark.column)
    endColumn = column + 1
  }

  func place(in file: String) -> Place {
    Place(file: file, line: Int(line), column: Int(column), endColumn: Int(endColumn))
  }
}

/// The notation of a scalar: only `plain` text can be mistaken for something else.
public enum YAMLStyle: Equatable, Sendable {
  /// Without quotes, on one line.
  case plain
  /// `'text'`
  case single
  /// `"text"` with escapes
  case double
  /// `|` keeps line ends
  case literal
  /// `>` joins lines
  case folded
}

extension YAMLNode {
  /// Another content at the same place.
  public func holding(_ content: Content) -> YAMLNode {
    var node = self
    node.content = content
    return node
  }

  /// The text of a scalar whatever its style; `nil` for lists and maps.
  public var text: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// The style of a scalar; `nil` for lists and maps.
  public var style: YAMLStyle? {
    if case .scalar(_, let style) = content { style } else { nil }
  }

  /// The elements of a list; `nil` for other shapes.
  public var elements: [YAMLNode]? {
    if case .list(let elements) = content { elements } else { nil }
  }

  /// The entries of a map; `nil` for other shapes.
  public var entries: [YAMLEntry]? {
    if case .map(let entries) = content { entries } else { nil }
  }

  /// The entries of all maps in it, those below an entry behind it.
  package var allEntries: [YAMLEntry] {
    switch content {
    case .scalar: []
    case .list(let elements): elements.flatMap(\.allEntries)
    case .map(let entries): entries.flatMap { [$0] + $0.value.allEntries }
    }
  }

  /// Whether nothing was written here, as in `expect:`.
  public var isBlank: Bool {
    if case .scalar(let text, .plain) = content { text.isEmpty } else { false }
  }

  /// The value under `key` of a map; `nil` where there is none.
  public subscript(key: String) -> YAMLNode? {
    entries.flatMap { all in all.firstIndex { $0.key == key }.map { all[$0].value } }
  }
}
