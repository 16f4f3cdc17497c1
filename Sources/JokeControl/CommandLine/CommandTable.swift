// SPDX-License-Identifier: MIT

/// All commands there are, in the order in which help lists them.
///
/// A run needs one of them: the others are not made, only named.
package struct CommandTable: Sendable {
    private typealias Entry = (name: String, command: @Sendable () -> Command)

    private let entries: [Entry]

    package static let all = CommandTable(entries: [
        ("show", { .show }),
        ("next", { .next }),
        ("like", { .like }),
        ("dislike", { .dislike }),
        ("undo", { .undo }),
        ("daily", { .daily }),
        ("saved list", { .savedList }),
        ("saved show", { .savedShow }),
        ("saved delete", { .savedDelete }),
        ("sources list", { .sourcesList }),
        ("sources enable", { .sourcesEnable }),
        ("sources disable", { .sourcesDisable }),
        ("queue", { .queue }),
        ("taste show", { .tasteShow }),
        ("taste reset", { .tasteReset }),
        ("status", { .status }),
        ("follow", { .follow }),
        ("call", { .call }),
        ("describe", { .describe }),
        ("version", { .version }),
        ("help", { .help }),
    ])

    private init(entries: [Entry]) { self.entries = entries }

    package var names: [String] { entries.map(\.name) }
    package var commands: [Command] { entries.map { $0.command() } }

    package subscript(name: String) -> Command? { entries.first { $0.name == name }?.command() }

    /// The commands whose name begins with this word; the first one is meant where it stands alone.
    package func group(_ name: String) -> [String] { names.filter { $0.hasPrefix(name + " ") } }

    /// What may be typed first: commands of one word, and groups.
    package var firstWords: [String] {
        var words: [String] = []
        for name in names {
            let word = String(name.prefix { $0 != " " })
            if words.last != word { words.append(word) }
        }
        return words
    }
}
