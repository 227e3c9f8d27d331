import CPageFiles

extension String {
  /// The text of a file that the program carries for its pages.
  package init(_ file: page_file) {
    self.init(decoding: UnsafeBufferPointer(start: file.bytes, count: file.count), as: UTF8.self)
  }
}
