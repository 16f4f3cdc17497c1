// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import Testing

extension EventLoopTests {
    @Suite("Listeners")
    struct ListenerTests {
        private let scratch: Scratch
        private let path: String

        init() throws {
            scratch = try Scratch()
            path = scratch.file("socket")
        }

        /// Starts a listener that records the accepted connections.
        private func listen() async throws -> (UnixListener, EventQueue<Connection>) {
            let accepted = EventQueue<Connection>()
            let listener = try await onLoop {
                let listener = try UnixListener.bind(path: path)
                try listener.start { accepted.note($0) }
                return listener
            }
            return (listener, accepted)
        }

        @Test("a listener reports the peer")
        func accept() async throws {
            let (listener, accepted) = try await listen()
            let peer = try Peer(path: path)
            let connection = try #require(await accepted.next())
            #expect(connection.peer.pid == getpid())
            #expect(connection.peer.uid == getuid())
            #expect(connection.peer.gid == getgid())
            await onLoop {
                connection.send(Array("hello".utf8))
                connection.finish()
                listener.close()
            }
            #expect(peer.receiveUntilEnd() == Array("hello".utf8))
        }

        @Test("a listener that closes accepts the waiting connections and refuses later ones")
        func acceptsWaiting() async throws {
            let (listener, accepted) = try await listen()
            await onLoop { listener.pause() }
            let peers = try (0..<3).map { _ in try Peer(path: path) }
            for peer in peers { peer.send("hello") }
            await onLoop {
                listener.acceptRest()
                listener.close()
            }
            #expect(throws: SystemError.self) { try Peer(path: path) }
            for connection in await accepted.next(3) { await onLoop { connection.finish() } }
            for peer in peers { #expect(peer.receive() == []) }
        }

        @Test("a socket has mode 0600")
        func socketMode() async throws {
            let (listener, _) = try await listen()
            #expect(mode(of: path) == 0o600)
            await onLoop { listener.close() }
        }

        @Test("a listener that is paused in its handler accepts no more connections until resumed")
        func pausedInHandler() async throws {
            let events = EventQueue<String>()
            let (listener, peers) = try await onLoop {
                let listener = try UnixListener.bind(path: path)
                try listener.start { connection in
                    events.note("accepted")
                    listener.pause()
                    connection.close()
                }
                return (listener, [try Peer(path: path), try Peer(path: path)])
            }
            #expect(await events.next() == "accepted")
            // After this the loop has polled the descriptors a second time.
            await onLoop {}
            await onLoop {
                events.note("resumed")
                listener.resume()
            }
            #expect(await events.next(2) == ["resumed", "accepted"])
            for peer in peers { #expect(peer.receive() == []) }
            await onLoop { listener.close() }
        }

        @Test("a listener without free descriptors does not spin and continues later")
        func outOfDescriptors() async {
            await #expect(processExitsWith: .success) {
                let scratch = try Scratch()
                let path = scratch.file("socket")
                let events = EventQueue<String>()
                let raw = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
                let iterations = try await onLoop {
                    let listener = try UnixListener.bind(path: path)
                    listener.onTrouble = { error in
                        allowDescriptors(1024)
                        events.note(error.code == EMFILE ? "EMFILE" : error.message)
                    }
                    try listener.start { _ in events.note("accepted") }
                    // No descriptor number is free when the listener accepts next.
                    allowDescriptors(0)
                    #expect(connectUnix(raw, path) == 0)
                    return LoopActor.shared.loop.iterations
                }
                #expect(await events.next(2) == ["EMFILE", "accepted"])
                // Four iterations: the listener, the timer, the accept and this query.
                #expect(await onLoop { LoopActor.shared.loop.iterations } - iterations <= 5)
            }
        }

        @Test("a listener removes only its own socket")
        func removesOwnSocket() async throws {
            let (listener, _) = try await listen()
            await onLoop { listener.close() }
            #expect(mode(of: path) == nil)

            let (replaced, _) = try await listen()
            rename(path, scratch.file("old"))
            let (successor, _) = try await listen()
            await onLoop { replaced.close() }
            #expect(mode(of: path) != nil)
            await onLoop { successor.close(unlinkIfOurs: false) }
            #expect(mode(of: path) != nil)
        }

        @Test("an activated socket is used and never removed")
        func activatedSocket() async throws {
            let raw = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            #expect(bindUnix(raw, path) == 0)
            #expect(Glibc.listen(raw, 8) == 0)
            let accepted = EventQueue<Connection>()
            let listener = try await onLoop {
                let listener = try UnixListener(adopting: FileDescriptor(adopting: raw))
                try listener.start { accepted.note($0) }
                return listener
            }
            let peer = try Peer(path: path)
            let connection = try #require(await accepted.next())
            await onLoop {
                connection.close()
                listener.close()
            }
            #expect(peer.receive() == [])
            #expect(mode(of: path) != nil)
        }

        @Test("an invalid path is reported with the reason")
        func invalidPaths() async throws {
            let long = scratch.file(String(repeating: "x", count: 100))
            let (listener, _) = try await listen()
            for (path, code) in [(path, EADDRINUSE), (long, ENAMETOOLONG), ("", EINVAL), ("a\0b", EINVAL)] {
                let error = await #expect(throws: SystemError.self) {
                    try await onLoop { _ = try UnixListener.bind(path: path) }
                }
                #expect(error?.code == code)
                #expect(error?.path == path)
            }
            await onLoop { listener.close() }
        }
    }

    @Suite("Probing a socket path")
    struct SocketProbeTests {
        private let scratch: Scratch

        init() throws { scratch = try Scratch() }

        @Test("absent, live, stale and foreign sockets are distinguished, and only a stale one is removed")
        func probeResults() async throws {
            let path = scratch.file("socket")
            #expect(try UnixSocketProbe.removeStale(path: path) == .absent)
            let listener = try await onLoop { try UnixListener.bind(path: path) }
            #expect(try UnixSocketProbe.removeStale(path: path) == .alive)
            #expect(try UnixSocketProbe.isAlive(path: path))
            await onLoop { listener.close(unlinkIfOurs: false) }
            #expect(try UnixSocketProbe.isAlive(path: path) == false)
            #expect(try UnixSocketProbe.removeStale(path: path) == .stale)
            #expect(mode(of: path) == nil)
            close(open(path, O_CREAT | O_WRONLY, 0o600))
            #expect(try UnixSocketProbe.removeStale(path: path) == .foreign)
            #expect(mode(of: path) != nil)
        }

        @Test("a listener with a full backlog is alive")
        func fullBacklog() throws {
            let path = scratch.file("socket")
            let raw = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(raw) }
            #expect(bindUnix(raw, path) == 0)
            #expect(Glibc.listen(raw, 0) == 0)
            let waiting = try Peer(path: path)
            #expect(try UnixSocketProbe.probe(path: path) == .alive)
            waiting.close()
        }

        @Test("a directory is created with mode 0700, or accepted if it exists")
        func createdDirectory() throws {
            let path = scratch.file("folder")
            try SocketDirectory.prepare(path)
            #expect(mode(of: path) == 0o700)
            chmod(path, 0o755)
            try SocketDirectory.prepare(path)
        }

        @Test(
            "a directory that others can write to is refused",
            arguments: [0o777, 0o720, 0o702, 0o1777] as [UInt32])
        func openDirectory(mode: UInt32) throws {
            let path = scratch.file("folder")
            try SocketDirectory.prepare(path)
            chmod(path, mode)
            #expect(throws: SocketDirectory.SocketDirectoryError.writableByOthers(path: path, mode: mode)) {
                try SocketDirectory.prepare(path)
            }
        }

        @Test("a file or a link in place of the directory is refused")
        func noDirectory() throws {
            let (file, link) = (scratch.file("file"), scratch.file("link"))
            close(open(file, O_CREAT | O_WRONLY, 0o600))
            symlink(scratch.path, link)
            for path in [file, link] {
                #expect(throws: SocketDirectory.SocketDirectoryError.notADirectory(path: path)) {
                    try SocketDirectory.prepare(path)
                }
            }
        }

        @Test("a directory of another user is refused")
        func foreignDirectory() throws {
            // A directory of another user: that of a user for root, that of root for a user.
            let path = geteuid() == 0 ? scratch.file("folder") : "/"
            if geteuid() == 0 {
                try SocketDirectory.prepare(path)
                chown(path, 12345, 12345)
            }
            let uid: UInt32 = geteuid() == 0 ? 12345 : 0
            #expect(throws: SocketDirectory.SocketDirectoryError.foreignOwner(path: path, uid: uid)) {
                try SocketDirectory.prepare(path)
            }
        }
    }
}
