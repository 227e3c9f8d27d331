/// One of the streams that the command writes to.
struct Output {
  let descriptor: Int32

  var isTerminal: Bool { POSIX.isTerminal(descriptor) }

  func write(_ text: String) { write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) { POSIX.write(bytes, to: descriptor) }
}
