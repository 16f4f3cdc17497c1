// SPDX-License-Identifier: MIT
package import JokeWire

extension SourceStatus {
    /// Whether jokesd has the jokes of the source on this machine: in files, or as the user's own.
    package var isLocal: Bool { ["builtin", "pack", "fortune", "own"].contains(type) }

    /// Whether the user has turned the source on or off, and the configuration says otherwise.
    package var isOverridden: Bool { configured.map { $0 != isEnabled } ?? false }

    /// The note that the source is not as configured, or nil if it is.
    package var overrideNote: String? {
        guard isOverridden else { return nil }
        return isEnabled
            ? localized("on by you (configuration says off)")
            : localized("off by you (configuration says on)")
    }

    /// Returns the word for a state (docs/methods.md, "sources.list") in the user's language. Nil is a source that is on.
    package static func word(for state: String?) -> String {
        switch state {
        case "fetching": localized("fetching")
        case "limited": localized("paused")
        case "spent": localized("used up")
        case "open": localized("broken")
        case "failing": localized("failing")
        case "exhausted": localized("all shown")
        case "resting": localized("waiting")
        case "ready": localized("ready")
        // A word of a later version.
        case let state?: state
        case nil: localized("on")
        }
    }

    /// Whether the error is one of jokesd's own databases, so that no change of the source helps.
    package var isOfStore: Bool { error?.kind == "storage" && error?.message.mentions(".sqlite") == true }

    /// How the source of the user's own jokes gets its first one, or nil for all others.
    package var hint: String? {
        type == "own" && !isEnabled && !isOverridden
            ? localized("`jokectl add` adds a joke of your own") : nil
    }

    /// The advice about an exhausted source, or about a file that cannot be read. It is nil in all other cases, in which
    /// the message of the error says what to do.
    package var advice: String? {
        guard !isOfStore else { return nil }
        return switch (state, error?.kind, type) {
        case ("exhausted", _, _): adviceIfExhausted
        case (_, "storage", "builtin"): localized("install jokesd again")
        case (_, "storage", "pack"):
            localized("put the file there, or correct `sources.%s.path` in the configuration", name)
        default: nil
        }
    }

    private var adviceIfExhausted: String {
        switch type {
        case _ where total == 0:
            localized("the filter rejects all its jokes; change `filter` or `languages` in the configuration")
        case "builtin", "own":
            localized(
                "it has no unseen joke left, so all but the disliked ones come again; for new ones, "
                    + "enable another source (`jokectl sources enable NAME`)")
        case "pack", "fortune":
            localized(
                "it has no unseen joke left, so all but the disliked ones come again; for new ones, "
                    + "add them to its files or enable another source (`jokectl sources enable NAME`)")
        case "command" where given == 0 && seen == 0:
            localized("it returned no joke; run its program by hand to see what it prints")
        case "command":
            localized(
                "it returned no new joke, so its jokes come again; for new ones, "
                    + "enable another source (`jokectl sources enable NAME`)")
        default:
            localized(
                "it returned no new joke; for others, enable another source (`jokectl sources enable NAME`)")
        }
    }
}
