// SPDX-License-Identifier: MIT

/// A Markdown page of `docs`, with the parts that tests compare with the programs.
package struct DocumentationPage: Sendable {
    package let text: String

    /// Reads a page of the checkout that contains these tests.
    ///
    /// - Parameter name: The path relative to `docs`.
    package init(_ name: String) throws { text = try Files.text("\(Programs.checkout)/docs/\(name)") }

    /// Returns the options that occur in `text`: words that begin with two hyphens and a letter.
    package static func options(in text: String) -> Set<String> {
        let words = text.split { !($0.isASCII && $0.isLetter) && !$0.isNumber && $0 != "-" }
        return Set(
            words.filter { $0.hasPrefix("--") && $0.dropFirst(2).first?.isLetter == true }.map(String.init))
    }

    /// The list items that begin with code: the code, and the text in the parentheses after it or nil.
    package var items: [(code: String, note: String?)] {
        text.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("- `") else { return nil }
            let rest = line.dropFirst(3)
            guard let end = rest.firstIndex(of: "`") else { return nil }
            let after = rest[rest.index(after: end)...]
            guard after.hasPrefix(" ("), let close = after.lastIndex(of: ")") else {
                return (String(rest[..<end]), nil)
            }
            let until = after.firstRange(of: "): ")?.lowerBound ?? close
            return (String(rest[..<end]), String(after[..<until].dropFirst(2)))
        }
    }
}
