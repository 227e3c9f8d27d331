internal import CLibYAML

/// A step of the parser, without C types; places count from 1 in code points.
struct ParserEvent {
  enum Kind {
    case streamStart, streamEnd, documentStart, documentEnd
    case alias(String)
    case scalar(String, YAMLStyle)
    case listStart, listEnd
    case mapStart(flow: Bool)
    case mapEnd
  }

  var kind: Kind
  var anchor: String?
  var tag: String?
  var start: Mark
  var end: Mark
}

/// A position: line and column from 1, in code points.
struct Mark: Equatable {
  var line: Int
  var column: Int
}

/// Why libyaml stopped, in its own words.
struct ParserFailure: Error {
  var problem: String
  var mark: Mark
  /// What was being read when it went wrong, and where that began.
  var context: String
  var contextMark: Mark
}

/// libyaml's event interface; the one place where C is called.
struct EventReader: ~Copyable {
  /// On the heap, because libyaml keeps a pointer to the parser inside itself.
  private let parser: UnsafeMutablePointer<yaml_parser_t>

  /// Reads `input`, which must be UTF-8 without a byte order mark and outlive the reader.
  init(_ input: UnsafeBufferPointer<UInt8>) {
    parser = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    yaml_parser_initialize(parser)
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, input.baseAddress, input.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
  }

  /// The next event; after a failure or the end of the stream it must not be called again.
  mutating func next() throws(ParserFailure) -> ParserEvent {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw failure() }
    defer { yaml_event_delete(&event) }
    return convert(event)
  }

  private func failure() -> ParserFailure {
    let state = parser.pointee
    return ParserFailure(
      problem: state.problem.map { String(cString: $0) } ?? "out of memory",
      mark: Mark(state.problem_mark),
      context: state.context.map { String(cString: $0) } ?? "",
      contextMark: Mark(state.context_mark))
  }

  private func convert(_ event: yaml_event_t) -> ParserEvent {
    var result = ParserEvent(
      kind: .streamEnd, start: Mark(event.start_mark), end: Mark(event.end_mark))
    switch event.type {
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      result.kind = .scalar(String(decoding: bytes, as: UTF8.self), style(scalar.style))
      result.anchor = text(scalar.anchor)
      result.tag = text(scalar.tag)
    case YAML_MAPPING_START_EVENT:
      let map = event.data.mapping_start
      result.kind = .mapStart(flow: map.style == YAML_FLOW_MAPPING_STYLE)
      result.anchor = text(map.anchor)
      result.tag = text(map.tag)
    case YAML_SEQUENCE_START_EVENT:
      let list = event.data.sequence_start
      result.kind = .listStart
      result.anchor = text(list.anchor)
      result.tag = text(list.tag)
    case YAML_MAPPING_END_EVENT: result.kind = .mapEnd
    case YAML_SEQUENCE_END_EVENT: result.kind = .listEnd
    case YAML_ALIAS_EVENT: result.kind = .alias(text(event.data.alias.anchor) ?? "")
    case YAML_STREAM_START_EVENT: result.kind = .streamStart
    case YAML_DOCUMENT_START_EVENT: result.kind = .documentStart
    case YAML_DOCUMENT_END_EVENT: result.kind = .documentEnd
    default: result.kind = .streamEnd
    }
    return result
  }

  private func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    pointer.map { String(cString: $0) }
  }

  private func style(_ style: yaml_scalar_style_t) -> YAMLStyle {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .single
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .double
    case YAML_LITERAL_SCALAR_STYLE: .literal
    case YAML_FOLDED_SCALAR_STYLE: .folded
    default: .plain
    }
  }
}

extension Mark {
  fileprivate init(_ mark: yaml_mark_t) {
    self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }
}
