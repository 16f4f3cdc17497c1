// SPDX-License-Identifier: MIT

/// The id of a request: a string, a number or null. The reply repeats it exactly as it was written.
package struct RequestID: Sendable, Hashable {
    /// The id's JSON.
    package let raw: String

    package static let null = RequestID(raw: "null")

    package init(_ number: Int) { self.init(raw: String(number)) }

    package init(_ text: String) { self.init(raw: JSON.string(text).jsonText) }

    /// Creates an id from the bytes of one valid JSON value. Returns nil if the value is not a string, a number or
    /// null.
    init?(validated bytes: some Collection<UInt8>) {
        guard let first = bytes.first else { return nil }
        switch first {
        case UInt8(ascii: "\""), UInt8(ascii: "n"), UInt8(ascii: "-"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            self.init(raw: String(decoding: bytes, as: UTF8.self))
        default: return nil
        }
    }

    private init(raw: String) { self.raw = raw }
}

extension RequestID: JSONWritable {
    package func write(to writer: inout JSONWriter) { writer.raw(raw) }
}
