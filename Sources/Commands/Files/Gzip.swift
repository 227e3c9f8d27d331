import Live

/// Unpacks what gzip has packed (RFC 1951, RFC 1952).
///
/// It is written here because the fully static command has no library for it, and runs where no
/// 'gzip' is installed.
enum Gzip {
  /// The reason why bytes cannot be unpacked.
  enum Failure: Error, CustomStringConvertible {
    case notGzip, cutShort, damaged, wrongSum
    case tooLong(limit: Int)

    var description: String {
      switch self {
      case .notGzip: "it is packed in another way than by gzip"
      case .cutShort: "the packed bytes end too early"
      case .damaged: "the packed bytes are damaged"
      case .wrongSum: "what was unpacked has another checksum than gzip has noted"
      case .tooLong(let limit): "unpacked it is longer than \(limit >> 20) MiB"
      }
    }
  }

  static func isPacked(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// The content of all members of a file, up to `limit` bytes.
  static func unpacked(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    var input = BitInput(bytes)
    var output: [UInt8] = []
    repeat {
      try skipHeader(&input)
      let start = output.count
      try inflate(&input, into: &output, limit: limit)
      input.alignToByte()
      let sum = try input.littleEndian32()
      let length = try input.littleEndian32()
      var own = CRC32.ofGzip
      output[start...].withUnsafeBytes { own.add($0) }
      guard length == UInt32(truncatingIfNeeded: output.count - start), sum == own.value else {
        throw .wrongSum
      }
    } while input.startsWithGzip
    return output
  }

  private static func skipHeader(_ input: inout BitInput) throws(Failure) {
    guard try input.byte() == 0x1F, try input.byte() == 0x8B, try input.byte() == 8 else {
      throw .notGzip
    }
    let flags = try input.byte()
    try input.skip(6)
    if flags & 4 != 0 {
      let low = Int(try input.byte())
      try input.skip(low | Int(try input.byte()) << 8)
    }
    // The name of the file and a comment, each up to a zero.
    for flag in [UInt8(8), 16] where flags & flag != 0 { while try input.byte() != 0 {} }
    if flags & 2 != 0 { try input.skip(2) }
  }

  private static func inflate(
    _ input: inout BitInput, into output: inout [UInt8], limit: Int
  ) throws(Failure) {
    let start = output.count
    var isLast = false
    while !isLast {
      isLast = try input.bits(1) == 1
      switch try input.bits(2) {
      case 0: try copyStored(&input, into: &output)
      case 1: try decode(&input, .fixed, .fixedDistances, into: &output, from: start, limit)
      case 2:
        let (literals, distances) = try readTables(&input)
        try decode(&input, literals, distances, into: &output, from: start, limit)
      default: throw .damaged
      }
      if output.count > limit { throw .tooLong(limit: limit) }
    }
  }

  private static func copyStored(
    _ input: inout BitInput, into output: inout [UInt8]
  ) throws(Failure) {
    input.alignToByte()
    let count = try input.bits(16)
    guard try input.bits(16) == ~count & 0xFFFF else { throw .damaged }
    for _ in 0..<count { output.append(try input.byte()) }
  }

  /// The shortest match of each code for a length, and how many more bits say by how much longer.
  private static let lengths =
    codes(from: 3, bits: (0..<28).map { max(0, $0 / 4 - 1) }) + [(258, 0)]
  /// The same for how far back a match lies.
  private static let distances = codes(from: 1, bits: (0..<30).map { max(0, $0 / 2 - 1) })

  /// Lists codes that follow on each other from `first` on.
  private static func codes(from first: Int, bits: [Int]) -> [(base: Int, bits: Int)] {
    var base = first
    return bits.map { bits in
      defer { base += 1 << bits }
      return (base, bits)
    }
  }

  private static func decode(
    _ input: inout BitInput, _ literalTable: HuffmanTable, _ distanceTable: HuffmanTable,
    into output: inout [UInt8], from start: Int, _ limit: Int
  ) throws(Failure) {
    while true {
      let symbol = try literalTable.symbol(&input)
      if symbol == 256 { return }
      if symbol < 256 {
        output.append(UInt8(symbol))
      } else {
        guard symbol - 257 < lengths.count else { throw .damaged }
        let length = try input.value(lengths[symbol - 257])
        let code = try distanceTable.symbol(&input)
        guard code < distances.count else { throw .damaged }
        let distance = try input.value(distances[code])
        guard distance <= output.count - start else { throw .damaged }
        // The copy may reach into what it writes.
        for _ in 0..<length { output.append(output[output.count - distance]) }
      }
      if output.count > limit { throw .tooLong(limit: limit) }
    }
  }

  private static let codeOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  private static func readTables(
    _ input: inout BitInput
  ) throws(Failure) -> (literals: HuffmanTable, distances: HuffmanTable) {
    let literalCount = try input.bits(5) + 257
    let distanceCount = try input.bits(5) + 1
    let codeCount = try input.bits(4) + 4
    var codeLengths = [UInt8](repeating: 0, count: 19)
    for index in 0..<codeCount { codeLengths[codeOrder[index]] = UInt8(try input.bits(3)) }
    let codes = try HuffmanTable(codeLengths)
    var lengths: [UInt8] = []
    while lengths.count < literalCount + distanceCount {
      switch try codes.symbol(&input) {
      case let length where length < 16: lengths.append(UInt8(length))
      case 16:
        guard let last = lengths.last else { throw .damaged }
        lengths += [UInt8](repeating: last, count: try input.bits(2) + 3)
      case 17: lengths += [UInt8](repeating: 0, count: try input.bits(3) + 3)
      default: lengths += [UInt8](repeating: 0, count: try input.bits(7) + 11)
      }
    }
    guard lengths.count == literalCount + distanceCount else { throw .damaged }
    return (
      try HuffmanTable(Array(lengths[..<literalCount])),
      try HuffmanTable(Array(lengths[literalCount...]))
    )
  }
}

/// The symbols of a canonical Huffman code, by the lengths of their codes.
private struct HuffmanTable {
  /// The number of codes of each length.
  private var counts = [Int](repeating: 0, count: 16)
  /// The symbols in the order of their codes.
  private var symbols: [Int] = []

  init(_ lengths: [UInt8]) throws(Gzip.Failure) {
    self.init(unchecked: lengths)
    var free = 1
    for length in 1..<16 {
      free = free * 2 - counts[length]
      // There are more codes of this length than fit.
      if free < 0 { throw .damaged }
    }
  }

  private init(unchecked lengths: [UInt8]) {
    for length in lengths where length > 0 { counts[Int(length)] += 1 }
    for length in 1..<16 where counts[length] > 0 {
      symbols += lengths.indices.filter { Int(lengths[$0]) == length }
    }
  }

  static let fixed = HuffmanTable(
    unchecked: [UInt8](repeating: 8, count: 144) + [UInt8](repeating: 9, count: 112)
      + [UInt8](repeating: 7, count: 24) + [UInt8](repeating: 8, count: 8))
  static let fixedDistances = HuffmanTable(unchecked: [UInt8](repeating: 5, count: 30))

  func symbol(_ input: inout BitInput) throws(Gzip.Failure) -> Int {
    var code = 0
    var first = 0
    var index = 0
    for length in 1..<16 {
      code |= try input.bits(1)
      let count = counts[length]
      if code - first < count { return symbols[index + code - first] }
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    throw .damaged
  }
}

/// Bits of bytes, the lowest first.
private struct BitInput {
  private let bytes: [UInt8]
  private var position = 0
  private var buffer = 0
  private var available = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether another member of a gzip file follows.
  var startsWithGzip: Bool { Gzip.isPacked(bytes[position...]) }

  mutating func bits(_ count: Int) throws(Gzip.Failure) -> Int {
    while available < count {
      guard position < bytes.count else { throw .cutShort }
      buffer |= Int(bytes[position]) << available
      position += 1
      available += 8
    }
    defer {
      buffer >>= count
      available -= count
    }
    return buffer & ((1 << count) - 1)
  }

  mutating func value(_ code: (base: Int, bits: Int)) throws(Gzip.Failure) -> Int {
    code.base + (try bits(code.bits))
  }

  mutating func byte() throws(Gzip.Failure) -> UInt8 { UInt8(try bits(8)) }

  mutating func skip(_ count: Int) throws(Gzip.Failure) { for _ in 0..<count { _ = try bits(8) } }

  mutating func littleEndian32() throws(Gzip.Failure) -> UInt32 { UInt32(try bits(32)) }

  /// Drops what is left of a byte.
  mutating func alignToByte() {
    buffer >>= available % 8
    available -= available % 8
  }
}
