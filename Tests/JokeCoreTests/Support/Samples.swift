// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

extension Joke {
    /// A joke that differs from every other by id and by text.
    static func sample(
        _ id: String, _ value: String? = nil, categories: [String] = [], source: String = "net"
    ) -> Joke {
        Joke(
            id: ID(rawValue: id), value: value ?? "The joke called \(id).", categories: categories,
            source: source, language: "en")
    }
}

extension Settings {
    /// Settings with a queue of ten, which is refilled below four.
    static func with(
        _ sources: Source..., capacity: Int = 10, lowWater: Int = 4, spread: Duration = .zero
    ) -> Settings {
        Settings(capacity: capacity, lowWater: lowWater, sources: sources, spread: spread)
    }
}

extension Settings.Translation {
    /// English and Spanish are translated into each other, by a local engine and then by one on the network.
    static let spanish = Settings.Translation(
        targets: ["es", "en"], engines: ["pack", "near", "far"],
        machines: [
            Settings.Source(name: "near", isLocal: true),
            Settings.Source(name: "far", isLocal: false, spacing: .seconds(2), requestsPerDay: 50),
        ])
}

extension Settings.Source {
    /// A network source with a spacing of two seconds.
    static let net = Settings.Source(name: "net", isLocal: false, spacing: .seconds(2))
    static let other = Settings.Source(name: "other", isLocal: false, spacing: .seconds(2))
    static let pack = Settings.Source(name: "pack", isLocal: true)
}

extension SourceError {
    static let noNetwork = SourceError(.noNetwork, "No network.")
    static let unreachable = SourceError(.unreachable, "Cut off.")
    static let timedOut = SourceError(.timedOut, "Too slow.")
    static let nonsense = SourceError(.nonsense, "Not a joke.")
    static let refused = SourceError(.httpStatus, "Forbidden.")
}

extension ChangeError {
    /// Whether the change failed because there was no joke.
    var isEmpty: Bool {
        if case .empty = self { true } else { false }
    }
}

extension Effect {
    var isWrite: Bool {
        if case .write = self { true } else { false }
    }
}

extension ModelDriver {
    /// Returns a driver with the starter joke on the card and these in the queue. Further fetches get no reply.
    static func ready(_ ids: String..., pack: [Joke] = []) -> ModelDriver {
        let driver = ModelDriver(.with(.pack, lowWater: 1), archive: ModelArchive(pack: pack))
        driver.deliver(ids)
        return driver
    }

    /// Returns a driver without sources. Jokes come only from the fallback pack.
    static func offline(_ ids: String...) -> ModelDriver { offline(ids) }
    static func offline(_ ids: [String]) -> ModelDriver {
        ModelDriver(.with(), archive: ModelArchive(pack: ids.map { .sample($0, source: "builtin") }))
    }

    /// The decision of a joke, without its lesson.
    func status(_ id: String) -> JokeStatus? {
        var status = archive.statuses[Joke.ID(rawValue: id)]
        status?.lesson = nil
        return status
    }
    var starter: String { Joke.starter.id.rawValue }
}
