// SPDX-License-Identifier: MIT
import JokeDaemon
import JokeWire
import Testing

@Suite("Socket paths")
struct SocketAddressTests {
    @Test(
        "the candidates come in order",
        arguments: [
            (["JOKESD_SOCKET": "/s", "XDG_RUNTIME_DIR": "/r"], ["/s"]),
            (
                ["JOKESD_SOCKET": "", "XDG_RUNTIME_DIR": "/r/"],
                ["/r/jokesd/socket", "/run/user/7/jokesd/socket", "/tmp/jokesd-7/socket"]
            ),
            (["XDG_RUNTIME_DIR": "/run/user/7"], ["/run/user/7/jokesd/socket", "/tmp/jokesd-7/socket"]),
            (["XDG_RUNTIME_DIR": "r"], ["/run/user/7/jokesd/socket", "/tmp/jokesd-7/socket"]),
            ([:], ["/run/user/7/jokesd/socket", "/tmp/jokesd-7/socket"]),
        ] as [([String: String], [String])])
    func candidateOrder(environment: [String: String], expected: [String]) {
        #expect(SocketPath.candidates(userID: 7) { environment[$0] } == expected)
    }

    @Test(
        "a path fits up to 107 bytes",
        arguments: [
            ("", false), (String(repeating: "s", count: 107), true),
            (String(repeating: "s", count: 108), false),
            (String(repeating: "é", count: 54), false), ("a\0b", false),
        ])
    func pathLimit(path: String, expected: Bool) {
        #expect(SocketPath.fits(path) == expected)
    }

    @Test(
        "the daemon takes the first candidate that can be created",
        arguments: [
            ("/named", ["JOKESD_SOCKET": "/s"], ["/run/user/7"], "/named"),
            (nil, ["JOKESD_SOCKET": "/s"], [], "/s"),
            (nil, ["XDG_RUNTIME_DIR": "/r"], [], "/r/jokesd/socket"),
            (nil, ["XDG_RUNTIME_DIR": "r"], ["/run/user/7"], "/run/user/7/jokesd/socket"),
            (nil, [:], ["/run/user/7"], "/run/user/7/jokesd/socket"),
            (nil, [:], ["/tmp"], "/tmp/jokesd-7/socket"),
            (nil, [:], [], "/tmp/jokesd-7/socket"),
        ] as [(String?, [String: String], [String], String)])
    func chosenCandidate(named: String?, variables: [String: String], directories: [String], expected: String)
    {
        let environment = Environment(variables, userID: 7)
        #expect(
            SocketAddress.choose(named: named, environment: environment) { directories.contains($0) }
                == expected)
    }

    @Test("a path has its directory", arguments: [("/a/b", "/a"), ("/a", "/"), ("a", "."), ("a/b", "a")])
    func directoryOfPath(path: String, expected: String) {
        #expect(SocketAddress.directory(of: path) == expected)
    }
}
