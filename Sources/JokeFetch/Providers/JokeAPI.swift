// SPDX-License-Identifier: MIT
package import JokeWire

/// The provider for v2.jokeapi.dev: categories, languages, flags, a safe mode, and several jokes in one response.
package struct JokeAPI: Provider {
    private let endpoint: Endpoint
    private let language: String
    private let settings: SourceSettings

    /// The most jokes in one response.
    private static let amount = 10
    private static let categories = ["Misc", "Programming", "Dark", "Pun", "Spooky", "Christmas"]
    /// The code for "No matching joke found". It is not a failure of the service, and comes with status 200.
    private static let noMatch = 106
    /// The code for a client that has sent too many requests.
    private static let tooManyRequests = 101

    package init(_ settings: SourceSettings, language: String) throws(SourceError) {
        endpoint = try Endpoint(settings.url, usual: "https://v2.jokeapi.dev")
        self.language = language
        self.settings = settings
    }

    package func maximumOperations(for kind: SourceRequest.Kind) -> Int {
        switch kind {
        case .jokes(let count, _): (count + Self.amount - 1) / Self.amount
        case .categories, .translation: 0
        case .page: 1
        }
    }

    package func operation(
        for kind: SourceRequest.Kind, after result: SourceResult
    ) throws(SourceError) -> FetchOperation {
        guard case .jokes(let count, let categories) = kind else {
            throw SourceError(.unsupported, "jokeapi has no pages; fetch jokes from it instead")
        }
        let path = try categories.map { (name) throws(SourceError) in try Self.category(name) }
        var query: [(name: String, value: String?)] = [("lang", language)]
        if !settings.blockedFlags.isEmpty {
            query.append(("blacklistFlags", settings.blockedFlags.joined(separator: ",")))
        }
        if let form = settings.form { query.append(("type", form)) }
        query.append(("amount", "\(min(count - result.jokes.count, Self.amount))"))
        if settings.isSafe { query.append(("safe-mode", nil)) }
        return .get(endpoint.url("/joke/\(path.isEmpty ? "Any" : path.joined(separator: ","))", query))
    }

    package func read(
        _ output: OperationOutput, for kind: SourceRequest.Kind, into result: inout SourceResult
    ) throws(SourceError) {
        let json = try output.json()
        if json["error"]?.boolValue == true { throw refusal(json, output) }
        let jokes = try output.reading { (json) throws(WireDecodingError) in
            let reader = try ObjectReader(json)
            guard reader.object["jokes"] != nil else { return [try Self.joke(json)] }
            return try reader.array("jokes", Self.joke)
        }
        result.add(jokes.compactMap { $0 })
    }

    package func complaint(in error: JSON) -> String? {
        error["additionalInfo"]?.stringValue ?? error["message"]?.stringValue
    }

    /// Returns the error for a response with status 200 and `"error": true`.
    private func refusal(_ json: JSON, _ output: OperationOutput) -> SourceError {
        // The code is a number, except that of too many requests, which is a string.
        let code = json["code"]?.integerValue ?? json["code"]?.stringValue.flatMap { Int($0) }
        switch code {
        case Self.noMatch: return output.empty()
        case Self.tooManyRequests: return FetchJob.rateLimited(output, until: nil)
        default:
            let said = complaint(in: json).flatMap { SanitizedText.line($0) }.map { " (\($0))" } ?? ""
            return SourceError(
                .httpStatus, "\(output.place) refused the request\(said); check the settings of the source",
                status: output.status)
        }
    }

    private static func joke(_ json: JSON) throws(WireDecodingError) -> FetchedJoke? {
        let reader = try ObjectReader(json)
        let language: String = try reader.read("lang")
        // The service numbers the jokes of each language separately.
        let id = "jokeapi-\(language)-\(try reader.read("id") as Int)"
        let categories: [String] = [try reader.read("category")]
        let given: JSON = try reader.read("flags", absent: [:])
        guard let flags = given.objectValue?.filter({ $0.value.boolValue ?? true }).map(\.name) else {
            throw WireDecodingError(path: "flags", expected: "an object", found: given.typeName)
        }
        let isSafe = json["safe"]?.boolValue
        guard try reader.read("type") == "twopart" else {
            return FetchedJoke(
                id: id, value: try reader.read("joke"), categories: categories, language: language,
                flags: flags, isSafe: isSafe)
        }
        return FetchedJoke(
            id: id, setup: try reader.read("setup"), punchline: try reader.read("delivery"),
            categories: categories, language: language, flags: flags, isSafe: isSafe)
    }

    /// Returns the category's name in the service's spelling. The case of `name` does not matter.
    private static func category(_ name: String) throws(SourceError) -> String {
        let known = categories + ["Any"]
        if let category = known.first(where: { $0.lowercased() == name.lowercased() }) { return category }
        let advice =
            NearestName.of(name, among: known).map { "did you mean \($0)?" }
            ?? "it has \(known.joined(separator: ", "))"
        throw SourceError(.unsupported, "jokeapi has no category \"\(name)\"; \(advice)")
    }

    /// The names of all categories in lower case.
    package static var allCategories: [String] { categories.map { $0.lowercased() } }
}
