// SPDX-License-Identifier: MIT

// A state's shape: Protocol.md, "Shapes".
extension CardState: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("fetching", fetching)
        writer.member("joke", joke)
        writer.member("backgroundColor", backgroundColor.rawValue)
        writer.member("decisionState", decisionState.rawValue)
        writer.member("showTranslation", showTranslation)
        writer.member("cardTranslation", cardTranslation)
        writer.member("error", error)
        writer.member("online", online)
        writer.member("queue", queue)
        writer.member("saved", saved)
        writer.endObject()
    }

    /// A colour or a decision of a later minor version reads as the neutral one.
    package init(json: JSON, at path: String = "") throws(WireMismatch) {
        let shape = try Shape(json, at: path)
        self.init(
            fetching: try shape.bool("fetching"),
            joke: try shape.value("joke", Joke.init(json:at:)),
            backgroundColor: BackgroundColor(rawValue: try shape.string("backgroundColor")) ?? .gray,
            decisionState: DecisionState(rawValue: try shape.string("decisionState")) ?? .undecided,
            showTranslation: try shape.bool("showTranslation"),
            cardTranslation: try shape.number("cardTranslation"),
            error: try shape.optionalValue("error", Trouble.init(json:at:)),
            online: try shape.bool("online"),
            queue: try shape.value("queue", Queue.init(json:at:)),
            saved: try shape.value("saved", Saved.init(json:at:)))
    }
}

extension CardState.Trouble: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("kind", kind)
        writer.member("message", message)
        writer.member("retryAt", retryAt)
        writer.endObject()
    }

    package init(json: JSON, at path: String = "") throws(WireMismatch) {
        let shape = try Shape(json, at: path)
        self.init(
            kind: try shape.string("kind"),
            message: try shape.string("message"),
            retryAt: try shape.optionalString("retryAt"))
    }
}

extension CardState.Queue: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("count", count)
        writer.member("capacity", capacity)
        writer.endObject()
    }

    package init(json: JSON, at path: String = "") throws(WireMismatch) {
        let shape = try Shape(json, at: path)
        self.init(count: try shape.integer("count"), capacity: try shape.integer("capacity"))
    }
}

extension CardState.Saved: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("count", count)
        writer.endObject()
    }

    package init(json: JSON, at path: String = "") throws(WireMismatch) {
        let shape = try Shape(json, at: path)
        self.init(count: try shape.integer("count"))
    }
}
