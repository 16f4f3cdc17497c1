// SPDX-License-Identifier: MIT
import JokeLinux
import JokeWire

/// One run of jokesd-fetch, which reads requests and writes replies, one line each.
///
/// It stays alive until the run has ended. It logs a limited number of lines from the standard error of jokesd-fetch.
@LoopActor
final class FetchProcess {
    /// The most bytes of a line of standard error, and the most lines of a run, so that they cannot flood the log.
    private static let errorLimits = (length: 1_024, lines: 20)

    /// Called with each line of output, or with nil for one that is longer than `Limits.reply`.
    var onLine: (@LoopActor (ArraySlice<UInt8>?) -> Void)?
    /// Called once, when the run has ended. Nothing is called after it.
    var onEnd: (@LoopActor (FetchTermination) -> Void)?

    private let transport: any FetchTransport
    let started = MonotonicTime.now()
    private let log: Log
    private var replies = LineFramer(limit: Limits.reply)
    private var errorLines = LineFramer(limit: errorLimits.length)
    private var errorLineCount = 0

    init(_ transport: any FetchTransport, log: Log) {
        self.transport = transport
        self.log = log
        transport.onOutput = { self.read($0) }
        transport.onErrors = { self.readErrors($0) }
        transport.onEnd = { end in
            self.readLastError()
            self.onEnd?(end)
        }
    }

    func send(_ request: Request) { transport.send(request.jsonLine) }

    /// Closes the input, which asks jokesd-fetch to exit, and kills it after `timeout`. Its remaining output is
    /// ignored.
    func finish(within timeout: Duration) {
        onLine = nil
        transport.finish(within: timeout)
    }

    /// Kills jokesd-fetch, or closes the connection to it. Its remaining output is ignored.
    func kill() {
        onLine = nil
        transport.kill()
    }

    private func read(_ bytes: UnsafeRawBufferPointer) {
        guard onLine != nil else { return }
        replies.append(bytes)
        // The handler of a line may call `kill()`, which removes `onLine`.
        while let onLine, let frame = replies.next() {
            switch frame {
            case .line(let line): onLine(line)
            case .tooLong: onLine(nil)
            }
        }
    }

    private func readErrors(_ bytes: UnsafeRawBufferPointer) {
        errorLines.append(bytes)
        while let frame = errorLines.next() { logError(frame) }
    }

    private func readLastError() {
        if let frame = errorLines.finish() { logError(frame) }
    }

    private func logError(_ frame: LineFramer.Frame) {
        errorLineCount += 1
        guard errorLineCount <= Self.errorLimits.lines else {
            if errorLineCount == Self.errorLimits.lines + 1 {
                log.warning("jokesd-fetch prints too many lines; the rest is not logged")
            }
            return
        }
        switch frame {
        case .line(let line): log.warning("jokesd-fetch: \(String(decoding: line, as: UTF8.self))")
        case .tooLong: log.warning("jokesd-fetch printed a line that is too long for the log")
        }
    }
}
