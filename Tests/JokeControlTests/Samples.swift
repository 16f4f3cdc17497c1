// SPDX-License-Identifier: MIT
import JokeControl
import JokeWire

/// Values that renderings are shown with.
enum Samples {
    static let joke = Joke(
        id: Joke.ID(rawValue: "mgdb9q1wqb6_gurzp_5bga"),
        value: "A programmer's partner says: “Buy a loaf of bread, and if they have eggs, buy a dozen.” "
            + "He comes home with twelve loaves.",
        categories: ["dev", "food"], source: "builtin", language: "en")

    static let twoParts = Joke(
        id: Joke.ID(rawValue: "mgdbxx"), value: "¿Qué le dice un bit al otro?\nNos vemos en el bus.",
        setup: "¿Qué le dice un bit al otro?", punchline: "Nos vemos en el bus.", source: "fortune",
        language: "es")

    static let wide = Joke(
        id: Joke.ID(rawValue: "ag_6paerrkg-mxfjjqw4ba"),
        value: "布団が吹っ飛んだ。隣の家に囲いができたってね、へえ（塀）。猫が寝込んだ 👩‍👩‍👧‍👦 e\u{301}", source: "holiday",
        language: "ja")

    static let error = Joke(
        id: Joke.ID(rawValue: "error"), value: "No joke can be fetched; check the connection.",
        source: "jokesd",
        language: "en")

    static let hostile = Joke(
        id: Joke.ID(rawValue: "evil\u{1B}[2J"),
        value:
            "Knock\u{1B}[31m knock\u{9B}2J\u{1B}]0;title\u{7} \u{202E}ereht s'ohw\u{202C}\tTab\rX%{A1:rm -rf:}#(cmd)`id`",
        categories: ["a\u{1B}c"], source: "s\u{200B}ly", language: "en")

    static func state(
        _ joke: Joke = joke, color: CardState.BackgroundColor = .gray,
        decision: CardState.DecisionState = .undecided, error: CardState.ErrorInfo? = nil, online: Bool = true
    ) -> CardState {
        CardState {
            ($0.fetching, $0.joke, $0.backgroundColor) = (false, joke, color)
            ($0.decisionState, $0.showTranslation, $0.cardTranslation) = (decision, false, 0)
            ($0.error, $0.online, $0.queue) = (error, online, CardState.Queue(count: 9, capacity: 10))
            $0.saved = CardState.Saved(count: 3)
        }
    }

    static func decision(_ decided: Joke? = joke, isChanged: Bool = true) -> DecisionResponse {
        DecisionResponse(sequence: 2, isChanged: isChanged, joke: twoParts, decided: decided)
    }

    static func undo(_ kind: String, _ ids: [String]) -> UndoResponse {
        UndoResponse {
            ($0.sequence, $0.isChanged, $0.joke) = (2, true, joke)
            $0.undone = .init(kind: kind, jokes: ids)
            $0.isCardChanged = ["liked", "disliked"].contains(kind)
        }
    }

    static let noNetwork = CardState.ErrorInfo(
        kind: "offline", message: "The network cannot be reached; jokes come from the built-in pack.",
        retryAt: "2026-11-21T10:42:07+01:00")

    static let saved = [
        SavedItem(joke: joke, savedAt: "2026-11-21T09:15:00+01:00"),
        SavedItem(joke: twoParts, savedAt: "2026-11-20T23:59:59+01:00"),
        SavedItem(joke: wide, savedAt: "2025-02-01T00:00:00Z"),
    ]

    static let history = HistoryResponse {
        $0.items = [
            SavedItem(joke: joke, savedAt: nil),
            SavedItem(joke: twoParts, savedAt: "2026-11-20T23:59:59+01:00"),
            SavedItem(
                joke: wide, savedAt: "2025-02-01T00:00:00Z", deletedAt: "2026-11-21T09:15:00+01:00",
                dislikedAt: "2026-11-21T09:15:00+01:00"),
            SavedItem(joke: hostile, savedAt: "2025-02-01T00:00:00Z", deletedAt: "\u{1B}[5m"),
        ]
        ($0.position, $0.total) = (1, 4)
    }

    /// - Parameter total: nil for the number of the items.
    static func page(_ items: [SavedItem], total: Int? = nil) -> SavedPageResponse {
        SavedPageResponse(items: items, next: nil, total: total ?? items.count, isTotalExact: true)
    }

    static func feed(_ page: Int, _ jokes: [Joke], hasMore: Bool, total: Int? = nil) -> FeedPageResponse {
        FeedPageResponse {
            ($0.source, $0.query, $0.page) = ("web", nil, page)
            ($0.jokes, $0.isLoading, $0.hasMore) = (jokes, false, hasMore)
            $0.total = total
        }
    }

    static var busyStatus: StatusResponse {
        var status = status
        var bar = StatusResponse.Client { ($0.connection, $0.client) = (3, "bar\u{1B}[2J") }
        (bar.requests, bar.received, bar.sent, bar.unsent, bar.inFlight) = (1, 96, 1_204_331, 65_536, 0)
        (bar.subscriptions, bar.coalesced, bar.dropped) = (2, 1_043, 7)
        status.clients = [bar, StatusResponse.Client { $0.connection = 17 }]
        return status
    }

    static let taste = TasteResponse(
        isEnabled: true,
        arms: [
            .init(
                kind: "source", name: "builtin", weight: 1, likes: 31, dislikes: 9, mean: 0.7619,
                share: 0.8702),
            .init(
                kind: "source", name: "fortune", weight: 1, likes: 1, dislikes: 6, mean: 0.2222, share: 0.1298
            ),
            .init(
                kind: "category", name: "programming", weight: 1, likes: 24, dislikes: 1, mean: 0.9259,
                share: 0.7),
            .init(
                kind: "category", name: "evil\u{1B}[2J", weight: 1, likes: 0, dislikes: 40, mean: 0.0238,
                share: 0.05),
            .init(
                kind: "planet", name: "of a later daemon", weight: 1, likes: 2, dislikes: 2, mean: 7,
                share: -1),
        ])

    static let noTaste = TasteResponse(
        isEnabled: true,
        arms: [
            .init(kind: "source", name: "builtin", weight: 1, likes: 0, dislikes: 0, mean: 0.5, share: 1)
        ])

    static var sources: [SourceStatus] {
        var builtin = SourceStatus { ($0.name, $0.type, $0.state) = ("builtin", "builtin", "ready") }
        (builtin.given, builtin.seen, builtin.filtered) = (24, 3, 1)
        (builtin.total, builtin.unseen) = (1_079, 1_012)
        var web = SourceStatus {
            ($0.name, $0.type, $0.state) = ("chucknorris", "chucknorris", "limited")
            $0.message = "The source 'chucknorris' wants fewer requests."
            $0.retryAt = "2026-11-21T10:42:07+01:00"
        }
        web.budget = .init { ($0.limit, $0.used) = (50, 12) }
        web.nextFetch = "2026-11-21T10:43:00+01:00"
        (web.given, web.seen, web.filtered) = (8, 0, 4)
        return [
            builtin,
            SourceStatus { ($0.name, $0.type, $0.enabled, $0.state) = ("fortune", "fortune", false, "off") },
            web,
            SourceStatus {
                ($0.name, $0.type, $0.enabled) = ("mine", "own", false)
                ($0.configured, $0.state) = (false, "off")
            },
        ]
    }

    static var explainedSources: [SourceStatus] {
        var sources = sources
        sources[2].reasons = [
            .init("category", "explicit", count: 2), .init("tooLong", count: 1),
            .init("later", "\u{1B}[31mred", count: 1),
        ]
        return sources
    }

    static var refusedStatus: StatusResponse {
        var status = StatusResponse()
        status.configurationError = CardState.ErrorInfo(
            kind: "bad_configuration",
            message: "The configuration cannot be used: config.jsonc:1:3: \u{1B}[31mno.")
        return status
    }

    static var status: StatusResponse {
        var status = StatusResponse()
        status.version = "1.2.3"
        status.protocolVersion = 1
        status.process = 4242
        status.uptime = 93_784
        status.socket = "/run/user/1000/jokesd/socket"
        status.data = "/home/tester/.local/share/jokesd"
        status.queue = CardState.Queue(count: 9, capacity: 10)
        status.saved = CardState.Saved(count: 3)
        status.connections = 2
        status.requests = 1_234
        status.sources = [
            SourceStatus { ($0.name, $0.state) = ("builtin", "idle") },
            SourceStatus {
                ($0.name, $0.state) = ("chucknorris", "failed")
                $0.message = "The network cannot be reached."
                $0.retryAt = "2026-11-21T10:42:07+01:00"
            },
            SourceStatus { ($0.name, $0.enabled) = ("fortune", false) },
        ]
        status.error = noNetwork
        return status
    }
}
