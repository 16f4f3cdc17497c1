// SPDX-License-Identifier: MIT

/// All commands there are, in the order in which help lists them.
package struct CommandTable: Sendable {
    package let commands: [Command]

    package static let all = CommandTable(commands: [
        .show, .next, .like, .dislike, .undo, .daily, .savedList, .savedShow, .savedDelete, .queue, .status,
        .follow, .call, .version, .help,
    ])

    package init(commands: [Command]) { self.commands = commands }

    package subscript(name: String) -> Command? { commands.first { $0.name == name } }

    /// The commands whose name begins with this word; the first one is meant where it stands alone.
    package func group(_ name: String) -> [Command] {
        commands.filter { $0.name.hasPrefix(name + " ") }
    }

    /// What may be typed first: commands of one word, and groups.
    package var firstWords: [String] {
        var words: [String] = []
        for command in commands {
            let word = command.name.split(separator: " ").first.map(String.init) ?? command.name
            if words.last != word { words.append(word) }
        }
        return words
    }
}
