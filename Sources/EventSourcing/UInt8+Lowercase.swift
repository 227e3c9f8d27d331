extension UInt8 {
  /// The byte of the small letter, for the letters of ASCII.
  @inlinable package var lowercase: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}
