// SPDX-License-Identifier: MIT
import JokeEventLoop
import JokeWire

/// The replies to a JSON-RPC batch, collected until all are ready.
@LoopActor
final class Batch {
    typealias Afterwards = @LoopActor () -> Void

    private var replies: [[UInt8]?]
    private var afterwards: [Afterwards] = []
    /// The number of replies that are not ready.
    private var missing: Int
    /// The size in bytes of the replies that are ready.
    private(set) var size = 0
    /// The largest size in bytes, without the id, of the error that replaces a reply that does not fit.
    private static let errorSize = 256
    private let done: @LoopActor ([[UInt8]], [Afterwards]) -> Void

    init(expecting count: Int, done: @escaping @LoopActor ([[UInt8]], [Afterwards]) -> Void) {
        replies = Array(repeating: nil, count: count)
        missing = count
        self.done = done
    }

    /// The largest size in bytes of the next reply. It leaves space to answer each later request with an error. All ids
    /// came in one line, so their size is limited, too.
    var remainingSize: Int { Limits.reply - Limits.requestLine - size - missing * Self.errorSize }

    /// Stores the reply to the request at `index`, or nil for a notification. After the last one, calls `done`
    /// with all replies.
    func store(_ reply: [UInt8]?, at index: Int, afterwards then: Afterwards?) {
        replies[index] = reply
        size += reply?.count ?? 0
        if let then { afterwards.append(then) }
        missing -= 1
        if missing == 0 { done(replies.compactMap { $0 }, afterwards) }
    }
}
