// SPDX-License-Identifier: MIT

/// Reading, skipping and writing agree on what JSON is.
enum JSONCheck {
    static func check(_ line: ArraySlice<UInt8>) {
        let value = json(line)
        require(skips(line) == (value != nil), "skipped and read differ")
        if let value { written(value) }
        configuration(Array(line), isJSON: value != nil)
    }

    /// Returns the value, or nil if the bytes are not JSON. The offset of an error must be within the text.
    static func json(_ bytes: ArraySlice<UInt8>) -> JSON? {
        do throws(JSONError) { return try JSON(parsing: bytes) } catch {
            require((0...bytes.count).contains(error.offset), "an error beyond the text: \(error)")
            return nil
        }
    }

    /// Expects that a written value is read as the same value. A number that JSON cannot express becomes null.
    static func written(_ value: JSON) {
        let text = value.jsonBytes
        require(text.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "a control character is written as it is")
        guard let again = json(text[...]) else { fatalError("what was written is not JSON") }
        require(again == encodable(value), "another value is read back")
        require(again.jsonBytes == text, "written in another way the second time")
    }

    private static func encodable(_ value: JSON) -> JSON {
        switch value {
        case .number(let number) where !number.isFinite: .null
        case .array(let elements): .array(elements.map(encodable))
        case .object(let object):
            .object(JSONObject(members: object.map { .init(name: $0.name, value: encodable($0.value)) }))
        default: value
        }
    }

    private static func skips(_ line: ArraySlice<UInt8>) -> Bool {
        line.withUnsafeBufferPointer { bytes in
            var reader = JSONReader(bytes)
            do throws(JSONError) {
                try reader.skipValue()
                try reader.end()
                return true
            } catch { return false }
        }
    }

    /// Expects that JSON is also JSON with comments, with the same value.
    private static func configuration(_ text: [UInt8], isJSON: Bool) {
        do throws(JSONC.UnterminatedCommentError) {
            let plain = try JSONC.strip(text)
            require(plain.count == text.count, "an offset would be another")
            if isJSON { require(plain == text, "JSON is changed") }
        } catch {
            require(!isJSON && text.indices.contains(error.offset), "a comment that is none")
        }
    }
}
