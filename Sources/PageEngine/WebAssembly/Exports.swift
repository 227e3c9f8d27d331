import PageEngine

// The functions that a page calls, from one thread, one call at a time.
nonisolated(unsafe) private let engine = PageEngine(pageSystems, sources: pageSources) {
  progress(UInt32(truncatingIfNeeded: $0))
}
nonisolated(unsafe) private var opened: UnsafeMutableRawPointer?
nonisolated(unsafe) private var place = UnsafeMutableRawBufferPointer(start: nil, count: 0)

/// Hears how many bytes were read so far for the question.
@_extern(wasm, module: "page", name: "progress")
private func progress(_ read: UInt32)

/// Memory for a trace or a question; `open` and `ask` take ownership of it.
@_expose(wasm, "allocate") @_cdecl("allocate")
func allocate(_ count: UInt32) -> UnsafeMutableRawPointer? {
  UnsafeMutableRawPointer.allocate(byteCount: Int(count), alignment: 8)
}

@_expose(wasm, "open") @_cdecl("open")
func open(_ address: UnsafeMutableRawPointer, _ count: UInt32) -> Int32 {
  let last = opened
  let answer = engine.open(UnsafeRawBufferPointer(start: address, count: Int(count)))
  last?.deallocate()
  opened = address
  return give(answer)
}

@_expose(wasm, "ask") @_cdecl("ask")
func ask(_ address: UnsafeMutableRawPointer, _ count: UInt32) -> Int32 {
  defer { address.deallocate() }
  return give(engine.answer(UnsafeRawBufferPointer(start: address, count: Int(count))))
}

@_expose(wasm, "resultCount") @_cdecl("resultCount")
func resultCount() -> UInt32 { UInt32(place.count) }

@_expose(wasm, "resultAddress") @_cdecl("resultAddress")
func resultAddress() -> UnsafeMutableRawPointer? { place.baseAddress }

/// The address of a column of the overview, valid until the next call.
@_expose(wasm, "column") @_cdecl("column")
func column(_ index: Int32) -> UnsafeMutableRawPointer? {
  put(engine.column(Int(index)) ?? [])
  return place.baseAddress
}

private func give(_ answer: PageAnswer) -> Int32 {
  put(answer.bytes)
  return answer.status.rawValue
}

private func put(_ bytes: [UInt8]) {
  place.deallocate()
  place = .allocate(byteCount: max(1, bytes.count), alignment: 8)
  place.copyBytes(from: bytes)
  place = UnsafeMutableRawBufferPointer(rebasing: place[..<bytes.count])
}
