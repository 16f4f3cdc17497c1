// SPDX-License-Identifier: MIT
import JokeSystem
import JokeTestSupport
import JokeWire
import Testing

@Suite("The example clients")
struct ExampleClientTests {
    static let followers = ["follow.py", "follow.sh"]

    @Test("a follower prints each joke once, even over a restart", arguments: followers)
    func printsEachJokeOnce(_ name: String) throws {
        let daemon = try TestDaemon.ready()
        let follower = try Example(name, daemon.environment)
        try expect(follower, toShow: daemon.state()["joke"])
        let client = try daemon.connect()
        try client.call(.cardDrag, ["translation": 0.1, "predictedEndX": 1, "width": 414])
        try expect(follower, toShow: client.call(.jokeNext)["joke"])
        try expect(follower, toShow: client.call(.jokeLike)["joke"])

        try daemon.killAndRestart()
        // A repeated joke would come before this one.
        let again = try daemon.connect()
        try expect(follower, toShow: again.call(.jokeNext)["joke"])
        #expect(follower.program.errors.isEmpty || name == "follow.sh", "\(follower.program.errors)")
    }

    @Test("a follower resumes and ignores what it does not know", arguments: followers)
    func unknownMembers(_ name: String) throws {
        let directory = TemporaryDirectory()
        let server = try SocketServer(path: "\(directory.path)/socket")
        let follower = try Example(
            name,
            ["JOKESD_SOCKET": "\(directory.path)/socket", "PATH": "/usr/bin:/bin", "TMPDIR": directory.path])
        do {
            let connection = try server.accept()
            #expect(try request(of: connection)["params"]?["since"] ?? .null == .null)
            try connection.send(
                #"{"jsonrpc":"2.0","new":[],"id":1,"result":{"epoch":"e","seq":4,"new":{},"subscription":1}}"#
            )
            try connection.send(#"{"jsonrpc":"2.0","method":"weather","params":{"state":"rain","seq":7}}"#)
            try connection.send(event(#""topic":"weather","seq":5,"state":{"joke":"rain"}"#))
            try connection.send(event(#""topic":"state","seq":6,"event":"new","of":[{"joke":1}]"#))
            try connection.send(
                event(
                    #""topic":"state","seq":8,"changed":["new"],"cause":{"new":1},"state":{"#
                        + #""joke":{"new":null,"id":"j8","value":"eight"},"backgroundColor":"mauve"}"#))
            #expect(try follower.program.line() == "eight")
        }
        // The connection was closed, so the follower reconnects.
        let connection = try server.accept()
        #expect(try request(of: connection)["params"]?["since"] == ["epoch": "e", "seq": 8])
        try connection.send(#"{"jsonrpc":"2.0","id":1,"result":{"epoch":"e","seq":8,"subscription":1}}"#)
        try connection.send(event(#""topic":"state","seq":9,"state":{"joke":{"id":"j8","value":"eight"}}"#))
        try connection.send(event(#""topic":"state","seq":10,"state":{"joke":{"id":"j10","value":"ten"}}"#))
        #expect(try follower.program.line() == "ten")
    }

    /// The environment that makes a follower request grease first.
    static let greasing = [
        "follow.py": (
            "connection.sendall(",
            #"connection.sendall(b'{"method":"hello","params":{"grease":true}}\n'); connection.sendall("#
        ),
        "follow.sh": (
            "jq -c '{id: 1,", #"jq -c '{method: "hello", params: {grease: true}}, {id: 1,"#
        ),
    ]

    @Test(
        "a follower ignores grease", arguments: followers)
    func grease(_ name: String) throws {
        let daemon = try TestDaemon.ready()
        let (plain, greased) = try #require(Self.greasing[name])
        let parts = try Files.text("\(Example.directory)/\(name)").split(separator: plain)
        try #require(parts.count == 2)
        let copy = "\(daemon.directory.path)/\(name)"
        try Files.write(parts.joined(separator: greased), to: copy)
        let follower = try Example(at: copy, daemon.environment)
        try expect(follower, toShow: daemon.state()["joke"])
        for _ in 1...3 { try expect(follower, toShow: daemon.connect().call(.jokeLike)["joke"]) }
        let clients = try daemon.connect().call(.daemonStatus, ["clients": true])["clients"]
        #expect(clients?.arrayValue?.contains { $0["subscriptions"] == 1 && $0["requests"] == 2 } == true)
    }

    @Test("like.sh likes the joke on the card, or only the joke with an id")
    func likeScript() throws {
        let daemon = try TestDaemon.ready()
        let joke = try daemon.state()["joke"]
        let stale = try run("like.sh", ["elephant"], daemon)
        #expect(!stale.succeeded && stale.output.isEmpty)
        #expect(stale.errors == "Another joke is on the card by now; look at it and decide again.\n")
        #expect(try daemon.state()["joke"] == joke)

        let liked = try run("like.sh", [try #require(joke?["id"]?.stringValue)], daemon)
        #expect(liked.succeeded && liked.output == joke?["value"]?.stringValue.map { $0 + "\n" })
        #expect(try run("like.sh", [], daemon).succeeded)
        #expect(try daemon.state()["saved"]?["count"] == 2)
        #expect(try daemon.terminate() == .exited(0))
        #expect(try !run("like.sh", [], daemon).succeeded, "nobody was asked")
    }

    @Test("Protocol.md shows each example as it is")
    func listingsInProtocolPage() throws {
        let shown = try ProtocolPage().blocks.filter { ["python", "sh"].contains($0.language) }.map(\.text)
        let clients = Files.names(in: Example.directory).filter { $0.hasSuffix(".py") || $0.hasSuffix(".sh") }
        // An example that runs jokectl is not a client of the protocol.
        let files = try clients.map { try Files.text("\(Example.directory)/\($0)") }.filter {
            !$0.contains("jokectl")
        }
        #expect(Set(shown) == Set(files) && shown.count == files.count)
    }

    private func expect(_ follower: Example, toShow joke: JSON?) throws {
        let text = try #require(joke?["value"]?.stringValue)
        #expect(try follower.program.text(asLongAs: text) == text)
    }

    private func run(_ name: String, _ arguments: [String], _ daemon: TestDaemon) throws -> ProgramRun {
        try ProgramRun("\(Example.directory)/\(name)", arguments, environment: daemon.environment)
    }

    private func request(of connection: SocketClient) throws -> JSON {
        while true {
            let request = try connection.message()
            if request["method"] == "state.subscribe" { return request }
        }
    }

    private func event(_ params: String) -> String {
        #"{"jsonrpc":"2.0","new":1,"method":"event","params":{"new":true,"subscription":1,\#(params)}}"#
    }
}

/// A running program of examples/.
private struct Example {
    static let directory = "\(Programs.checkout)/examples"
    let program: TestProgram

    init(_ name: String, _ environment: [String: String]) throws {
        try self.init(at: "\(Self.directory)/\(name)", environment)
    }

    init(at path: String, _ environment: [String: String]) throws {
        // Warnings of Python are errors.
        program =
            path.hasSuffix(".py")
            ? try TestProgram("python3", ["-X", "dev", "-W", "error", path], environment: environment)
            : try TestProgram("sh", [path], environment: environment)
    }
}
