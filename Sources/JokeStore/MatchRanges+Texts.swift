// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

extension MatchRanges {
    /// Finds the parts in the texts of a joke. The case of ASCII letters does not matter, as in SQL's LIKE.
    init(_ parts: [String], in joke: Joke) {
        self.init(
            value: Self.runs(of: parts, in: joke.value),
            translation: Self.runs(of: parts, in: joke.translation?.value ?? ""))
    }

    /// Returns the ranges of the parts, counted in Unicode scalars. The comparison is by bytes, which UTF-8 allows.
    private static func runs(of parts: [String], in text: String) -> [Range<Int>] {
        let bytes = text.utf8.map(folded)
        var runs: [Range<Int>] = []
        for part in parts.map({ $0.utf8.map(folded) }) where !part.isEmpty {
            let length = part.count(where: isFirst)
            var (place, scalars) = (0, 0)
            while place + part.count <= bytes.count {
                if bytes[place] == part[0], bytes[place..<place + part.count].elementsEqual(part) {
                    runs.append(scalars..<scalars + length)
                    place += part.count
                    scalars += length
                } else {
                    scalars += isFirst(bytes[place]) ? 1 : 0
                    place += 1
                }
            }
        }
        return union(runs, [])
    }

    private static func folded(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// Whether the byte is the first one of a Unicode scalar in UTF-8.
    private static func isFirst(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }

    /// Returns the ranges between the characters U+0001 and U+0002 that highlight() inserted into `marked`. Returns
    /// none if `marked` differs from `text` in anything else, as when the text has such characters itself.
    static func runs(in marked: String, of text: String) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var plain = String.UnicodeScalarView()
        var (place, start) = (0, 0)
        for scalar in marked.unicodeScalars {
            switch scalar.value {
            case 1: start = place
            case 2: runs.append(start..<max(start, place))
            default:
                plain.append(scalar)
                place += 1
            }
        }
        return plain.elementsEqual(text.unicodeScalars) ? runs : []
    }

    /// Returns all ranges in order. Ranges that touch or overlap are merged.
    static func union(_ some: [Range<Int>], _ others: [Range<Int>]) -> [Range<Int>] {
        var union: [Range<Int>] = []
        for run in (some + others).sorted(by: { $0.lowerBound < $1.lowerBound }) where !run.isEmpty {
            if let last = union.last, run.lowerBound <= last.upperBound {
                union[union.count - 1] = last.lowerBound..<max(last.upperBound, run.upperBound)
            } else {
                union.append(run)
            }
        }
        return union
    }
}
