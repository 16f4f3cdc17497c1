// SPDX-License-Identifier: MIT
package import JokeCore
import JokeWire

extension Log {
    /// A line of the topic `log`, with ids where that has jokes: what somebody laughs at is nobody else's business.
    package func note(_ entry: LogEntry) {
        // It was encoded by this program.
        guard let event = try? JSON(parsing: Array("{\(entry.members)}".utf8)),
            let kind = event["event"]?.stringValue.flatMap(LogKind.init(rawValue:))
        else { return }
        var fields = Fields()
        fields.client = event["cause"]?["client"]?.stringValue
        fields.source = (event["source"] ?? event["joke"]?["source"])?.stringValue
        fields.joke = event["joke"]?["id"]?.stringValue ?? event["jokes"]?.arrayValue?.first?.stringValue
        fields.errorKind = event["error"]?["kind"]?.stringValue
        let (joke, source) = (fields.joke ?? "", fields.source ?? "")
        switch kind {
        case .liked, .disliked, .undone, .deleted, .restored, .imported, .daily:
            info("\(kind.rawValue) \(joke)", fields)
        case .sourceEnabled: info("The source '\(source)' was turned on.", fields)
        case .sourceDisabled: info("The source '\(source)' was turned off.", fields)
        case .fetchFailed:
            fields.id = .sourceFailed
            warning(event["error"]?["message"]?.stringValue ?? "The source '\(source)' failed.", fields)
        case .translationFailed:
            fields.source = event["engine"]?.stringValue
            warning(event["error"]?["message"]?.stringValue ?? "Jokes could not be translated.", fields)
        case .offline: notice("The network cannot be reached.", fields)
        case .online: notice("The network can be reached again.", fields)
        case .storageRecovered: notice("The store can be written again.", fields)
        // Whoever handles the failure has said it.
        case .storageFailed, .storageRestored: break
        }
    }
}
