// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

/// The saved jokes of jokesd. Each question has a connection of its own, so that jokesd may restart and exit.
final class SavedJokes {
    private let locations: SocketLocations
    /// The longest time for an answer, in seconds. A jokesd that starts may take longer; then it answers the next letter.
    private let timeout: Double
    /// The last error that was reported, so that not every letter of a search reports it.
    private var lastError: ConnectError?

    /// The most results of a search.
    private static let most = 5
    /// The longest time after a result was chosen.
    private static let patience = 2.0

    init(at locations: SocketLocations, timeout: Double) {
        (self.locations, self.timeout) = (locations, timeout)
    }

    /// Has systemd start jokesd, so that it is there when enough letters are typed.
    func wake() { ask(timeout: timeout) { (_, _) in } }

    /// Returns the jokes that match what was typed, the best ones first. There are none if jokesd does not answer in time.
    func matching(_ typed: [String]) -> [Joke] {
        guard let query = SearchQuery.text(of: typed) else { return [] }
        var jokes: [Joke] = []
        ask(timeout: timeout) { (connection, deadline) throws(ConnectError) in
            let reply = try connection.request(
                Method.savedSearch.rawValue, ["query": .string(query), "limit": .integer(Self.most)],
                until: deadline)
            // A refusal, such as of a query that is too long, finds nothing.
            guard case .success(let result) = reply else { return }
            jokes = try Self.decode { () throws(WireDecodingError) in
                try SavedPageResponse(json: result, at: "result")
            }.items.prefix(Self.most).map(\.joke)
                // A desktop could not ask for it.
                .filter { BusMessage.carried($0.id.rawValue) == $0.id.rawValue }
        }
        return jokes
    }

    /// Returns the jokes with these ids. One that is no longer there is left out.
    func jokes(_ ids: [String]) -> [Joke] { jokes(ids, timeout: timeout) }

    /// Returns the joke that was chosen, or nil if it is no longer there.
    func chosen(_ id: String) -> Joke? { jokes([id], timeout: Self.patience).first }

    private func jokes(_ ids: [String], timeout: Double) -> [Joke] {
        var jokes: [Joke] = []
        ask(timeout: timeout) { (connection, deadline) throws(ConnectError) in
            for id in ids.prefix(Self.most) {
                let reply = try connection.request(
                    Method.savedGet.rawValue, ["joke": .string(id)], until: deadline)
                guard case .success(let result) = reply else { continue }
                jokes.append(
                    try Self.decode { () throws(WireDecodingError) in
                        try SavedItem(json: result, at: "result")
                    }.joke)
            }
        }
        return jokes
    }

    private func ask(
        timeout: Double, _ body: (inout DaemonConnection, Deadline) throws(ConnectError) -> Void
    ) {
        let deadline = Deadline(after: timeout)
        do throws(ConnectError) {
            var connection = try DaemonConnection.open(at: locations, as: "search", until: deadline)
            try body(&connection, deadline)
            lastError = nil
        } catch .timedOut {
            // jokesd may be starting.
        } catch {
            if error != lastError { SearchMain.report(error.message()) }
            lastError = error
        }
    }

    private static func decode<Value>(
        _ read: () throws(WireDecodingError) -> Value
    ) throws(ConnectError) -> Value {
        do throws(WireDecodingError) { return try read() } catch { throw .unexpected(error) }
    }
}
