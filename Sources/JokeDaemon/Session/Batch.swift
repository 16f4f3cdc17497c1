// SPDX-License-Identifier: MIT
import EventLoop

/// The replies of a batch, until all of them are there.
@LoopActor
final class Batch {
    typealias Afterwards = @LoopActor () -> Void

    private var replies: [[UInt8]?]
    private var afterwards: [Afterwards] = []
    private var missing: Int
    /// Bytes of the replies that are there.
    private(set) var size = 0
    private let done: @LoopActor ([[UInt8]], [Afterwards]) -> Void

    init(expecting count: Int, done: @escaping @LoopActor ([[UInt8]], [Afterwards]) -> Void) {
        replies = Array(repeating: nil, count: count)
        missing = count
        self.done = done
    }

    /// Without a reply for a notification, which nobody answers.
    func settle(_ place: Int, _ reply: [UInt8]?, _ then: Afterwards?) {
        replies[place] = reply
        size += reply?.count ?? 0
        if let then { afterwards.append(then) }
        missing -= 1
        if missing == 0 { done(replies.compactMap { $0 }, afterwards) }
    }
}
