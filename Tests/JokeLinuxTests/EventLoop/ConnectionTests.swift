// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import Testing

/// A call of a connection's handler.
private enum HandlerCall: Equatable, Sendable {
    case bytes(String)
    case endOfInput
    case drained
    case blocked
    case closed(Connection.Ending)
}

/// A connection on the loop, its peer, and the calls of its handlers.
private struct ConnectionPair {
    let connection: Connection
    let peer: Peer
    let calls = EventQueue<HandlerCall>()

    @LoopActor
    init(_ type: __socket_type = SOCK_STREAM) throws {
        let (ours, theirs) = try socketPair(type)
        peer = Peer(theirs)
        connection = try Connection(adopting: FileDescriptor(adopting: ours))
        connection.onBytes = { [calls] in calls.note(.bytes(String(decoding: $0, as: UTF8.self))) }
        connection.onEndOfInput = { [calls] in calls.note(.endOfInput) }
        connection.onClosed = { [calls] in calls.note(.closed($0)) }
    }

    /// Returns all calls until the connection was closed.
    func untilClosed() async -> [HandlerCall] {
        var all: [HandlerCall] = []
        while let next = await calls.next() {
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
            let pair = try await onLoop { try ConnectionPair() }
            pair.peer.send("ping")
            #expect(await pair.calls.next() == .bytes("ping"))
            await onLoop { pair.connection.send(Array("pong".utf8)) }
            #expect(pair.peer.receive() == Array("pong".utf8))
            await onLoop { pair.connection.close() }
        }

        @Test("the output of an iteration is one write")
        func oneWrite() async throws {
            // Each write is its own record here.
            let pair = try await onLoop { try ConnectionPair(SOCK_SEQPACKET) }
            await onLoop { for _ in 0..<100 { pair.connection.send([7]) } }
            #expect(pair.peer.receive()?.count == 100)
            await onLoop { pair.connection.close() }
        }

        @Test("a line for many connections is written at once, and later ones of the iteration together")
        func sendToMany() async throws {
            let pair = try await onLoop { try ConnectionPair(SOCK_SEQPACKET) }
            await onLoop {
                for byte in [1, 2, 2] as [UInt8] { [byte].withUnsafeBytes { pair.connection.sendToMany($0) } }
            }
            #expect(pair.peer.receive() == [1])
            #expect(pair.peer.receive() == [2, 2])
            await onLoop { pair.connection.close() }
        }

        @Test("much output of an iteration is written in parts before its end")
        func muchOutput() async throws {
            let pair = try await onLoop { try ConnectionPair(SOCK_SEQPACKET) }
            await onLoop {
                pair.connection.send(pattern(20_000))
                pair.connection.send([7])
                #expect(pair.connection.pendingBytes == 1)
            }
            #expect(pair.peer.receive() == pattern(20_000))
            #expect(pair.peer.receive() == [7])
            await onLoop { pair.connection.close() }
        }

        @Test("a slow reader gets short and long output in order")
        func longAndShortOutput() async throws {
            let pair = try await onLoop { try ConnectionPair() }
            let sizes = [1, 40_000, 100, 32_768, 20_000, 70_000, 5, 35_000, 33_000]
            let all = pattern(sizes.reduce(0, +) * 10)
            await onLoop {
                var rest = all[...]
                for size in Array(repeating: sizes, count: 10).joined() {
                    pair.connection.send(Array(rest.prefix(size)))
                    rest = rest.dropFirst(size)
                }
            }
            #expect(pair.peer.receive(exactly: all.count) == all)
            await onLoop { pair.connection.close() }
        }

        @Test("long output is written in several iterations")
        func longOutput() async throws {
            let pair = try await onLoop { try ConnectionPair() }
            let pending = EventQueue<Int>()
            await onLoop {
                pair.connection.send(pattern(160_000))
                // In the next iteration.
                LoopActor.shared.loop.post { pending.note(pair.connection.pendingBytes) }
            }
            #expect(await pending.next() == 160_000 - 65_536)
            #expect(pair.peer.receive(exactly: 160_000) == pattern(160_000))
            await onLoop { pair.connection.close() }
        }

        @Test("output of afterIteration is written in the same iteration")
        func outputOfAfterIteration() async throws {
            let pair = try await onLoop { try ConnectionPair(SOCK_SEQPACKET) }
            await onLoop {
                pair.connection.send([1])
                LoopActor.shared.loop.afterIteration = {
                    pair.connection.send([2])
                    LoopActor.shared.loop.afterIteration = nil
                }
            }
            #expect(pair.peer.receive() == [1, 2])
            await onLoop { pair.connection.close() }
        }

        @Test("a slow reader gets all bytes, and pendingBytes counts them")
        func slowReader() async throws {
            let pair = try await onLoop { try ConnectionPair() }
            let sent = pattern(4 << 20)
            await onLoop {
                pair.connection.onBlocked = { pair.calls.note(.blocked) }
                pair.connection.onDrained = { pair.calls.note(.drained) }
                pair.connection.send(Array(sent[..<100]))
                sent[100...].withUnsafeBytes { pair.connection.send($0) }
                #expect(pair.connection.pendingBytes == sent.count)
            }
            #expect(await pair.calls.next() == .blocked)
            let (pending, isBlocked) = await onLoop {
                (pair.connection.pendingBytes, pair.connection.isBlocked)
            }
            #expect(pending > 0 && pending < sent.count && isBlocked)
            await onLoop { pair.connection.onBlocked = nil }
            #expect(pair.peer.receive(exactly: sent.count) == sent)
            #expect(await pair.calls.next() == .drained)
            let state = await onLoop { [pair.connection.pendingBytes, pair.connection.isBlocked ? 1 : 0] }
            #expect(state == [0, 0])
            await onLoop { pair.connection.close() }
        }

        @Test("a full socket is reported at the end of the iteration, even if it was full before")
        func fullSocket() async throws {
            let pair = try await onLoop { try ConnectionPair() }
            await onLoop {
                pair.connection.onBlocked = { pair.calls.note(.blocked) }
                while !pair.connection.isBlocked { pair.connection.send(pattern(20_000)) }
                pair.calls.note(.bytes("sent"))
            }
            #expect(await pair.calls.next(2) == [.bytes("sent"), .blocked])
            await onLoop { pair.connection.close() }
        }

        @Test("onDrained is called even if the socket took everything at once, and may send more")
        func drainedAtOnce() async throws {
            let pair = try await onLoop { try ConnectionPair() }
            await onLoop {
                pair.connection.onDrained = {
                    pair.connection.onDrained = nil
                    pair.connection.send(Array(" two".utf8))
                    pair.connection.finish()
                }
                pair.connection.send(Array("one".utf8))
            }
            #expect(pair.peer.receiveUntilEnd() == Array("one two".utf8))
        }

        @Test("a paused connection reads nothing and continues where it stopped")
        func pausedConnection() async throws {
            let pair = try await onLoop { try ConnectionPair() }
            let other = try await onLoop { try ConnectionPair() }
            await onLoop { pair.connection.pauseReading() }
            pair.peer.send("one")
            other.peer.send("later")
            // The loop has polled both sockets by now.
            #expect(await other.calls.next() == .bytes("later"))
            await onLoop {
                pair.calls.note(.drained)
                pair.connection.resumeReading()
            }
            #expect(await pair.calls.next(2) == [.drained, .bytes("one")])
            await onLoop {
                pair.connection.close()
                other.connection.close()
            }
        }

        @Test("much input on one connection does not delay the others")
        func fairness() async throws {
            let order = EventQueue<String>()
            let (flood, trickle) = try await onLoop {
                let (flood, trickle) = (try ConnectionPair(), try ConnectionPair())
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
            let pair = try await onLoop { try ConnectionPair() }
            pair.peer.send("question")
            pair.peer.endSending()
            #expect(await pair.calls.next(2) == [.bytes("question"), .endOfInput])
            await onLoop {
                pair.connection.send(Array("answer".utf8))
                pair.connection.finish()
                pair.connection.send(Array("ignored".utf8))
            }
            #expect(pair.peer.receiveUntilEnd() == Array("answer".utf8))
            #expect(await pair.calls.next() == .closed(.finished))
        }

        @Test("bytes sent before a close are read")
        func sentBeforeClose() async throws {
            let pair = try await onLoop {
                let pair = try ConnectionPair()
                pair.peer.send(pattern(100_000).map { $0 % 64 + 32 })
                pair.peer.close()
                return pair
            }
            let calls = await pair.untilClosed()
            let bytes = calls.reduce(0) { sum, calls in
                if case .bytes(let text) = calls { sum + text.utf8.count } else { sum }
            }
            #expect(bytes == 100_000)
            #expect(calls.suffix(2) == [.endOfInput, .closed(.hungUp)])
        }

        @Test("finish() closes after a slow reader has everything")
        func finishSendsEverything() async throws {
            let pair = try await onLoop { try ConnectionPair() }
            let sent = pattern(1 << 20)
            await onLoop {
                pair.connection.send(sent)
                pair.connection.finish()
            }
            #expect(await onLoop { pair.connection.isOpen })
            #expect(pair.peer.receiveUntilEnd() == sent)
            #expect(await pair.untilClosed() == [.closed(.finished)])
        }

        @Test("finish() drops unread input without resetting the peer")
        func finishWithUnreadInput() async throws {
            let pair = try await onLoop { try ConnectionPair() }
            await onLoop { pair.connection.pauseReading() }
            pair.peer.send("nobody reads this")
            await onLoop {
                pair.connection.send(Array("bye".utf8))
                pair.connection.finish()
            }
            #expect(await pair.untilClosed() == [.closed(.finished)])
            #expect(pair.peer.receive() == Array("bye".utf8))
            #expect(pair.peer.receive() == [])
        }

        @Test("readRest() reads what the peer has sent without waiting for the loop")
        func readRest() async throws {
            let pair = try await onLoop { try ConnectionPair() }
            let sent = pattern(100_000)
            pair.peer.send(sent)
            pair.peer.endSending()
            await onLoop { [calls = pair.calls] in
                pair.connection.readRest()
                calls.note(.drained)
                pair.connection.close()
            }
            let calls = await pair.calls.rest()
            #expect(calls.suffix(2) == [.endOfInput, .drained])
            #expect(calls.count == 4)
        }

        @Test("a peer that closes during a write is reported once")
        func closedDuringWrite() async throws {
            let pair = try await onLoop { try ConnectionPair() }
            await onLoop { pair.connection.send(pattern(1 << 20)) }
            pair.peer.close()
            let calls = await pair.calls.next()
            // The kernel decides whether the read or the write fails, and with which error.
            let errors = ["send", "read"].flatMap { operation in
                [EPIPE, ECONNRESET].map { SystemError(code: $0, operation: operation) }
            }
            #expect(errors.contains { calls == .closed(.failed($0)) })
            await onLoop { pair.connection.send([1]) }
            await onLoop {}
            #expect(await pair.calls.rest() == [])
        }

        @Test("a peer that closes with unread replies is reported as reset")
        func closedWithUnreadReplies() async throws {
            let pair = try await onLoop { try ConnectionPair() }
            await onLoop { pair.connection.send(pattern(10)) }
            await onLoop {}
            pair.peer.close()
            let expected = SystemError(code: ECONNRESET, operation: "read")
            #expect(await pair.calls.next() == .closed(.failed(expected)))
        }

        @Test("a paused connection whose peer has closed does not spin, and is read later")
        func pausedAndClosed() async {
            await #expect(processExitsWith: .success) {
                let pair = try await onLoop { try ConnectionPair() }
                let iterations = EventQueue<Int>()
                await onLoop {
                    pair.connection.pauseReading()
                    pair.peer.send("last words")
                    pair.peer.close()
                    Timer { iterations.note(LoopActor.shared.loop.iterations) }.arm(after: .milliseconds(100))
                    iterations.note(LoopActor.shared.loop.iterations)
                }
                let (before, after) = (await iterations.next() ?? 0, await iterations.next() ?? 0)
                #expect(after - before <= 3)
                await onLoop { pair.connection.resumeReading() }
                #expect(
                    await pair.untilClosed() == [.bytes("last words"), .endOfInput, .closed(.hungUp)])
            }
        }

        @Test("a half-closed connection without a reply does not spin")
        func halfClosedAndIdle() async {
            await #expect(processExitsWith: .success) {
                let pair = try await onLoop { try ConnectionPair() }
                pair.peer.endSending()
                #expect(await pair.calls.next() == .endOfInput)
                let iterations = EventQueue<Int>()
                await onLoop {
                    Timer { iterations.note(LoopActor.shared.loop.iterations) }.arm(after: .milliseconds(100))
                    iterations.note(LoopActor.shared.loop.iterations)
                }
                let (before, after) = (await iterations.next() ?? 0, await iterations.next() ?? 0)
                #expect(after - before <= 3)
                await onLoop { pair.connection.close() }
            }
        }

        @Test("a connection closed in its own handler reports nothing more")
        func closedInHandler() async throws {
            let pair = try await onLoop {
                let pair = try ConnectionPair()
                pair.connection.onBytes = { _ in
                    pair.calls.note(.drained)
                    pair.connection.close()
                    pair.connection.send([1])
                    pair.connection.finish()
                }
                pair.peer.send("x")
                pair.peer.endSending()
                return pair
            }
            #expect(await pair.calls.next() == .drained)
            #expect(pair.peer.receive() == [])
            #expect(await pair.calls.rest() == [])
        }

        @Test("a connection closed at the end of input does not report its close")
        func closesAtEnd() async throws {
            let pair = try await onLoop {
                let pair = try ConnectionPair()
                pair.connection.onEndOfInput = {
                    pair.calls.note(.endOfInput)
                    pair.connection.close()
                }
                pair.peer.close()
                return pair
            }
            #expect(await pair.calls.next() == .endOfInput)
            await onLoop {}
            #expect(await pair.calls.rest() == [])
        }

        @Test("a closed connection and its handlers are released")
        func released() async throws {
            let isGone = try await onLoop {
                weak var watched: Connection?
                try {
                    let connection = try ConnectionPair().connection
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
            let called = EventQueue<Int>()
            try await onLoop {
                let (first, second) = (try ConnectionPair(), try ConnectionPair())
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
            // Nothing else in a process of its own opens a descriptor with one of these numbers.
            await #expect(processExitsWith: .success) {
                let called = EventQueue<String>()
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
                            guard let (mine, theirs) = try? socketPair() else {
                                return called.note("no pair")
                            }
                            called.note(mine == other.ours ? "same number" : "another number")
                            let next = try? DescriptorWatcher(mine, for: .readable) { _ in
                                called.note("stale")
                            }
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
        }

        @Test("no ending leaks a descriptor")
        func noLeaks() async {
            await #expect(processExitsWith: .success) {
                await onLoop {}
                let before = openSockets()
                for ending in 0..<30 {
                    let pair = try await onLoop { try ConnectionPair() }
                    switch ending % 3 {
                    case 0: pair.peer.close()
                    case 1: await onLoop { pair.connection.finish() }
                    default: await onLoop { pair.connection.close() }
                    }
                    if ending % 3 != 2 { _ = await pair.untilClosed() }
                    pair.peer.close()
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
