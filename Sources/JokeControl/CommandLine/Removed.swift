// SPDX-License-Identifier: MIT
import JokeClient

/// What was removed since version 0.2. A command line that still has it gets an error with the replacement.
enum Removed {
    /// The words of such a command line, the command first, and what to use instead.
    private static let rows = [
        ("describe", "jokectl call rpc.discover"),
        ("saved ls", "jokectl saved list"),
        ("sources ls", "jokectl sources list"),
        ("saved --grid", "jokectl swipe"),
        ("saved export --as fortune", #"jokectl saved list --all --format '{{joke.value}}\n%'"#),
        ("share --as png", "jokectl share --as svg | rsvg-convert --zoom 2 > joke.png"),
        ("swipe --plain", "jokectl next"),
        ("translate toggle", "jokectl translate on` or `jokectl translate off"),
    ]

    /// Returns the error for a command line that the parser refused, or nil if it asks for nothing that was removed.
    static func error(for line: [String]) -> UsageError? {
        let words = line.prefix { $0 != "--" }.flatMap { $0.split(separator: "=").map(String.init) }
        for (removed, replacement) in rows {
            let wanted = removed.split(separator: " ").map(String.init)
            guard words.first(where: { $0.first != "-" }) == wanted[0], wanted.allSatisfy(words.contains)
            else { continue }
            return UsageError(
                localized("'%1$s' was removed; use `%2$s`", removed, replacement))
        }
        return nil
    }
}
