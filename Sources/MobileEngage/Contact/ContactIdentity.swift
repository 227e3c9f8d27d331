import EventSourcing

/// The identity of a contact: the value of one contact field.
public struct ContactIdentity: Record {
  /// The number of the contact field.
  public var fieldID: Int64
  /// The contact's value of that field.
  public var value: Personal

  public static var sample: ContactIdentity { ContactIdentity(fieldID: 3, value: "") }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> ContactIdentity {
    ContactIdentity(
      fieldID: try visitor("field_id", fieldID, "The number of the contact field."),
      value: try visitor("value", value, "The contact's value in that field."))
  }
}

/// The tokens of one answer; there is never one of an earlier answer among them (ME-4, ME-8).
public struct ContactTokens: Hashable, Sendable {
  /// The header X-CONTACT-TOKEN.
  public var contact: Personal
  /// The token with which a new contact token is asked for; `nil` where the answer had none.
  public var refresh: Personal?
}

extension ContactTokens {
  /// The tokens in an answer; `nil` without a contact token.
  init?(_ answer: MobileEngageAnswer) {
    guard let contact = answer.contactToken else { return nil }
    self.init(contact: contact, refresh: answer.refreshToken)
  }
}

extension ContactTokens: Record {
  public static var sample: ContactTokens { ContactTokens(contact: "", refresh: nil) }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> ContactTokens {
    ContactTokens(
      contact: try visitor("contact", contact, "The token that proves the contact."),
      refresh: try visitor("refresh", refresh, "The token that gets a new contact token."))
  }
}
