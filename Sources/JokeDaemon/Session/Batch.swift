// SPDX-License-Identifier: MIT
import JokeLinux
import JokeWire

/// The requests of a JSON-RPC batch, and the replies to them, collected until all are ready.
@LoopActor
final class Batch {
    typealias Afterwards = @LoopActor () -> Void

    let calls: [Result<Request, RequestError>]
    /// The index of the next request to execute.
    private var next = 0
    /// The line of the reply so far.
    private var line: [UInt8] = []
    /// The replies that are missing, and those that wait for earlier ones.
    private var sequencer = ReplySequencer()
    private let slots: [ReplySequencer.Slot]
    private var afterwards: [Afterwards] = []
    /// The largest size in bytes, without the id, of the error that replaces a reply that does not fit.
    private static let errorSize = 256
    private let done: @LoopActor ([UInt8], [Afterwards]) -> Void

    /// - Parameter done: Called with the line of the reply after the last request. It is empty if all are notifications.
    init(
        _ calls: [Result<Request, RequestError>], done: @escaping @LoopActor ([UInt8], [Afterwards]) -> Void
    ) {
        self.calls = calls
        var sequencer = ReplySequencer()
        slots = calls.map { _ in sequencer.open() }
        self.sequencer = sequencer
        self.done = done
    }

    /// The size in bytes of the replies that are ready.
    var size: Int { line.count + sequencer.waitingBytes }

    /// Whether no request is left to execute.
    var isTaken: Bool { next == calls.count }

    /// Returns the index of the next request to execute, or nil if none is left.
    func takeNext() -> Int? {
        guard !isTaken else { return nil }
        defer { next += 1 }
        return next
    }

    func validated(_ index: Int) throws(WireError) -> ValidatedRequest {
        try ValidatedRequest(inBatch: try calls[index].mapError(\.error).get())
    }

    /// The largest size in bytes of the next reply. It leaves space to answer each later request with an error. All ids
    /// came in one line, so their size is limited, too.
    var remainingSize: Int { Limits.reply - Limits.requestLine - size - sequencer.count * Self.errorSize }

    /// Stores the reply to the request at `index`, which is empty for a notification.
    func store(_ reply: [UInt8], at index: Int, afterwards then: Afterwards?) {
        for ready in sequencer.close(slots[index], with: .init(line: reply, afterwards: then)) {
            Reply.append(ready.line, toBatch: &line)
            if let then = ready.afterwards { afterwards.append(then) }
        }
        guard sequencer.count == 0 else { return }
        Reply.end(batch: &line)
        done(line, afterwards)
    }
}
