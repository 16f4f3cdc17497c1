// SPDX-License-Identifier: MIT
import JokeEventLoop
import JokeFetchProtocol
import JokeWire

/// One run of jokesd-fetch: lines in, lines out.
///
/// The loop keeps it until it has ended. What it says on its standard error is logged, within bounds.
@LoopActor
final class FetchProcess {
    /// Of its standard error, in bytes, and in lines over the whole run: nothing that it says may flood the log.
    private static let complaint = (length: 1_024, lines: 20)

    /// A line that it printed; nil for one that is longer than a reply may be.
    var onLine: (@LoopActor (ArraySlice<UInt8>?) -> Void)?
    /// Once and last.
    var onEnd: (@LoopActor (FetchTermination) -> Void)?

    private let peer: any FetchTransport
    let started = MonotonicTime.now()
    private let log: Log
    private var replies = LineFramer(limit: Limits.reply)
    private var complaints = LineFramer(limit: complaint.length)
    private var complained = 0

    init(_ peer: any FetchTransport, log: Log) {
        self.peer = peer
        self.log = log
        peer.onOutput = { self.read($0) }
        peer.onErrors = { self.readComplaints($0) }
        peer.onEnd = { end in
            self.readLastComplaint()
            self.onEnd?(end)
        }
    }

    func send(_ request: Request) { peer.send(request.jsonLine) }

    /// Asks it to end, and sees to it. What it still says is not heard any more.
    func finish(within timeout: Duration) {
        onLine = nil
        peer.finish(within: timeout)
    }

    func kill() {
        onLine = nil
        peer.kill()
    }

    private func read(_ bytes: UnsafeRawBufferPointer) {
        guard onLine != nil else { return }
        replies.append(bytes)
        // What one line says may be reason enough not to hear the next one.
        while let onLine, let frame = replies.next() {
            switch frame {
            case .line(let line): onLine(line)
            case .tooLong: onLine(nil)
            }
        }
    }

    private func readComplaints(_ bytes: UnsafeRawBufferPointer) {
        complaints.append(bytes)
        while let frame = complaints.next() { note(frame) }
    }

    private func readLastComplaint() {
        if let frame = complaints.finish() { note(frame) }
    }

    private func note(_ frame: LineFramer.Frame) {
        complained += 1
        guard complained <= Self.complaint.lines else {
            if complained == Self.complaint.lines + 1 { log.warning("jokesd-fetch says more than is logged") }
            return
        }
        switch frame {
        case .line(let line): log.warning("jokesd-fetch: \(String(decoding: line, as: UTF8.self))")
        case .tooLong: log.warning("jokesd-fetch says a line that is too long to be logged")
        }
    }
}
