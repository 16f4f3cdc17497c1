// SPDX-License-Identifier: MIT
import JokeEventLoop
import JokeWire

/// The requests of a JSON-RPC batch, and the replies to them, collected until all are ready.
@LoopActor
final class Batch {
    typealias Afterwards = @LoopActor () -> Void

    let calls: [Result<Request, RequestError>]
    /// The index of the next request to execute.
    private var next = 0
    private var replies: [[UInt8]?]
    private var afterwards: [Afterwards] = []
    /// The number of replies that are not ready.
    private var missing: Int
    /// The size in bytes of the replies that are ready.
    private(set) var size = 0
    /// The largest size in bytes, without the id, of the error that replaces a reply that does not fit.
    private static let errorSize = 256
    private let done: @LoopActor ([[UInt8]], [Afterwards]) -> Void

    /// - Parameter done: Called with all replies after the last one.
    init(
        _ calls: [Result<Request, RequestError>], done: @escaping @LoopActor ([[UInt8]], [Afterwards]) -> Void
    ) {
        self.calls = calls
        replies = Array(repeating: nil, count: calls.count)
        missing = calls.count
        self.done = done
    }

    /// Whether no request is left to execute.
    var isTaken: Bool { next == calls.count }

    /// Returns the index of the next request to execute, or nil if none is left.
    func takeNext() -> Int? {
        guard !isTaken else { return nil }
        defer { next += 1 }
        return next
    }

    func validated(_ index: Int) -> Result<ValidatedRequest, WireError> {
        calls[index].mapError(\.error).flatMap { request in
            Result { () throws(WireError) in try ValidatedRequest(inBatch: request) }
        }
    }

    /// The largest size in bytes of the next reply. It leaves space to answer each later request with an error. All ids
    /// came in one line, so their size is limited, too.
    var remainingSize: Int { Limits.reply - Limits.requestLine - size - missing * Self.errorSize }

    /// Stores the reply to the request at `index`, or nil for a notification.
    func store(_ reply: [UInt8]?, at index: Int, afterwards then: Afterwards?) {
        replies[index] = reply
        size += reply?.count ?? 0
        if let then { afterwards.append(then) }
        missing -= 1
        if missing == 0 { done(replies.compactMap { $0 }, afterwards) }
    }
}
