// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeWire

/// A result that is one object, whose members a closure writes.
package struct Members: JSONWritable {
    let writeMembers: @Sendable (inout JSONWriter) -> Void

    init(_ writeMembers: @escaping @Sendable (inout JSONWriter) -> Void = { _ in }) {
        self.writeMembers = writeMembers
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(&writer)
        writer.endObject()
    }
}

// What changes answer: Protocol.md, "Shapes".
extension Outcome: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        switch product {
        case .feed(let page): return page.write(to: &writer)
        case .categories(let names):
            return Members {
                $0.member("items", names)
                $0.member("total", names.count)
            }.write(to: &writer)
        default: break
        }
        writer.beginObject()
        if case .daily(let daily) = product {
            writer.member("date", daily.date.rawValue)
            writer.member("joke", daily.joke)
        } else {
            writer.member("seq", sequence)
            writer.member("changed", changed)
            writeProduct(to: &writer)
        }
        writer.endObject()
    }

    private func writeProduct(to writer: inout JSONWriter) {
        switch product {
        case .nothing, .daily, .feed, .categories: break
        case .shown(let isShown):
            writer.member("showTranslation", isShown)
            writer.member("joke", joke)
        case .translated(let joke): writer.member("joke", joke)
        case .decided(let decided):
            writer.member("joke", joke)
            writer.member("decided", decided)
        case .undone(let step):
            writer.member("joke", joke)
            writer.member(
                "undone",
                Members {
                    $0.member("kind", step.kind.rawValue)
                    $0.member("jokes", step.before.map(\.id.rawValue))
                })
        case .deleted(let ids): writer.member("deleted", ids.map(\.rawValue))
        case .restored(let ids): writer.member("restored", ids.map(\.rawValue))
        case .imported(let outcome, let skipped):
            writer.member("added", outcome.added)
            writer.member("updated", outcome.updated)
            writer.member("unchanged", outcome.unchanged)
            writer.member("skipped", skipped)
        }
    }
}

extension Outlook: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("kind", arm.kind.rawValue)
        writer.member("name", arm.name)
        writer.member("weight", weight)
        writer.member("likes", likes)
        writer.member("dislikes", dislikes)
        writer.member("mean", Self.rounded(mean))
        writer.member("share", Self.rounded(share))
        writer.endObject()
    }

    /// To four places: what is behind them nobody knows.
    private static func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }
}
