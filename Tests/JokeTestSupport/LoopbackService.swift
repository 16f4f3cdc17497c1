// SPDX-License-Identifier: MIT
import JokeWire

/// The web services with correct replies and a thousand jokes each. Random choices of the real services depend on the
/// request's number here, so that tests are repeatable.
package enum LoopbackService: String, Sendable, CaseIterable {
    case chucknorris, icanhazdadjoke, jokeapi

    /// The number of jokes of each service.
    package static let jokes = 1_000

    package func reply(to request: LoopbackHTTP.Request) -> LoopbackReply {
        // Without this header some real services send a web page.
        guard request.headers["accept"] == "application/json" else {
            return LoopbackFault.page.reply(insteadOf: .json("{}"))
        }
        switch self {
        case .chucknorris: return chuckNorris(request)
        case .icanhazdadjoke: return dadJoke(request)
        case .jokeapi: return jokeAPI(request)
        }
    }
}

extension LoopbackService {
    private static let chuckCategories = [
        "animal", "career", "celebrity", "dev", "explicit", "fashion", "food", "history", "money", "movie",
        "music", "political", "religion", "science", "sport", "travel",
    ]

    /// Returns the category of a joke. Every third joke has none.
    private static func chuckCategory(_ number: Int) -> String? {
        number % 3 == 0 ? nil : chuckCategories[number % chuckCategories.count]
    }

    private func chuckNorris(_ request: LoopbackHTTP.Request) -> LoopbackReply {
        switch request.path {
        case "/jokes/random":
            let wanted = request.query["category"]?.split(separator: ",").map(String.init)
            let fitting = (0..<Self.jokes).filter { number in
                wanted.map { $0.contains(Self.chuckCategory(number) ?? "") } ?? true
            }
            guard !fitting.isEmpty else {
                return .json(Self.notFound(request).jsonText, status: "404 Not Found")
            }
            let number = fitting[request.number % fitting.count]
            return .json(Self.chuckJoke(number, of: request.query["name"] ?? "Chuck Norris").jsonText)
        case "/jokes/categories": return .json(JSON.array(Self.chuckCategories.map { .string($0) }).jsonText)
        case "/jokes/search":
            let query = request.query["query"] ?? ""
            guard (3...120).contains(query.count) else {
                return .json(Self.tooShort.jsonText, status: "400 Bad Request")
            }
            let found = (0..<Self.jokes).map { Self.chuckJoke($0, of: "Chuck Norris") }.filter {
                $0["value"]?.stringValue?.contains(query) ?? false
            }.prefix(50)
            return .json(
                JSON.object(["total": .integer(found.count), "result": .array(Array(found))]).jsonText)
        default: return .json(Self.notFound(request).jsonText, status: "404 Not Found")
        }
    }

    private static func chuckJoke(_ number: Int, of hero: String) -> JSON {
        let digits = String(number)
        let id = "loopback_joke_" + String(repeating: "0", count: 8 - digits.count) + digits
        return [
            "categories": .array(chuckCategory(number).map { [.string($0)] } ?? []),
            "created_at": "2020-01-05 13:42:19.576875",
            "icon_url": "https://api.chucknorris.io/img/avatar/chuck-norris.png",
            "id": .string(id),
            "updated_at": "2020-01-05 13:42:19.576875",
            "url": .string("https://api.chucknorris.io/jokes/\(id)"),
            "value": .string("\(hero) compiled kernel \(number) by looking at it."),
        ]
    }

    private static let tooShort: JSON = [
        "timestamp": "2026-11-21T10:00:00.000Z", "status": 400, "error": "Bad Request",
        "message": "search.query: size must be between 3 and 120",
        "violations": ["search.query": "size must be between 3 and 120"],
    ]

    private static func notFound(_ request: LoopbackHTTP.Request) -> JSON {
        [
            "timestamp": "2026-11-21T10:00:00.000Z", "status": 404, "error": "Not Found",
            "path": .string(request.path),
        ]
    }
}

extension LoopbackService {
    private func dadJoke(_ request: LoopbackHTTP.Request) -> LoopbackReply {
        switch request.path {
        case "/":
            var joke = Self.dadJoke(request.number % Self.jokes)
            joke.append("status", 200)
            return .json(JSON.object(joke).jsonText)
        case "/search": return .json(search(request.query).jsonText)
        default: return .json("{\"message\":\"Not found\",\"status\":404}", status: "404 Not Found")
        }
    }

    private static func dadJoke(_ number: Int) -> JSONObject {
        [
            "id": .string("Pun\(number)"),
            "joke": .string("I asked cheese number \(number) to smile. It only melted."),
        ]
    }

    private func search(_ query: [String: String]) -> JSON {
        let term = query["term"] ?? ""
        let limit = min(max(query["limit"].flatMap { Int($0) } ?? 20, 1), 30)
        let found = (0..<Self.jokes).map(Self.dadJoke).filter { joke in
            term.isEmpty || joke["joke"]?.stringValue?.contains(term) ?? false
        }
        let pages = max((found.count + limit - 1) / limit, 1)
        // After the last page the service repeats the last one, which names itself as its successor.
        let page = min(max(query["page"].flatMap { Int($0) } ?? 1, 1), pages)
        let results = found.dropFirst((page - 1) * limit).prefix(limit)
        return [
            "current_page": .integer(page), "limit": .integer(limit),
            "next_page": .integer(min(page + 1, pages)),
            "previous_page": .integer(max(page - 1, 1)), "results": .array(results.map { .object($0) }),
            "search_term": .string(term), "status": 200, "total_jokes": .integer(found.count),
            "total_pages": .integer(pages),
        ]
    }
}

extension LoopbackService {
    private static let flags = ["nsfw", "religious", "political", "racist", "sexist", "explicit"]
    private static let categories = ["Misc", "Programming", "Dark", "Pun", "Spooky", "Christmas"]

    private func jokeAPI(_ request: LoopbackHTTP.Request) -> LoopbackReply {
        guard request.path.hasPrefix("/joke/") else {
            return .json(Self.refusal(110, "the URL is wrong").jsonText, status: "404 Not Found")
        }
        let query = request.query
        let wanted = request.path.dropFirst("/joke/".count).split(separator: ",").map(String.init)
        let blocked = query["blacklistFlags"]?.split(separator: ",").map(String.init) ?? []
        let fitting = (0..<Self.jokes).filter { number in
            let flag = Self.flag(number)
            return (wanted == ["Any"] || wanted.contains(Self.categories[number % Self.categories.count]))
                && !blocked.contains(flag ?? "") && (query["safe-mode"] == nil || flag == nil)
                && query["type"].map { $0 == Self.type(number) } ?? true
        }
        let amount = min(query["amount"].flatMap { Int($0) } ?? 1, 10)
        guard !fitting.isEmpty, ["en", "de", "es"].contains(query["lang"] ?? "en") else {
            return .json(Self.refusal(106, "No matching joke found").jsonText)
        }
        let jokes = (0..<amount).map { place in
            Self.joke(fitting[(request.number * 10 + place) % fitting.count], language: query["lang"] ?? "en")
        }
        guard amount > 1 else {
            var joke: JSONObject = ["error": false]
            for member in jokes[0] { joke.append(member.name, member.value) }
            return .json(JSON.object(joke).jsonText)
        }
        return .json(
            JSON.object([
                "error": false, "amount": .integer(amount), "jokes": .array(jokes.map { .object($0) }),
            ]).jsonText)
    }

    /// Returns the flag of a joke. Every fifth joke has one.
    private static func flag(_ number: Int) -> String? {
        number % 5 == 0 ? flags[number / 5 % flags.count] : nil
    }

    private static func type(_ number: Int) -> String { number % 2 == 0 ? "twopart" : "single" }

    private static func joke(_ number: Int, language: String) -> JSONObject {
        var joke: JSONObject = [
            "category": .string(categories[number % categories.count]), "type": .string(type(number)),
        ]
        if type(number) == "twopart" {
            joke.append("setup", .string("Why did loop \(number) never end?"))
            joke.append("delivery", "Nobody told it the condition.")
        } else {
            joke.append("joke", .string("Array \(number) walked into a bar and asked for place zero."))
        }
        joke.append(
            "flags",
            .object(JSONObject(members: flags.map { .init(name: $0, value: .bool($0 == flag(number))) })))
        joke.append("id", .integer(number))
        joke.append("safe", .bool(flag(number) == nil))
        joke.append("lang", .string(language))
        return joke
    }

    private static func refusal(_ code: Int, _ message: String) -> JSON {
        [
            "error": true, "internalError": false, "code": .integer(code), "message": .string(message),
            "causedBy": ["The filters that were given"], "additionalInfo": "Nothing fits all of them.",
            "timestamp": 1_795_248_000_000,
        ]
    }
}
