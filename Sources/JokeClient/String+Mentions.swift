// SPDX-License-Identifier: MIT

extension String {
    /// Whether `part` occurs in this string, compared byte by byte. The standard library's `contains` for strings would
    /// link the regex engine, a fourth of jokectl.
    package func mentions(_ part: String) -> Bool {
        let (text, part) = (Array(utf8), Array(part.utf8))
        guard part.count <= text.count else { return false }
        return (0...(text.count - part.count)).contains { start in
            text[start..<(start + part.count)].elementsEqual(part)
        }
    }
}
