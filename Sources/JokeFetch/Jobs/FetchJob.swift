// SPDX-License-Identifier: MIT
package import JokeWire

/// A request in progress, as a value without I/O: decides which operation comes next, and collects the output of those
/// that ended.
///
/// Call `next()` for the first step. After each operation pass its output to `take(_:now:)`, then call `next()` again.
package struct FetchJob: Sendable {
    package enum Step: Sendable, Hashable {
        /// Perform this operation, then call `take(_:now:)`.
        case perform(FetchOperation)
        /// The request is complete; this is its result.
        case finished(Result<SourceResult, SourceError>)
    }

    private var provider: any Provider
    private let kind: SourceRequest.Kind
    private var result: SourceResult

    /// Creates the job, or throws if the source's type or its settings are wrong.
    ///
    /// - Parameter seed: The random number by which a provider chooses among several pages or jokes.
    package init(_ request: SourceRequest, seed: UInt64) throws(SourceError) {
        provider = try Self.provider(for: request, seed: seed)
        kind = request.kind
        result = Self.initialResult(for: request)
    }

    /// The types of sources that users can configure, as `SourceSettings.type` has them.
    package static let types = ["chucknorris", "icanhazdadjoke", "jokeapi", "command"]

    /// Returns the next step. It is `finished` after an error, with enough results, or after the provider's most
    /// operations.
    package mutating func next() -> Step {
        guard result.error == nil, !isSatisfied, result.requests < provider.maximumOperations(for: kind)
        else {
            return .finished(finalResult)
        }
        do throws(SourceError) {
            return .perform(try provider.operation(for: kind, after: result))
        } catch {
            result.error = error
            return .finished(finalResult)
        }
    }

    /// Adds the output of an operation, or its failure, to the result.
    ///
    /// - Parameter now: The time in seconds since 1970, from which a relative `Retry-After` counts.
    package mutating func take(_ outcome: Result<OperationOutput, SourceError>, now: Int64) {
        result.requests += 1
        do throws(SourceError) {
            let output = try outcome.get()
            try check(output, now)
            try provider.read(output, for: kind, into: &result)
        } catch {
            result.error = provider.explained(error)
        }
    }

    private var isSatisfied: Bool {
        switch kind {
        case .jokes(let count, _): result.isComplete || result.jokes.count >= count
        case .translation: result.translation != nil
        case .categories, .page: false
        }
    }

    /// The result of the whole request. An error after some jokes is part of the result; an error without jokes
    /// replaces it.
    private var finalResult: Result<SourceResult, SourceError> {
        guard case .jokes(let count, _) = kind else { return result.error.map(failed) ?? .success(result) }
        guard result.jokes.isEmpty else {
            var result = result
            // A run of a command may print more jokes than were requested. They are kept, because the next run may print
            // the same ones first.
            let most = provider is CommandSource ? max(count, CommandSource.mostJokes) : count
            result.jokes.removeLast(max(0, result.jokes.count - most))
            return .success(result)
        }
        return failed(
            result.error
                ?? SourceError(.empty, "The source has no joke of that kind; choose another category"))
    }

    private func failed(_ failure: SourceError) -> Result<SourceResult, SourceError> {
        var failure = failure
        failure.requests = result.requests
        return .failure(failure)
    }

    private func check(_ output: OperationOutput, _ now: Int64) throws(SourceError) {
        switch output.status {
        case 200..<300: return
        case 429: throw Self.rateLimited(output, until: Self.retryTime(output, now))
        case 404 where hasCategories:
            throw SourceError(
                .empty,
                "\(output.place) has no joke of that kind (status 404); choose another kind, or check the settings "
                    + "of the source", status: 404)
        case 500...:
            var failure = refused(output, "\(output.place) has an internal error", "try again later")
            if output.status == 503 { failure.retryAt = Self.retryTime(output, now) }
            throw failure
        default:
            throw refused(
                output, "\(output.place) refused the request", "check its settings in the configuration")
        }
    }

    /// Whether the request names categories: then status 404 may mean that they have no joke.
    private var hasCategories: Bool {
        if case .jokes(_, let categories) = kind { !categories.isEmpty } else { false }
    }

    private func refused(_ output: OperationOutput, _ what: String, _ advice: String) -> SourceError {
        // Quote the explanation in a JSON body; a body in another format is left out.
        let said = (try? JSON(parsing: output.body)).flatMap(provider.complaint).flatMap {
            SanitizedText.line($0)
        }
        let detail = said.map { ": \($0)" } ?? ""
        return SourceError(
            .httpStatus, "\(what) (status \(output.status)\(detail)); \(advice)", status: output.status)
    }

    private static func retryTime(_ output: OperationOutput, _ now: Int64) -> WallTime? {
        output.retryAfter.flatMap { RetryAfter.time($0, now: now) }.map {
            WallTime(milliseconds: $0 * 1_000)
        }
    }

    /// Returns the error for a source that limits its clients.
    ///
    /// - Parameter time: The time of the next allowed request, or nil if the source does not name one.
    static func rateLimited(_ output: OperationOutput, until time: WallTime?) -> SourceError {
        SourceError(
            .rateLimited,
            "\(output.place) limits the rate of requests; jokesd tries again later",
            status: output.status, retryAt: time)
    }
}

extension FetchJob {
    private static func provider(
        for request: SourceRequest, seed: UInt64
    ) throws(SourceError) -> any Provider {
        let type = request.settings.type ?? request.source
        if case .translation(let texts, let target) = request.kind {
            return try engine(type, for: request, texts, into: target)
        }
        switch type {
        case "chucknorris": return try ChuckNorris(request.settings)
        case "icanhazdadjoke": return try DadJokes(request.settings, seed: seed)
        case "jokeapi": return try JokeAPI(request.settings, language: request.language)
        case "command": return try CommandSource(request)
        default:
            let advice =
                NearestName.of(type, among: types).map { "did you mean \($0)?" }
                ?? "expected one of \(types.joined(separator: ", "))"
            throw SourceError(
                .unsupported, "unknown type of source \"\(type)\"; \(advice)")
        }
    }

    /// The types of translation engines.
    package static let engines = ["apertium", "libretranslate"]

    private static func engine(
        _ type: String, for request: SourceRequest, _ texts: [String], into target: String
    ) throws(SourceError) -> any Provider {
        switch type {
        case "apertium":
            return Apertium(
                texts, from: request.language, into: target, program: request.settings.command.first)
        case "libretranslate":
            return try LibreTranslate(texts, from: request.language, into: target, request.settings)
        default:
            throw SourceError(
                .unsupported,
                "unknown translation engine \"\(type)\"; expected one of \(engines.joined(separator: ", "))"
            )
        }
    }

    /// Returns the result before any operation. It is complete if the provider needs no operation for this kind of
    /// request.
    private static func initialResult(for request: SourceRequest) -> SourceResult {
        var result = SourceResult()
        switch request.kind {
        case .jokes, .translation: break
        case .categories:
            switch request.settings.type ?? request.source {
            case "jokeapi": result.categories = JokeAPI.allCategories
            default: result.categories = []
            }
        case .page(let number, _): result.page = SourceResult.Page(number: number, hasMore: false, total: nil)
        }
        return result
    }
}
