// SPDX-License-Identifier: MIT

/// All commands there are, in the order in which help lists them.
///
/// A run needs one of them: the others are not made, only named.
package struct CommandTable: Sendable {
    package static let all = CommandTable(names: [
        "show", "next", "like", "dislike", "undo", "daily", "translate", "saved list", "saved search",
        "saved show", "saved delete", "saved restore", "saved export", "saved import",
        "sources list", "sources enable", "sources disable", "feed", "queue", "taste show", "taste reset",
        "share", "swipe", "notify", "status", "reload", "backup", "doctor",
        "follow", "call", "describe", "completions", "version", "help",
    ])

    package let names: [String]

    private init(names: [String]) { self.names = names }

    package var commands: [Command] { names.compactMap { self[$0] } }

    package subscript(name: String) -> Command? {
        switch name {
        case "show": .show
        case "next": .next
        case "like": .like
        case "dislike": .dislike
        case "undo": .undo
        case "daily": .daily
        case "translate": .translate
        case "saved list": .savedList
        case "saved search": .savedSearch
        case "saved show": .savedShow
        case "saved delete": .savedDelete
        case "saved restore": .savedRestore
        case "saved export": .savedExport
        case "saved import": .savedImport
        case "sources list": .sourcesList
        case "sources enable": .sourcesEnable
        case "sources disable": .sourcesDisable
        case "feed": .feed
        case "queue": .queue
        case "taste show": .tasteShow
        case "taste reset": .tasteReset
        case "share": .share
        case "swipe": .swipe
        case "notify": .notify
        case "status": .status
        case "reload": .reload
        case "backup": .backup
        case "doctor": .doctor
        case "follow": .follow
        case "call": .call
        case "describe": .describe
        case "completions": .completions
        // Of no name to people: what the scripts of `completions` ask.
        case "complete": .complete
        case "version": .version
        case "help": .help
        default: nil
        }
    }

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
