internal import CLibYAML

/// A kind of step of the parser.
enum EventKind {
  case streamStart, streamEnd, documentStart, documentEnd
  case alias, scalar, listStart, listEnd, mapStart, mapEnd
}

/// A position: line and column from 1, in code points.
struct Mark: Equatable {
  var line: Int
  var column: Int
}

/// The reason why libyaml stopped, in its own words.
struct ParserFailure: Error {
  var problem: String
  var mark: Mark
  /// The construct that was being read when it went wrong, and its beginning.
  var context: String
  var contextMark: Mark
}

/// libyaml's event interface; the one place where C is called.
///
/// Everything about the current event is read from C when it is asked for, because most of it
/// never is.
struct EventReader: ~Copyable {
  /// The parser, on the heap because libyaml keeps a pointer to it inside itself.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>

  /// Reads `input`, which must be UTF-8 without a byte order mark and outlive the reader.
  init(_ input: UnsafeBufferPointer<UInt8>) {
    parser = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    event = .allocate(capacity: 1)
    event.initialize(to: yaml_event_t())
    yaml_parser_initialize(parser)
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, input.baseAddress, input.count)
  }

  deinit {
    yaml_event_delete(event)
    yaml_parser_delete(parser)
    event.deallocate()
    parser.deallocate()
  }

  /// Goes to the next event; after a failure or the end of the stream it must not be called.
  mutating func advance() throws(ParserFailure) {
    yaml_event_delete(event)
    guard yaml_parser_parse(parser, event) == 1 else { throw failure() }
  }

  private func failure() -> ParserFailure {
    let state = parser.pointee
    return ParserFailure(
      problem: state.problem.map { String(cString: $0) } ?? "out of memory",
      mark: Mark(state.problem_mark),
      context: state.context.map { String(cString: $0) } ?? "",
      contextMark: Mark(state.context_mark))
  }
}

extension EventReader {
  var kind: EventKind {
    switch event.pointee.type {
    case YAML_SCALAR_EVENT: .scalar
    case YAML_MAPPING_START_EVENT: .mapStart
    case YAML_MAPPING_END_EVENT: .mapEnd
    case YAML_SEQUENCE_START_EVENT: .listStart
    case YAML_SEQUENCE_END_EVENT: .listEnd
    case YAML_ALIAS_EVENT: .alias
    case YAML_STREAM_START_EVENT: .streamStart
    case YAML_DOCUMENT_START_EVENT: .documentStart
    case YAML_DOCUMENT_END_EVENT: .documentEnd
    default: .streamEnd
    }
  }

  var start: Mark { Mark(event.pointee.start_mark) }

  var end: Mark { Mark(event.pointee.end_mark) }

  var text: String {
    let bytes = UnsafeBufferPointer(
      start: event.pointee.data.scalar.value, count: event.pointee.data.scalar.length)
    return String(decoding: bytes, as: UTF8.self)
  }

  var style: YAMLStyle {
    switch event.pointee.data.scalar.style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .single
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .double
    case YAML_LITERAL_SCALAR_STYLE: .literal
    case YAML_FOLDED_SCALAR_STYLE: .folded
    default: .plain
    }
  }

  /// Whether a map event began with a brace.
  var isFlowMap: Bool { event.pointee.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE }

  /// Whether the current event, which is of `kind`, has an anchor or a tag.
  func hasProperties(_ kind: EventKind) -> Bool {
    let (anchor, tag) = properties(of: kind)
    return anchor != nil || tag != nil
  }

  /// The anchor of a scalar, list or map.
  var anchor: String? { string(properties(of: kind).anchor) }

  /// The tag of a scalar, list or map.
  var tag: String? { string(properties(of: kind).tag) }

  var alias: String { string(event.pointee.data.alias.anchor) ?? "" }

  private typealias Text = UnsafeMutablePointer<yaml_char_t>

  private func properties(of kind: EventKind) -> (anchor: Text?, tag: Text?) {
    switch kind {
    case .scalar: (event.pointee.data.scalar.anchor, event.pointee.data.scalar.tag)
    case .mapStart:
      (event.pointee.data.mapping_start.anchor, event.pointee.data.mapping_start.tag)
    case .listStart:
      (event.pointee.data.sequence_start.anchor, event.pointee.data.sequence_start.tag)
    case .alias, .streamStart, .streamEnd, .documentStart, .documentEnd, .listEnd, .mapEnd:
      (nil, nil)
    }
  }

  private func string(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    pointer.map { String(cString: $0) }
  }
}

extension Mark {
  fileprivate init(_ mark: yaml_mark_t) {
    self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }
}
