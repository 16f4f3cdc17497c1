// SPDX-License-Identifier: MIT
import JokeClient
package import JokeWire

/// Saved jokes as a fortune file, and its index in the format of strfile(1).
package struct FortuneLibrary: Sendable, Hashable {
    package private(set) var text: [UInt8] = []
    /// The index: 32-bit big-endian numbers.
    ///
    /// The header is the version (2), the number of texts, the lengths of the longest and the shortest text, the flags
    /// (none), and the delimiter with three bytes of padding. The offset of each text and the size of the file follow.
    package private(set) var index: [UInt8] = []

    package init(_ jokes: [Joke]) {
        var offsets: [Int] = []
        var (longest, shortest) = (0, Int(UInt32.max))
        for joke in jokes {
            let entry = Self.entry(joke)
            offsets.append(text.count)
            text += entry
            text += Array("%\n".utf8)
            (longest, shortest) = (max(longest, entry.count), min(shortest, entry.count))
        }
        for number in [2, jokes.count, longest, jokes.isEmpty ? 0 : shortest, 0] { append(number) }
        index += [UInt8(ascii: "%"), 0, 0, 0]
        for offset in offsets + [text.count] { append(offset) }
    }

    /// Returns the text of a joke with a final newline. A line that equals the delimiter is preceded by a blank.
    private static func entry(_ joke: Joke) -> [UInt8] {
        var entry: [UInt8] = []
        for line in joke.text(translated: false).split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "%" { entry.append(UInt8(ascii: " ")) }
            entry += line.utf8
            entry.append(UInt8(ascii: "\n"))
        }
        return entry
    }

    private mutating func append(_ number: Int) {
        for shift in [24, 16, 8, 0] { index.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}
