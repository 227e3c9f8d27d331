import EventSourcing
import Testing

@testable import MobilePush

struct ContactBookTests {
  /// A book in which devices register tokens one after another.
  private func book(_ registrations: (device: String, token: Personal)...) -> ContactBook {
    var book = ContactBook()
    for (device, token) in registrations {
      let registration = ReceivedRegistration(
        device: device, deviceID: Personal(device), contact: Personal(device), token: token,
        optedIn: true, seq: 1, attributes: [])
      book.apply(registration, at: .sample, seq: 1)
    }
    return book
  }

  private func fingerprint(of book: ContactBook) -> UInt64 {
    var printer = Fingerprinter(FingerprintScheme(isExact: true, numbers: [], interchangeable: []))
    printer.show(book)
    return printer.fingerprint(at: .sample)
  }

  @Test func `the order in which two devices came to hold a token tells books apart`() {
    let first = book(("a", "1"), ("b", "2"), ("a", "shared"), ("b", "shared"))
    let second = book(("a", "1"), ("b", "2"), ("b", "shared"), ("a", "shared"))
    #expect(first.contactKey(holding: "shared") == "a")
    #expect(second.contactKey(holding: "shared") == "b")
    #expect(fingerprint(of: first) != fingerprint(of: second))
  }

  @Test func `nothing is kept of a token that nobody holds any more`() {
    let book = book(("a", "old"), ("a", "new"))
    #expect(book == self.book(("a", "new")))
  }
}
