// SPDX-License-Identifier: MIT

/// The line of a reply in parts, which are sent one after another. A long part is not copied, so replies can share it.
package struct ReplyLine: Sendable, Hashable {
    /// The size in bytes from which a part stays an array of its own. Shorter ones are joined.
    private static let longPart = 32 << 10

    package private(set) var parts: [[UInt8]] = []
    /// The size in bytes.
    package private(set) var count = 0

    /// Creates an empty line, which is not sent.
    package init() {}

    package init(_ bytes: [UInt8]) { append(bytes) }

    /// The whole line as a copy.
    package var bytes: [UInt8] { Array(parts.joined()) }

    mutating func append(_ bytes: [UInt8]) {
        count += bytes.count
        if let last = parts.indices.last, parts[last].count < Self.longPart, bytes.count < Self.longPart {
            parts[last] += bytes
        } else {
            parts.append(bytes)
        }
    }

    /// Appends the reply to one request of a batch. An empty one, which a notification gets, adds nothing.
    package mutating func appendToBatch(_ reply: ReplyLine) {
        guard reply.count > 0 else { return }
        if count == 0 { append([UInt8(ascii: "[")]) }
        for part in reply.parts { append(part) }
        replaceLast(with: UInt8(ascii: ","))
    }

    /// Ends the reply to a batch, unless it is empty.
    package mutating func endBatch() {
        guard count > 0 else { return }
        replaceLast(with: UInt8(ascii: "]"))
        append([UInt8(ascii: "\n")])
    }

    private mutating func replaceLast(with byte: UInt8) {
        let last = parts.count - 1
        parts[last][parts[last].count - 1] = byte
    }
}
