// SPDX-License-Identifier: MIT
import Glibc
import JokeEventLoop
import JokeSystem
import JokeTestSupport
import Testing

/// A call of a connection's handler.
private enum Told: Equatable, Sendable {
    case bytes(String)
    case endOfInput
    case drained
    case blocked
    case closed(Connection.Ending)
}

/// A connection on the loop, its peer, and the calls of its handlers.
private struct Line {
    let connection: Connection
    let peer: Peer
    let told = Happenings<Told>()

    @LoopActor
    init(_ type: __socket_type = SOCK_STREAM) throws {
        let (ours, theirs) = try socketPair(type)
        peer = Peer(theirs)
        connection = try Connection(adopting: FileDescriptor(adopting: ours))
        connection.onBytes = { [told] in told.note(.bytes(String(decoding: $0, as: UTF8.self))) }
        connection.onEndOfInput = { [told] in told.note(.endOfInput) }
        connection.onClosed = { [told] in told.note(.closed($0)) }
    }

    /// Returns all calls until the connection was closed.
    func untilClosed() async -> [Told] {
        var all: [Told] = []
        while let next = await told.next() {
            all.append(next)
            if case .closed = next { break }
        }
        return all
    }
}

private func pattern(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
}

extension EventLoopTests {
    @Suite("Bytes of a connection")
    struct ConnectionByteTests {
        @Test("bytes are sent in both directions")
        func echo() async throws {
            let line = try await onLoop { try Line() }
            line.peer.send("ping")
            #expect(await line.told.next() == .bytes("ping"))
            await onLoop { line.connection.send(Array("pong".utf8)) }
            #expect(line.peer.receive() == Array("pong".utf8))
            await onLoop { line.connection.close() }
        }

        @Test("the output of an iteration is one write")
        func oneWrite() async throws {
            // Each write is its own record here.
            let line = try await onLoop { try Line(SOCK_SEQPACKET) }
            await onLoop { for _ in 0..<100 { line.connection.send([7]) } }
            #expect(line.peer.receive()?.count == 100)
            await onLoop { line.connection.close() }
        }

        @Test("much output of an iteration is written in parts before its end")
        func muchOutput() async throws {
            let line = try await onLoop { try Line(SOCK_SEQPACKET) }
            await onLoop {
                line.connection.send(pattern(20_000))
                line.connection.send([7])
                #expect(line.connection.pendingBytes == 1)
            }
            #expect(line.peer.receive() == pattern(20_000))
            #expect(line.peer.receive() == [7])
            await onLoop { line.connection.close() }
        }

        @Test("output of afterIteration is written in the same iteration")
        func outputOfAfterIteration() async throws {
            let line = try await onLoop { try Line(SOCK_SEQPACKET) }
            await onLoop {
                line.connection.send([1])
                LoopActor.shared.loop.afterIteration = {
                    line.connection.send([2])
                    LoopActor.shared.loop.afterIteration = nil
                }
            }
            #expect(line.peer.receive() == [1, 2])
            await onLoop { line.connection.close() }
        }

        @Test("a slow reader gets all bytes, and pendingBytes counts them")
        func slowReader() async throws {
            let line = try await onLoop { try Line() }
            let sent = pattern(4 << 20)
            await onLoop {
                line.connection.onDrained = { line.told.note(.drained) }
                line.connection.send(Array(sent[..<100]))
                sent[100...].withUnsafeBytes { line.connection.send($0) }
                #expect(line.connection.pendingBytes == sent.count)
            }
            let (pending, isBlocked) = await onLoop {
                (line.connection.pendingBytes, line.connection.isBlocked)
            }
            #expect(pending > 0 && pending < sent.count && isBlocked)
            #expect(line.peer.receive(exactly: sent.count) == sent)
            #expect(await line.told.next() == .drained)
            let state = await onLoop { [line.connection.pendingBytes, line.connection.isBlocked ? 1 : 0] }
            #expect(state == [0, 0])
            await onLoop { line.connection.close() }
        }

        @Test("a full socket is reported at the end of the iteration, even if it was full before")
        func fullSocket() async throws {
            let line = try await onLoop { try Line() }
            await onLoop {
                line.connection.onBlocked = { line.told.note(.blocked) }
                while !line.connection.isBlocked { line.connection.send(pattern(20_000)) }
                line.told.note(.bytes("sent"))
            }
            #expect(await line.told.next(2) == [.bytes("sent"), .blocked])
            await onLoop { line.connection.close() }
        }

        @Test("onDrained is called even if the socket took everything at once, and may send more")
        func drainedAtOnce() async throws {
            let line = try await onLoop { try Line() }
            await onLoop {
                line.connection.onDrained = {
                    line.connection.onDrained = nil
                    line.connection.send(Array(" two".utf8))
                    line.connection.finish()
                }
                line.connection.send(Array("one".utf8))
            }
            #expect(line.peer.receiveUntilEnd() == Array("one two".utf8))
        }

        @Test("a paused connection reads nothing and continues where it stopped")
        func pausedConnection() async throws {
            let line = try await onLoop { try Line() }
            let other = try await onLoop { try Line() }
            await onLoop { line.connection.pauseReading() }
            line.peer.send("one")
            other.peer.send("later")
            // The loop has polled both sockets by now.
            #expect(await other.told.next() == .bytes("later"))
            await onLoop {
                line.told.note(.drained)
                line.connection.resumeReading()
            }
            #expect(await line.told.next(2) == [.drained, .bytes("one")])
            await onLoop {
                line.connection.close()
                other.connection.close()
            }
        }

        @Test("much input on one connection does not delay the others")
        func fairness() async throws {
            let order = Happenings<String>()
            let (flood, trickle) = try await onLoop {
                let (flood, trickle) = (try Line(), try Line())
                flood.connection.onBytes = { order.note("flood \($0.count)") }
                trickle.connection.onBytes = { _ in order.note("trickle") }
                // On the loop, so that both are ready in the same iteration.
                flood.peer.send(pattern(150_000))
                trickle.peer.send("x")
                return (flood, trickle)
            }
            let seen = await order.next(4)
            #expect(Set(seen.prefix(2)) == ["flood 65536", "trickle"])
            await onLoop {
                flood.connection.close()
                trickle.connection.close()
            }
        }
    }

    @Suite("The end of a connection")
    struct ConnectionEndingTests {
        @Test("a peer that half-closes still gets its reply")
        func halfClose() async throws {
            let line = try await onLoop { try Line() }
            line.peer.send("question")
            line.peer.endSending()
            #expect(await line.told.next(2) == [.bytes("question"), .endOfInput])
            await onLoop {
                line.connection.send(Array("answer".utf8))
                line.connection.finish()
                line.connection.send(Array("ignored".utf8))
            }
            #expect(line.peer.receiveUntilEnd() == Array("answer".utf8))
            #expect(await line.told.next() == .closed(.finished))
        }

        @Test("bytes sent before a close are read")
        func sentBeforeClose() async throws {
            let line = try await onLoop {
                let line = try Line()
                line.peer.send(pattern(100_000).map { $0 % 64 + 32 })
                line.peer.close()
                return line
            }
            let told = await line.untilClosed()
            let bytes = told.reduce(0) { sum, told in
                if case .bytes(let text) = told { sum + text.utf8.count } else { sum }
            }
            #expect(bytes == 100_000)
            #expect(told.suffix(2) == [.endOfInput, .closed(.hungUp)])
        }

        @Test("finish() closes after a slow reader has everything")
        func finishSendsEverything() async throws {
            let line = try await onLoop { try Line() }
            let sent = pattern(1 << 20)
            await onLoop {
                line.connection.send(sent)
                line.connection.finish()
            }
            #expect(await onLoop { line.connection.isOpen })
            #expect(line.peer.receiveUntilEnd() == sent)
            #expect(await line.untilClosed() == [.closed(.finished)])
        }

        @Test("finish() drops unread input without resetting the peer")
        func finishWithUnreadInput() async throws {
            let line = try await onLoop { try Line() }
            await onLoop { line.connection.pauseReading() }
            line.peer.send("nobody reads this")
            await onLoop {
                line.connection.send(Array("bye".utf8))
                line.connection.finish()
            }
            #expect(await line.untilClosed() == [.closed(.finished)])
            #expect(line.peer.receive() == Array("bye".utf8))
            #expect(line.peer.receive() == [])
        }

        @Test("readRest() reads what the peer has sent without waiting for the loop")
        func readRest() async throws {
            let line = try await onLoop { try Line() }
            let sent = pattern(100_000)
            line.peer.send(sent)
            line.peer.endSending()
            await onLoop { [told = line.told] in
                line.connection.readRest()
                told.note(.drained)
                line.connection.close()
            }
            let told = await line.told.rest()
            #expect(told.suffix(2) == [.endOfInput, .drained])
            #expect(told.count == 4)
        }

        @Test("a peer that closes during a write is reported once")
        func closedDuringWrite() async throws {
            let line = try await onLoop { try Line() }
            await onLoop { line.connection.send(pattern(1 << 20)) }
            line.peer.close()
            let told = await line.told.next()
            // The kernel decides whether the read or the write fails, and with which error.
            let errors = ["send", "read"].flatMap { operation in
                [EPIPE, ECONNRESET].map { SystemError(code: $0, operation: operation) }
            }
            #expect(errors.contains { told == .closed(.failed($0)) })
            await onLoop { line.connection.send([1]) }
            await onLoop {}
            #expect(await line.told.rest() == [])
        }

        @Test("a peer that closes with unread replies is reported as reset")
        func closedWithUnreadReplies() async throws {
            let line = try await onLoop { try Line() }
            await onLoop { line.connection.send(pattern(10)) }
            await onLoop {}
            line.peer.close()
            let expected = SystemError(code: ECONNRESET, operation: "read")
            #expect(await line.told.next() == .closed(.failed(expected)))
        }

        @Test("a paused connection whose peer has closed does not spin, and is read later")
        func pausedAndClosed() async {
            await #expect(processExitsWith: .success) {
                let line = try await onLoop { try Line() }
                let turns = Happenings<Int>()
                await onLoop {
                    line.connection.pauseReading()
                    line.peer.send("last words")
                    line.peer.close()
                    Timer { turns.note(LoopActor.shared.loop.iterations) }.arm(after: .milliseconds(100))
                    turns.note(LoopActor.shared.loop.iterations)
                }
                let (before, after) = (await turns.next() ?? 0, await turns.next() ?? 0)
                #expect(after - before <= 3)
                await onLoop { line.connection.resumeReading() }
                #expect(
                    await line.untilClosed() == [.bytes("last words"), .endOfInput, .closed(.hungUp)])
            }
        }

        @Test("a half-closed connection without a reply does not spin")
        func halfClosedAndIdle() async {
            await #expect(processExitsWith: .success) {
                let line = try await onLoop { try Line() }
                line.peer.endSending()
                #expect(await line.told.next() == .endOfInput)
                let turns = Happenings<Int>()
                await onLoop {
                    Timer { turns.note(LoopActor.shared.loop.iterations) }.arm(after: .milliseconds(100))
                    turns.note(LoopActor.shared.loop.iterations)
                }
                let (before, after) = (await turns.next() ?? 0, await turns.next() ?? 0)
                #expect(after - before <= 3)
                await onLoop { line.connection.close() }
            }
        }

        @Test("a connection closed in its own handler reports nothing more")
        func closedInHandler() async throws {
            let line = try await onLoop {
                let line = try Line()
                line.connection.onBytes = { _ in
                    line.told.note(.drained)
                    line.connection.close()
                    line.connection.send([1])
                    line.connection.finish()
                }
                line.peer.send("x")
                line.peer.endSending()
                return line
            }
            #expect(await line.told.next() == .drained)
            #expect(line.peer.receive() == [])
            #expect(await line.told.rest() == [])
        }

        @Test("a connection closed at the end of input does not report its close")
        func closesAtEnd() async throws {
            let line = try await onLoop {
                let line = try Line()
                line.connection.onEndOfInput = {
                    line.told.note(.endOfInput)
                    line.connection.close()
                }
                line.peer.close()
                return line
            }
            #expect(await line.told.next() == .endOfInput)
            await onLoop {}
            #expect(await line.told.rest() == [])
        }

        @Test("a closed connection and its handlers are released")
        func released() async throws {
            let isGone = try await onLoop {
                weak var watched: Connection?
                try {
                    let connection = try Line().connection
                    connection.onBytes = { _ in connection.close() }
                    connection.close()
                    watched = connection
                }()
                return watched == nil
            }
            #expect(isGone)
        }

        @Test("of two ready connections that close each other one is called")
        func twoCloseEachOther() async throws {
            let called = Happenings<Int>()
            try await onLoop {
                let (first, second) = (try Line(), try Line())
                first.connection.onBytes = { _ in
                    called.note(1)
                    second.connection.close()
                }
                second.connection.onBytes = { _ in
                    called.note(2)
                    first.connection.close()
                }
                first.peer.send("x")
                second.peer.send("x")
            }
            await onLoop {}
            await onLoop {}
            #expect(await called.rest().count == 1)
        }

        @Test(
            "an event of a closed descriptor does not reach the next owner of its number")
        func reusedDescriptor() async throws {
            let called = Happenings<String>()
            try await onLoop {
                let (first, second) = (try socketPair(), try socketPair())
                let watches = Watches()
                for (ours, other) in [(first, second), (second, first)] {
                    let watch = try DescriptorWatcher(ours.ours, for: .readable) { _ in
                        called.note("ready")
                        for watch in watches.all { watch.cancel() }
                        close(other.ours)
                        close(other.theirs)
                        // The same two numbers and the same place in the poller.
                        guard let (mine, theirs) = try? socketPair() else { return called.note("no pair") }
                        called.note(mine == other.ours ? "same number" : "another number")
                        let next = try? DescriptorWatcher(mine, for: .readable) { _ in called.note("stale") }
                        LoopActor.shared.loop.post {
                            LoopActor.shared.loop.post {
                                next?.cancel()
                                for raw in [mine, theirs, ours.ours, ours.theirs] { close(raw) }
                                called.note("end")
                            }
                        }
                    }
                    watches.all.append(watch)
                    write(ours.theirs, "x", 1)
                }
            }
            #expect(await called.next(3) == ["ready", "same number", "end"])
        }

        @Test("no ending leaks a descriptor")
        func noLeaks() async {
            await #expect(processExitsWith: .success) {
                await onLoop {}
                let before = openSockets()
                for ending in 0..<30 {
                    let line = try await onLoop { try Line() }
                    switch ending % 3 {
                    case 0: line.peer.close()
                    case 1: await onLoop { line.connection.finish() }
                    default: await onLoop { line.connection.close() }
                    }
                    if ending % 3 != 2 { _ = await line.untilClosed() }
                    line.peer.close()
                }
                #expect(openSockets() == before)
            }
        }
    }
}

@LoopActor
private final class Watches {
    var all: [DescriptorWatcher] = []
}
