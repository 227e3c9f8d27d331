import JSON
import Testing

struct JSONScannerTests {
  @Test(arguments: [
    #"{"a":[1,-0.5e+3,true,false,null,"x\u00e9\ud83d\ude00\/",{}],"b":{}}"#, " [ ] ", "0",
    "\"\u{7F}é🚪\"",
  ])
  func `well-formed JSON is passed over to its end`(text: String) {
    #expect(throws: Never.self) { try skip(text) }
  }

  @Test(arguments: [
    ("[1,]", JSONProblem.expected("a value"), 3),
    ("{\"a\":1,}", .expected("a name in quotes"), 7),
    ("[01]", .leadingZero, 1),
    ("[1.]", .expected("a digit"), 3),
    ("[+1]", .expected("a value"), 1),
    ("\"\\x\"", .badEscape, 1),
    ("\"\\u12G4\"", .badEscape, 1),
    ("\"\\ud800\"", .loneSurrogate, 1),
    ("\"\\ud800\\u0041\"", .loneSurrogate, 1),
    ("\"\\udc00\"", .loneSurrogate, 1),
    ("\"a\tb\"", .controlCharacter, 2),
    ("\"abc", .expected("the closing '\"' of this string"), 0),
    ("{\"a\" 1}", .expected("':' after the name"), 5),
    ("[1 2]", .expected("',' or ']'"), 3),
    ("nul", .expected("null"), 0),
    ("NaN", .expected("a value"), 0),
    ("", .expected("a value"), 0),
  ])
  func `a mistake is found at its byte`(text: String, problem: JSONProblem, offset: Int) {
    let error = #expect(throws: JSONError.self) { try skip(text) }
    #expect(error?.problem == problem)
    #expect(error?.start == offset)
  }

  @Test(
    arguments: [
      [0x80], [0xC0, 0xAF], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xF0, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xFF], [0xE2, 0x82],
    ] as [[UInt8]])
  func `bytes that are not UTF-8 are refused`(bad: [UInt8]) {
    let bytes = Array("\"abcdefghij".utf8) + bad + Array("\"".utf8)
    let error = #expect(throws: JSONError.self) { try skip(bytes) }
    #expect(error?.problem == .invalidUTF8)
    #expect(error?.start == 11)
  }

  @Test func `64 levels are read and 65 refused`() {
    let deep = { (levels: Int) in
      String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }
    #expect(throws: Never.self) { try skip(deep(64)) }
    let error = #expect(throws: JSONError.self) { try skip(deep(65)) }
    #expect(error?.problem == .tooDeep)
    #expect(error?.start == 64)
  }

  @Test(arguments: [
    ("9223372036854775807", Int64.max), ("-9223372036854775808", .min), ("0", 0), ("-0", 0),
  ])
  func `whole numbers are read up to their ends`(text: String, value: Int64) throws {
    #expect(try integer(text) == value)
  }

  @Test(arguments: 1...19)
  func `whole numbers of every length are read in front of anything`(length: Int) throws {
    for digits in ["1234567890123456789", "9000000000000000000", "1000000000000000001"] {
      let number = String(digits.prefix(length))
      for rest in ["", ",", "}}", ",\"at\":12345678901234567890"] {
        #expect(try integer(number + rest) == Int64(number))
        #expect(try integer("-\(number)\(rest)") == Int64("-\(number)"))
      }
      let error = #expect(throws: JSONError.self) { try integer("\(number).5,\"at\":123456789012") }
      #expect(error?.problem == .notWhole)
    }
  }

  @Test(arguments: [
    ("9223372036854775808", JSONProblem.beyondInt64), ("-9223372036854775809", .beyondInt64),
    ("99999999999999999999999", .beyondInt64), ("1.0", .notWhole), ("1e3", .notWhole),
    ("007", .leadingZero), ("-", .expected("a number")),
    // The same in the middle of a line.
    ("007,\"at\":1767603600000", .leadingZero), ("1E3,\"at\":1767603600000", .notWhole),
    ("1767603600000e1,\"seq\":1767603600000", .notWhole),
    (",\"at\":1767603600000", .expected("a number")),
  ])
  func `what is no whole number is refused`(text: String, problem: JSONProblem) {
    let error = #expect(throws: JSONError.self) { try integer(text) }
    #expect(error?.problem == problem)
  }

  @Test(arguments: ["", "plain", "a\"b\\c/d", "\u{0}\u{1F}\u{7F}\n\r\t\u{8}\u{C}", "é🚪\u{2028}"])
  func `text is read as it was written`(text: String) throws {
    var buffer = JSONBuffer()
    buffer.put(string: text)
    let again = try buffer.bytes.withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes)
      return scanner.text(try scanner.string())
    }
    #expect(again == text)
  }

  @Test func `escapes stand for their characters`() throws {
    let text = Array(#""\u0041\u00e9\ud83d\ude00\b\f\n\r\t\/\\\"""#.utf8)
    let read = try text.withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes)
      return scanner.text(try scanner.string())
    }
    #expect(read == "Aé😀\u{8}\u{C}\n\r\t/\\\"")
  }

  private func skip(_ text: String) throws { try skip(Array(text.utf8)) }

  private func skip(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes)
      try scanner.skipValue()
      scanner.skipSpace()
      #expect(scanner.atEnd)
    }
  }

  private func integer(_ text: String) throws -> Int64 {
    try Array(text.utf8).withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes)
      return try scanner.integer()
    }
  }
}
