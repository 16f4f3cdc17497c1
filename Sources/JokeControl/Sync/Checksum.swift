// SPDX-License-Identifier: MIT
import JokeWire

/// Checksums of bytes: CRC-32 as in zlib and gzip, and a hash of 64 bits (FNV-1a).
enum Checksum {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in
            value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
        }
    }

    static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
        table.withUnsafeBufferPointer { table in
            var value = UInt32.max
            func add(_ byte: UInt8) { value = table[Int((value ^ UInt32(byte)) & 0xFF)] ^ (value >> 8) }
            if bytes.withContiguousStorageIfAvailable({ buffer -> Void in for byte in buffer { add(byte) } })
                == nil
            {
                for byte in bytes { add(byte) }
            }
            return ~value
        }
    }

    static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var value: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        if bytes.withContiguousStorageIfAvailable({ buffer -> Void in for byte in buffer { add(byte) } })
            == nil
        {
            for byte in bytes { add(byte) }
        }
        return value
    }

    /// Returns eight hexadecimal digits.
    static func digits(_ value: UInt32) -> String { HexDigits.of(UInt64(value), count: 8) }
}
