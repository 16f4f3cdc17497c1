// SPDX-License-Identifier: MIT
package import JokeWire

/// The provider for a user's program that prints jokes: one as plain text or as a JSON object, or several with one
/// object per line.
package struct CommandSource: Provider {
    private let command: [String]
    private let language: String
    /// The name of the source. It precedes the ids of its jokes, so that two programs may use the same ids.
    private let source: String

    /// The most runs for one request. The program runs again while jokes are missing.
    private static let mostRuns = 10
    /// The most jokes of one result.
    static let mostJokes = 200

    package init(_ request: SourceRequest) throws(SourceError) {
        let settings = request.settings
        guard let program = settings.command.first, !program.isEmpty,
            !settings.command.contains(where: { $0.utf8.contains(0) })
        else {
            throw SourceError(
                .unsupported, "a source of the type command needs \"command\": [\"/path/of/program\"]")
        }
        command = settings.command
        language = request.language
        source = request.source
    }

    package func maximumOperations(for kind: SourceRequest.Kind) -> Int {
        switch kind {
        case .jokes(let count, _): min(count, Self.mostRuns)
        case .categories, .translation: 0
        case .page: 1
        }
    }

    package func operation(
        for kind: SourceRequest.Kind, after result: SourceResult
    ) throws(SourceError) -> FetchOperation {
        guard case .jokes(_, let categories) = kind, categories.isEmpty else {
            throw SourceError(.unsupported, "a command has no pages and no categories; leave them out")
        }
        return .run(command)
    }

    package func read(
        _ output: OperationOutput, for kind: SourceRequest.Kind, into result: inout SourceResult
    ) throws(SourceError) {
        guard let text = String(validating: output.body, as: UTF8.self) else {
            throw output.nonsense("it is not UTF-8")
        }
        guard let first = text.unicodeScalars.first(where: { !$0.properties.isWhitespace }) else {
            throw SourceError(.empty, "\(output.place) printed nothing; \(CommandProcess.trial)")
        }
        guard first == "{" else {
            guard let joke = FetchedJoke(id: nil, value: text, language: language) else {
                throw output.nonsense("more text than a joke may have")
            }
            return result.add([joke])
        }
        result.add(try jokes(in: output))
    }

    private func jokes(in output: OperationOutput) throws(SourceError) -> [FetchedJoke] {
        var jokes: [FetchedJoke] = []
        // A single object may span lines; otherwise each line is an object.
        if let json = try? JSON(parsing: output.body) { return [try joke(json, output)] }
        for (index, line) in output.body.split(separator: UInt8(ascii: "\n")).enumerated()
        where !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
            let json: JSON
            do throws(JSONError) { json = try JSON(parsing: line) } catch {
                throw output.nonsense("line \(index + 1) is not JSON, \(error.message)")
            }
            jokes.append(try joke(json, output))
        }
        return jokes
    }

    private func joke(_ json: JSON, _ output: OperationOutput) throws(SourceError) -> FetchedJoke {
        do throws(WireDecodingError) {
            if let joke = try FetchedJoke(printed: json, by: source, language: language) { return joke }
        } catch { throw output.nonsense(error.message) }
        throw output.nonsense("a joke without text, or with too much")
    }
}

extension FetchedJoke {
    /// Decodes an object with `value`, with `joke`, or with `setup` and `punchline`. All other members are optional.
    fileprivate init?(printed json: JSON, by source: String, language: String) throws(WireDecodingError) {
        let reader = try ObjectReader(json)
        let id = (try reader.read("id") as String?).map { "\(source)-\($0)" }
        let categories: [String] = try reader.read("categories", absent: [])
        let flags: [String] = try reader.read("flags", absent: [])
        let language = try reader.read("language") as String? ?? language
        let url: String? = try reader.read("url")
        let isSafe = json["safe"]?.boolValue
        if let setup = try reader.read("setup") as String? {
            self.init(
                id: id, setup: setup, punchline: try reader.read("punchline"), categories: categories,
                language: language, url: url, flags: flags, isSafe: isSafe)
        } else {
            var value: String? = try reader.read("value")
            if value == nil { value = try reader.read("joke") }
            guard let value else {
                throw WireDecodingError(
                    path: "", expected: "an object with value, with joke, or with setup and punchline",
                    found: "one without")
            }
            self.init(
                id: id, value: value, categories: categories, language: language, url: url, flags: flags,
                isSafe: isSafe)
        }
    }
}
