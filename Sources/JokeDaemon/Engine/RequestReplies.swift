// SPDX-License-Identifier: MIT
import JokeCore
import JokeLinux
import JokeWire

/// The closures that reply to requests for changes, and the replies that can be sent.
struct RequestReplies {
    /// The number of the last token.
    private var tokens = 0
    private var closures: [Int: Engine.Reply] = [:]
    /// The number of closures for which there is memory when none is left.
    private static let keptCapacity = 512
    /// The replies of committed changes that are not sent yet. All events of these changes are sent.
    private var due = FIFOQueue<(ReplyToken, Result<ChangeResult, WireError>)>()

    var isAnyDue: Bool { !due.isEmpty }

    /// Returns the token of a new request.
    mutating func add(_ reply: @escaping Engine.Reply, cause: Cause) -> ReplyToken {
        tokens += 1
        closures[tokens] = reply
        return ReplyToken(number: tokens, cause: cause)
    }

    /// Adds the reply to a committed change.
    mutating func append(_ token: ReplyToken, _ result: Result<ChangeResult, WireError>) {
        due.append((token, result))
    }

    /// Removes the next reply, and returns a closure that sends it; or nil if none is due.
    mutating func popDue() -> (@LoopActor () -> Void)? {
        guard let (token, result) = due.popFirst() else { return nil }
        let reply = take(token)
        return { reply?(result) }
    }

    /// Removes the closure of a request, which the caller calls now. Returns nil if it was called already.
    mutating func take(_ token: ReplyToken) -> Engine.Reply? {
        let reply = closures.removeValue(forKey: token.number)
        if closures.isEmpty, closures.capacity > Self.keptCapacity { closures = [:] }
        return reply
    }

    /// Removes the closures of all requests, in the order of the requests. The caller calls them now.
    mutating func takeAll() -> [Engine.Reply] {
        defer { closures = [:] }
        return closures.sorted { $0.key < $1.key }.map(\.value)
    }
}
