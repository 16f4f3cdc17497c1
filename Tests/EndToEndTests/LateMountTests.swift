// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("A home that is mounted after the start", .enabled(if: SmallDisk.isPossible))
struct LateMountTests {
    /// Waits for an answer that has the text.
    private func expectSoon(_ text: String, _ ask: () throws -> String) throws {
        let deadline = TestDeadline()
        while case let answer = try ask(), !answer.contains(text) {
            guard deadline.milliseconds > 0 else { throw TestSupportError("\(answer) has no '\(text)'") }
            sched_yield()
        }
    }

    /// Moves the data aside, as they are on a file system that is not mounted yet.
    private func moveAway(_ daemon: TestDaemon) throws -> String {
        let (data, home) = ("\(daemon.directory.path)/data", "\(daemon.directory.path)/later")
        guard rename(data, home) == 0 else { throw TestSupportError.system(data) }
        try Files.makeDirectory(data)
        return home
    }

    @Test("its library is used at once, with the decisions from before, and jokesd says so")
    func library() throws {
        let daemon = try TestDaemon.ready()
        #expect(try daemon.jokectl("add", "An old joke.").succeeded)
        #expect(try daemon.jokectl("like").succeeded)
        let card = try daemon.jokectl("show").output
        #expect(try daemon.terminate() == .exited(0))
        let home = try moveAway(daemon)
        let disk = try SmallDisk(for: daemon)
        try daemon.start()
        #expect(try daemon.jokectl("add", "A new joke.").succeeded)
        try disk.cover(with: home)
        // Reads alone start it. The first of them may see the mounted library before jokesd has replaced its own.
        try expectSoon("1 decision was recovered from the former database") {
            _ = try daemon.jokectl("saved", "list")
            return daemon.errors
        }
        let saved = try daemon.jokectl("saved", "list").output
        #expect(saved.contains("An old joke.") && saved.contains("A new joke."))
        #expect(try daemon.jokectl("show").output == card)
        #expect(try daemon.jokectl("status").output.contains("Another file system was mounted over"))
        #expect(try daemon.jokectl("add", "A later joke.").succeeded)
        #expect(try daemon.terminate() == .exited(0))
        try daemon.start()
        #expect(try daemon.jokectl("saved", "list").lines.count == 4)
    }

    @Test("a home without a library gets that from before")
    func noLibrary() throws {
        let daemon = try TestDaemon()
        let home = try moveAway(daemon)
        let disk = try SmallDisk(for: daemon)
        try daemon.start()
        #expect(try daemon.jokectl("add", "A new joke.").succeeded)
        try disk.cover(with: home)
        #expect(try daemon.jokectl("add", "A later joke.").succeeded)
        #expect(try daemon.terminate() == .exited(0))
        #expect(Files.exists("\(home)/jokesd/jokesd.sqlite"))
        try daemon.start()
        #expect(try daemon.jokectl("saved", "list").lines.count == 2)
    }
}
