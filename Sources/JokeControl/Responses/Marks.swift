// SPDX-License-Identifier: MIT
package import JokeWire

/// What a search has found of a joke's texts: runs of Unicode scalars (Protocol.md, "saved.search").
package struct Marks: Sendable, Hashable {
    package var value: [Range<Int>]
    package var translation: [Range<Int>]

    package init(value: [Range<Int>], translation: [Range<Int>] = []) {
        self.value = value
        self.translation = translation
    }

    package init(json: JSON, at path: String) throws(WireDecodingError) {
        let shape = try ObjectReader(json, at: path)
        value = try shape.array("value", Self.run)
        translation = try shape.array("translation", Self.run)
    }

    /// The first scalar, and how many they are.
    private static func run(_ json: JSON, at path: String) throws(WireDecodingError) -> Range<Int> {
        let numbers = json.arrayValue?.compactMap(\.integerValue) ?? []
        guard numbers.count == 2, numbers[0] >= 0, numbers[1] >= 0,
            !numbers[0].addingReportingOverflow(numbers[1]).overflow
        else {
            throw WireDecodingError(path: path, expected: "a first number and a count", found: json.typeName)
        }
        return numbers[0]..<numbers[0] + numbers[1]
    }
}
