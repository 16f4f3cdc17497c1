// SPDX-License-Identifier: MIT

/// Help as plain text, for the programs that do not lay it out for the terminal's width.
package enum HelpText {
    /// The options, one a line, with their meanings below each other.
    ///
    /// - Parameter gap: The columns between the longest option and the meanings.
    package static func list(_ options: [Option], gap: Int = 2) -> String {
        let width = (options.map(\.term.count).max() ?? 0) + gap
        return options.map { option in
            let blank = String(repeating: " ", count: width - option.term.count)
            return "  \(option.term)\(blank)\(option.summary)"
        }.joined(separator: "\n")
    }
}
