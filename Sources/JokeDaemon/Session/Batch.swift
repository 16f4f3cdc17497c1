// SPDX-License-Identifier: MIT
import JokeEventLoop
import JokeWire

/// The replies of a batch, until all of them are there.
@LoopActor
final class Batch {
    typealias Afterwards = @LoopActor () -> Void

    private var replies: [[UInt8]?]
    private var afterwards: [Afterwards] = []
    private var missing: Int
    /// Bytes of the replies that are there.
    private var size = 0
    /// What an error that says that there is no room takes at most, beside its id.
    private static let refusalSize = 256
    private let done: @LoopActor ([[UInt8]], [Afterwards]) -> Void

    init(expecting count: Int, done: @escaping @LoopActor ([[UInt8]], [Afterwards]) -> Void) {
        replies = Array(repeating: nil, count: count)
        missing = count
        self.done = done
    }

    /// How long the next reply may be, so that there is room for the refusal of each call behind it. (Their ids came
    /// in one line.)
    var room: Int { Limits.reply - Limits.requestLine - size - missing * Self.refusalSize }

    /// Without a reply for a notification, which nobody answers.
    func settle(_ place: Int, _ reply: [UInt8]?, _ then: Afterwards?) {
        replies[place] = reply
        size += reply?.count ?? 0
        if let then { afterwards.append(then) }
        missing -= 1
        if missing == 0 { done(replies.compactMap { $0 }, afterwards) }
    }
}
