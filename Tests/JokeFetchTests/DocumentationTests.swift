// SPDX-License-Identifier: MIT
import JokeFetch
import JokeTestSupport
import JokeWire
import Testing

@Suite("docs/sources.md")
struct DocumentationTests {
    private func page() throws -> [Substring] {
        try Files.text("\(Programs.checkout)/docs/sources.md").split(separator: "\n")
    }

    @Test("the table of failures equals the code", arguments: SourceError.Kind.allCases.filter(\.isReported))
    func failureTable(kind: SourceError.Kind) throws {
        let failure = SourceError(kind, "", status: 500)
        let retry =
            kind == .httpStatus ? "from 500 on" : failure.isWorthRetrying ? "yes" : "no"
        let row = "| `\(kind.rawValue)` | `\(failure.errorKind.rawValue)` | \(retry) | \(kind.row.meaning) |"
        #expect(try page().contains { $0 == row })
    }

    @Test("the examples are valid")
    func examples() throws {
        for line in try page() where line.hasPrefix("→ ") {
            guard case .single(.success(let request)) = Request.decode(Array(line.dropFirst(2).utf8)) else {
                Issue.record("\(line)")
                continue
            }
            if request.method != "cancel" {
                #expect(try SourceRequest(method: request.method, params: request.params) != nil)
            }
        }
        let replies = try page().filter { $0.hasPrefix("← ") }.map {
            try SourceReply(line: Array($0.dropFirst(2).utf8)).result
        }
        #expect(replies.first?.answer?.jokes.first?.joke.categories == ["dev"])
        #expect(replies.last?.failure?.retryAt == WallTime(milliseconds: 1_795_255_230_000))
    }
}
