/// A word of a command line as a shell takes it: between quotes where it is not plain.
public func shellWord(_ word: String) -> String {
  let isPlain = word.utf8.allSatisfy { byte in
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || "_-.,=/:".utf8.contains(byte)
  }
  if isPlain, !word.isEmpty { return word }
  let parts = word.split(separator: "'", omittingEmptySubsequences: false)
  return "'" + parts.joined(separator: "'\\''") + "'"
}
