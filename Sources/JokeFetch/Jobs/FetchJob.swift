// SPDX-License-Identifier: MIT
package import JokeFetchProtocol
import JokeWire

/// One request in progress, as a value: which operation comes next, and the result of those that ended.
package struct FetchJob: Sendable {
    package enum Step: Sendable, Hashable {
        /// Legal next: `take`.
        case go(FetchOperation)
        case over(Result<SourceResult, SourceError>)
    }

    private var provider: any Provider
    private let kind: SourceRequest.Kind
    private var answer: SourceResult

    /// - Parameter seed: decides what is drawn where several would do.
    package init(_ order: SourceRequest, seed: UInt64) throws(SourceError) {
        provider = try Self.provider(for: order, seed: seed)
        kind = order.kind
        answer = Self.beginning(order)
    }

    package static let types = ["chucknorris", "icanhazdadjoke", "jokeapi", "command"]

    package mutating func next() -> Step {
        guard answer.error == nil, !isSatisfied, answer.requests < provider.maximumOperations(for: kind)
        else {
            return .over(result)
        }
        do throws(SourceError) {
            return .go(try provider.operation(for: kind, having: answer))
        } catch {
            answer.error = error
            return .over(result)
        }
    }

    /// - Parameter now: seconds since 1970, for `Retry-After`.
    package mutating func take(_ outcome: Result<OperationOutput, SourceError>, now: Int64) {
        answer.requests += 1
        do throws(SourceError) {
            let delivery = try outcome.get()
            try check(delivery, now)
            try provider.read(delivery, for: kind, into: &answer)
        } catch {
            answer.error = provider.explained(error)
        }
    }

    private var isSatisfied: Bool {
        switch kind {
        case .jokes(let count, _): answer.isComplete || answer.jokes.count >= count
        case .translation: answer.translation != nil
        case .categories, .page: false
        }
    }

    /// Some jokes and a failure are an answer; a failure alone is none.
    private var result: Result<SourceResult, SourceError> {
        guard case .jokes(let count, _) = kind else { return answer.error.map(failed) ?? .success(answer) }
        guard answer.jokes.isEmpty else {
            var answer = answer
            answer.jokes.removeLast(max(0, answer.jokes.count - count))
            return .success(answer)
        }
        return failed(
            answer.error
                ?? SourceError(.empty, "The source has no joke of that kind; ask for another category"))
    }

    private func failed(_ failure: SourceError) -> Result<SourceResult, SourceError> {
        var failure = failure
        failure.requests = answer.requests
        return .failure(failure)
    }

    private func check(_ delivery: OperationOutput, _ now: Int64) throws(SourceError) {
        switch delivery.status {
        case 200..<300: return
        case 429: throw Self.rateLimited(delivery, until: Self.retryTime(delivery, now))
        case 404 where isChoosy: throw delivery.empty()
        case 500...:
            var failure = refused(delivery, "\(delivery.place) is out of order", "try again later")
            if delivery.status == 503 { failure.retryAt = Self.retryTime(delivery, now) }
            throw failure
        default:
            throw refused(delivery, "\(delivery.place) refuses the request", "check the source's settings")
        }
    }

    /// Whether something was asked for that may not be there.
    private var isChoosy: Bool {
        if case .jokes(_, let categories) = kind { !categories.isEmpty } else { false }
    }

    private func refused(_ delivery: OperationOutput, _ what: String, _ advice: String) -> SourceError {
        // Whatever explains itself in JSON is quoted; what does not need not be read.
        let said = (try? JSON(parsing: delivery.body)).flatMap(provider.complaint).flatMap(SanitizedText.line)
        let detail = said.map { ": \($0)" } ?? ""
        return SourceError(
            .httpStatus, "\(what) (status \(delivery.status)\(detail)); \(advice)", status: delivery.status)
    }

    private static func retryTime(_ delivery: OperationOutput, _ now: Int64) -> WallTime? {
        delivery.retryAfter.flatMap { RetryAfter.time($0, now: now) }.map {
            WallTime(milliseconds: $0 * 1_000)
        }
    }

    static func rateLimited(_ delivery: OperationOutput, until time: WallTime?) -> SourceError {
        SourceError(
            .rateLimited,
            "\(delivery.place) wants fewer requests; the source rests until it may be asked again",
            status: delivery.status, retryAt: time)
    }
}

extension FetchJob {
    private static func provider(
        for order: SourceRequest, seed: UInt64
    ) throws(SourceError) -> any Provider {
        let type = order.settings.type ?? order.source
        if case .translation(let texts, let target) = order.kind {
            return try engine(type, for: order, texts, into: target)
        }
        switch type {
        case "chucknorris": return try ChuckNorris(order.settings)
        case "icanhazdadjoke": return try DadJokes(order.settings, seed: seed)
        case "jokeapi": return try JokeAPI(order.settings, language: order.language)
        case "command": return try CommandSource(order)
        default:
            let advice =
                NearestName.of(type, among: types).map { "did you mean \($0)?" }
                ?? "there are \(types.joined(separator: ", "))"
            throw SourceError(.unsupported, "There is no kind of source called \"\(type)\"; \(advice)")
        }
    }

    package static let engines = ["apertium", "libretranslate"]

    private static func engine(
        _ type: String, for order: SourceRequest, _ texts: [String], into target: String
    ) throws(SourceError) -> any Provider {
        switch type {
        case "apertium":
            return Apertium(texts, from: order.language, into: target, program: order.settings.command.first)
        case "libretranslate":
            return try LibreTranslate(texts, from: order.language, into: target, order.settings)
        default:
            throw SourceError(
                .unsupported,
                "There is no translation engine called \"\(type)\"; there are \(engines.joined(separator: ", "))"
            )
        }
    }

    /// What is known without an errand.
    private static func beginning(_ order: SourceRequest) -> SourceResult {
        var answer = SourceResult()
        switch order.kind {
        case .jokes, .translation: break
        case .categories:
            answer.categories =
                (order.settings.type ?? order.source) == "jokeapi" ? JokeAPI.allCategories : []
        case .page(let number, _): answer.page = SourceResult.Page(number: number, hasMore: false, total: nil)
        }
        return answer
    }
}
