// SPDX-License-Identifier: MIT

/// Help as plain text, for programs that do not adapt it to the width of the terminal.
package enum HelpText {
    /// Returns a list of the options, one per line, with their meanings in a second column.
    package static func list(_ options: [Option], gap: Int = 2) -> String {
        let width = (options.map(\.term.count).max() ?? 0) + gap
        return options.map { option in
            let blank = String(repeating: " ", count: width - option.term.count)
            return "  \(option.term)\(blank)\(option.summary)"
        }.joined(separator: "\n")
    }
}
