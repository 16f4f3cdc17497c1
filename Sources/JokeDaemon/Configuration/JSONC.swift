// SPDX-License-Identifier: MIT

/// JSON with comments (`// …` to the end of the line, `/* … */`) and trailing commas. A comma remains when the last
/// line of a list is commented out.
package enum JSONC {
    package struct UnterminatedCommentError: Error, Equatable {
        /// The offset of the comment's first byte.
        let offset: Int

        package init(offset: Int) {
            self.offset = offset
        }
    }

    /// Returns plain JSON of the same length. Comments and trailing commas become blanks, and newlines stay, so that
    /// each offset, line and column is that of the file. Two commas in a row, or a comma alone in brackets, are not
    /// removed, so the parser rejects them.
    package static func strip(_ bytes: [UInt8]) throws(UnterminatedCommentError) -> [UInt8] {
        var output = bytes
        var offset = 0
        /// The offset of the last comma after a value. It is removed if a closing bracket follows.
        var comma: Int?
        var followsValue = false
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                offset = endOfString(in: bytes, from: offset)
                (comma, followsValue) = (nil, true)
            case UInt8(ascii: "/") where offset + 1 < bytes.count && isCommentMark(bytes[offset + 1]):
                let end = try endOfComment(in: bytes, from: offset)
                for index in offset..<end where !isLineEnd(bytes[index]) { output[index] = UInt8(ascii: " ") }
                offset = end
            case UInt8(ascii: ","):
                comma = followsValue ? offset : nil
                followsValue = false
                offset += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if let comma { output[comma] = UInt8(ascii: " ") }
                (comma, followsValue) = (nil, true)
                offset += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                offset += 1
            case let byte:
                comma = nil
                followsValue = ![UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ":")].contains(byte)
                offset += 1
            }
        }
        return output
    }

    /// Returns the offset after the closing quote, or the end of the text if the quote is missing.
    private static func endOfString(in bytes: [UInt8], from start: Int) -> Int {
        var offset = start + 1
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
            offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(offset + 1, bytes.count)
    }

    private static func endOfComment(
        in bytes: [UInt8], from start: Int
    ) throws(UnterminatedCommentError) -> Int {
        var offset = start + 2
        guard bytes[start + 1] == UInt8(ascii: "*") else {
            while offset < bytes.count, !isLineEnd(bytes[offset]) { offset += 1 }
            return offset
        }
        while offset + 1 < bytes.count {
            if bytes[offset] == UInt8(ascii: "*"), bytes[offset + 1] == UInt8(ascii: "/") {
                return offset + 2
            }
            offset += 1
        }
        throw UnterminatedCommentError(offset: start)
    }

    private static func isCommentMark(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "*")
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }
}
