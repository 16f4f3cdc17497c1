// SPDX-License-Identifier: MIT
package import JokeWire

extension SourceStatus {
    /// Whether the user has turned the source on or off, and the configuration says otherwise.
    package var isOverridden: Bool { configured.map { $0 != isEnabled } ?? false }

    /// The note that the source is not as configured, or nil if it is.
    package var overrideNote: String? {
        guard isOverridden else { return nil }
        return isEnabled ? "on by you (configuration says off)" : "off by you (configuration says on)"
    }

    /// Whether the error is one of jokesd's own databases, so that no change of the source helps.
    package var isOfStore: Bool { error?.kind == "storage" && error?.message.mentions(".sqlite") == true }

    /// The advice about an exhausted source, or about a file that cannot be read. It is nil in all other cases, in which
    /// the message of the error says what to do.
    package var advice: String? {
        guard !isOfStore else { return nil }
        return switch (state, error?.kind, type) {
        case ("exhausted", _, _): adviceIfExhausted
        case (_, "storage", "builtin"): "install jokesd again"
        case (_, "storage", "pack"):
            "put the file there, or correct `sources.\(name).path` in the configuration"
        default: nil
        }
    }

    private var adviceIfExhausted: String {
        let another = "enable another source (`jokectl sources enable NAME`)"
        let again = "it has no unseen joke left, so all but the disliked ones come again"
        switch type {
        case "builtin": return "\(again); for new ones, \(another)"
        case "pack", "fortune":
            return "\(again); for new ones, add them to its files or \(another)"
        case "command": return "it returned no new joke, so its jokes come again; for new ones, \(another)"
        default: return "it returned no new joke; for others, \(another)"
        }
    }
}
