// SPDX-License-Identifier: MIT

/// Creates gzip data for tests without a library (RFC 1951 and RFC 1952).
package enum Gzip {
    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]

    /// Returns `bytes`, at most 65,535, as gzip data with one stored block.
    package static func stored(_ bytes: [UInt8]) -> [UInt8] {
        precondition(bytes.count <= 0xFFFF, "one stored block holds no more")
        let length = UInt16(bytes.count)
        let block: [UInt8] = [1] + little(length) + little(~length) + bytes
        return header + block + little(checksum(bytes)) + little(UInt32(bytes.count))
    }

    /// Returns gzip data of about `size` blanks. It has about a 160th of that size, because each match of 258 blanks
    /// takes 13 bits. The checksum is wrong, which only matters to a reader that decodes all of it.
    package static func bomb(_ size: Int) -> [UInt8] {
        var bits = Bits()
        bits.append(0b1, 1)
        // A block with fixed codes.
        bits.append(0b01, 2)
        // A blank is 0x30 + 32 in eight bits, the highest bit first.
        bits.append(reversed(0x30 + 32, 8), 8)
        // Length 258 is code 285, 0xC0 + 5 in eight bits. Distance 1 is code 0 in five bits.
        let match = reversed(0xC5, 8)
        for _ in 0..<(size / 258) { bits.append(match, 13) }
        bits.append(0, 7)
        return header + bits.end() + [0, 0, 0, 0] + little(UInt32(truncatingIfNeeded: size))
    }

    /// A sequence of bits, which gzip packs into bytes from the lowest bit.
    private struct Bits {
        private var bytes: [UInt8] = []
        private var open: UInt32 = 0
        private var count = 0

        mutating func append(_ value: UInt16, _ more: Int) {
            open |= UInt32(value) << count
            count += more
            while count >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: open))
                open >>= 8
                count -= 8
            }
        }

        func end() -> [UInt8] { count > 0 ? bytes + [UInt8(truncatingIfNeeded: open)] : bytes }
    }

    private static func reversed(_ value: UInt16, _ count: Int) -> UInt16 {
        (0..<count).reduce(UInt16(0)) { result, place in (result << 1) | ((value >> UInt16(place)) & 1) }
    }

    private static func little<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        (0..<Value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = ~0
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : (sum >> 1) ^ 0xEDB8_8320 }
        }
        return ~sum
    }
}
