// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import Testing

@Suite("Connect errors")
struct ConnectErrorTests {
    @Test("a socket that the user may not use is not reported as one that is missing")
    func notPermitted() { #expect(ConnectError(errno: EACCES, path: "/s") == .notPermitted(path: "/s")) }

    @Test(
        "a jokesd that does not run is reported with what to do on this system",
        arguments: [
            (.init(hasUserManager: true), "start it with `systemctl --user start jokesd.socket`"),
            (.init(), "start it with `jokesd &`"),
            (.init(isNamed: true), "start one there, or leave them out to use the default socket"),
            (.init(isNamed: true, isInactive: true), "to start it, leave out --no-start"),
        ] as [(ConnectError.Surroundings, String)])
    func notRunning(_ surroundings: ConnectError.Surroundings, _ end: String) {
        #expect(ConnectError.unreachable(path: "/s").message(in: surroundings).hasSuffix(end))
    }

    @Test("a named socket is the only candidate, and any user may listen there")
    func namedSocket() {
        let locations = SocketLocations(option: "/here", userID: 7) { _ in "/other" }
        #expect(locations == SocketLocations(paths: ["/here"], isNamed: true))
        #expect(locations.accepts(peer: 8, userID: 7))
        let variable = SocketLocations(option: nil, userID: 7) { $0 == "JOKESD_SOCKET" ? "/there" : nil }
        #expect(variable == SocketLocations(paths: ["/there"], isNamed: true))
    }

    @Test("at the usual paths only the user and root may listen")
    func usualPaths() {
        let locations = SocketLocations(option: nil, userID: 7) { $0 == "JOKESD_SOCKET" ? "" : nil }
        // jokesd does not use `/run/user/7`, which is missing here.
        #expect(locations.paths == ["/tmp/jokesd-7/socket"])
        #expect([7, 0, 8].map { locations.accepts(peer: $0, userID: 7) } == [true, true, false])
    }
}
