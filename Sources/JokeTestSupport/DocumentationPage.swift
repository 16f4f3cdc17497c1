// SPDX-License-Identifier: MIT

/// A page of `docs` in Markdown, as far as tests compare it with the program.
package struct DocumentationPage: Sendable {
    package let text: String

    /// - Parameter name: below `docs`, in the checkout that the tests were built in.
    package init(_ name: String) throws { text = try Files.text("\(Programs.checkout)/docs/\(name)") }

    /// The options that `text` has anywhere: what begins with two hyphens and a letter.
    package static func options(in text: String) -> Set<String> {
        let words = text.split { !($0.isASCII && $0.isLetter) && !$0.isNumber && $0 != "-" }
        return Set(
            words.filter { $0.hasPrefix("--") && $0.dropFirst(2).first?.isLetter == true }.map(String.init))
    }

    /// The first code of each item of a list, and what stands in the parentheses behind it.
    package var items: [(code: String, note: String?)] {
        text.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("- `") else { return nil }
            let rest = line.dropFirst(3)
            guard let end = rest.firstIndex(of: "`") else { return nil }
            let behind = rest[rest.index(after: end)...]
            guard behind.hasPrefix(" ("), let close = behind.lastIndex(of: ")") else {
                return (String(rest[..<end]), nil)
            }
            let until = behind.firstRange(of: "): ")?.lowerBound ?? close
            return (String(rest[..<end]), String(behind[..<until].dropFirst(2)))
        }
    }
}
