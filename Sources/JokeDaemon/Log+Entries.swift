// SPDX-License-Identifier: MIT
package import JokeWire

extension Log {
    /// Logs an event with the ids of its jokes. The texts are private, so they are not logged.
    package func note(_ entry: LogEntry) {
        var fields = Fields()
        fields.client = entry.cause?.client
        switch entry.event {
        case .liked(let joke): note("liked", joke, fields)
        case .disliked(let joke): note("disliked", joke, fields)
        case .daily(let daily): note("daily", daily.joke, fields)
        case .added(let joke): note("added", joke, fields)
        case .edited(let joke): note("edited", joke, fields)
        case .undone(let undone): note("undone", undone.jokes.first, fields)
        case .deleted(let jokes): note("deleted", jokes.first?.rawValue, fields)
        case .restored(let jokes): note("restored", jokes.first?.rawValue, fields)
        case .imported(let counts):
            info(
                "imported: \(counts.added) added, \(counts.updated) updated, \(counts.unchanged) unchanged, "
                    + "\(counts.skipped) skipped", fields)
        case .sourceEnabled(let source):
            fields.source = source
            info("The source '\(source)' is enabled.", fields)
        case .sourceDisabled(let source):
            fields.source = source
            info("The source '\(source)' is disabled.", fields)
        case .fetchFailed(let source, let error):
            (fields.id, fields.source, fields.errorKind) = (.sourceFailed, source, error.kind)
            warning(error.message, fields)
        case .translationFailed(let engine, let jokes, let error):
            (fields.joke, fields.source, fields.errorKind) = (jokes.first?.rawValue, engine, error.kind)
            warning(error.message, fields)
        case .offline: notice("The network cannot be reached.", fields)
        case .online: notice("The network can be reached again.", fields)
        case .storageRecovered: notice("The store can be written again.", fields)
        // The code that handles the failure has logged it.
        case .storageFailed, .storageRestored: break
        }
    }

    private func note(_ event: String, _ joke: Joke, _ fields: Fields) {
        var fields = fields
        fields.source = joke.source
        note(event, joke.id.rawValue, fields)
    }

    private func note(_ event: String, _ joke: String?, _ fields: Fields) {
        var fields = fields
        fields.joke = joke
        info("\(event) \(joke ?? "")", fields)
    }
}
