// SPDX-License-Identifier: MIT
import JokeLinux
import JokeWire

/// Bounds the requests of all clients in one iteration of the loop (`Limits.turn`). The sessions with more input wait
/// here for their turns.
@LoopActor
final class TurnQueue {
    private let loop: EventLoop
    private var waiting = FIFOQueue<ClientSession>()
    /// Whether `runTurns()` is posted to the loop or running.
    private var isDue = false
    /// The newest iteration in which requests were executed, and their number.
    private var executed = (iteration: -1, requests: 0)

    init(loop: EventLoop) { self.loop = loop }

    /// Counts a request that is no `UsualRequest`. Returns false if this iteration has had enough of them, or if
    /// sessions wait and it is not their turn.
    ///
    /// - Parameter isOwnTurn: Whether the session was the first of those that wait.
    func mayExecute(isOwnTurn: Bool) -> Bool {
        guard isOwnTurn || waiting.isEmpty else { return false }
        if executed.iteration != loop.iterations { executed = (loop.iterations, 0) }
        guard executed.requests < Limits.turn.requests else { return false }
        executed.requests += 1
        return true
    }

    /// Calls `takeTurn()` of a session after those that wait already.
    func append(_ session: ClientSession) {
        waiting.append(session)
        schedule()
    }

    private func schedule() {
        guard !isDue else { return }
        isDue = true
        loop.post { [weak self] in self?.runTurns() }
    }

    /// Runs the turns of the sessions that wait, until this iteration has had enough requests.
    private func runTurns() {
        for _ in 0..<waiting.count {
            if executed == (loop.iterations, Limits.turn.requests) { break }
            waiting.popFirst()?.takeTurn()
        }
        isDue = false
        if !waiting.isEmpty { schedule() }
    }
}
