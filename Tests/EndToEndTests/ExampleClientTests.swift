// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

/// The clients in examples/clients, in five languages. Python, Bash and Swift are on every machine that runs these tests;
/// JavaScript and Go are tested if the machine has `node` and `go`.
@Suite("The example clients")
struct ExampleClientTests {
    static let clients = ["jokes.py", "jokes.sh", "jokes.swift", "jokes.mjs", "jokes.go"].filter(
        Example.canRun)

    @Test(
        "a follower prints each joke and each like once, and after a restart those it missed",
        arguments: clients)
    func followsOverRestart(_ name: String) throws {
        let daemon = try TestDaemon.ready()
        let follower = try Example(name, ["follow"], daemon.environment)
        try expect(follower, toShow: daemon.state()["joke"])
        let client = try daemon.connect()
        try client.call(.cardDrag, ["translation": 0.1, "predictedEndX": 1, "width": 414])
        try expect(follower, toShow: client.call(.jokeNext)["joke"])
        try expect(follower, toShowLike: client.call(.jokeLike))

        // It cannot connect again before the like.
        follower.program.send(SIGSTOP)
        try daemon.killAndRestart()
        let liked = try daemon.connect().call(.jokeLike)
        follower.program.send(SIGCONT)
        try expect(follower, toShowLike: liked)
        // A repeated line would come before this one.
        try expect(follower, toShow: daemon.connect().call(.jokeNext)["joke"])
        #expect(follower.program.errors == "")
    }

    @Test("next shows a joke, and like likes it, unless the id is of another one", arguments: clients)
    func nextAndLike(_ name: String) throws {
        let daemon = try TestDaemon.ready()
        let next = try Example.run(name, ["next"], daemon.environment)
        let joke = try #require(try daemon.state()["joke"])
        let text = try #require(joke["value"]?.stringValue) + "\n"
        #expect(next.succeeded && next.output == text && next.errors == "")

        let stale = try Example.run(name, ["like", "elephant"], daemon.environment)
        #expect(!stale.succeeded && stale.output == "")
        #expect(stale.errors.hasSuffix("Another joke is on the card by now; look at it and decide again.\n"))
        #expect(try daemon.state()["saved"]?["count"] == 0)

        let id = try #require(joke["id"]?.stringValue)
        let liked = try Example.run(name, ["like", id], daemon.environment)
        #expect(liked.succeeded && liked.output == text && liked.errors == "")
        #expect(try Example.run(name, ["like"], daemon.environment).succeeded)
        #expect(try daemon.state()["saved"]?["count"] == 2)
        #expect(try daemon.terminate() == .exited(0))
        #expect(try !Example.run(name, ["next"], daemon.environment).succeeded)
    }

    @Test("a follower resumes and ignores what it does not know", arguments: clients)
    func unknownMembers(_ name: String) throws {
        let directory = TemporaryDirectory()
        let server = try SocketServer(path: "\(directory.path)/socket")
        let follower = try Example(
            name, ["follow"],
            ["JOKESD_SOCKET": "\(directory.path)/socket", "PATH": "/usr/bin:/bin", "TMPDIR": directory.path])
        do {
            let connection = try server.accept()
            #expect(try since(in: connection).isEmpty)
            try connection.send(
                #"{"jsonrpc":"2.0","new":[],"id":1,"result":{"epoch":"e","seq":4,"new":{},"resumed":false}}"#
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
        #expect(try since(in: connection) == ["epoch": "e", "seq": 8])
        try connection.send(#"{"jsonrpc":"2.0","id":1,"result":{"epoch":"e","seq":8,"resumed":true}}"#)
        try connection.send(event(#""topic":"state","seq":9,"state":{"joke":{"id":"j8","value":"eight"}}"#))
        try connection.send(event(#""topic":"state","seq":10,"state":{"joke":{"id":"j10","value":"ten"}}"#))
        #expect(try follower.program.line() == "ten")
    }

    @Test("a follower resumes from the greatest number that it has read", arguments: clients)
    func greatestNumber(_ name: String) throws {
        let directory = TemporaryDirectory()
        let server = try SocketServer(path: "\(directory.path)/socket")
        let follower = try Example(
            name, ["follow"],
            ["JOKESD_SOCKET": "\(directory.path)/socket", "PATH": "/usr/bin:/bin", "TMPDIR": directory.path])
        func connection(
            expecting expected: [String: JSON], _ result: String, _ seq: Int, _ text: String
        ) throws {
            let connection = try server.accept()
            #expect(try since(in: connection) == expected)
            try connection.send(#"{"jsonrpc":"2.0","id":1,"result":{\#(result)}}"#)
            try connection.send(
                event(#""topic":"state","seq":\#(seq),"state":{"joke":{"id":"\#(text)","value":"\#(text)"}}"#)
            )
            #expect(try follower.program.line() == text)
        }
        // The newest event was one of the log, which comes only after `since`.
        try connection(expecting: [:], #""epoch":"e","seq":12,"resumed":false"#, 11, "eleven")
        // A new store counts anew. What comes after the reply is not read yet.
        try connection(
            expecting: ["epoch": "e", "seq": 12], #""epoch":"f","seq":3,"resumed":false"#, 2, "two")
        try connection(
            expecting: ["epoch": "f", "seq": 3], #""epoch":"f","seq":9,"resumed":true"#, 5, "five")
        #expect(try since(in: server.accept()) == ["epoch": "f", "seq": 5])
    }

    /// A part of each script, and the part that requests grease first.
    static let greasing = [
        "jokes.py": (
            "connection.sendall(",
            #"connection.sendall(b'{"method":"hello","params":{"grease":true}}\n'); connection.sendall("#
        ),
        "jokes.sh": (
            #"nc -U "$socket""#,
            #"{ echo '{"method":"hello","params":{"grease":true}}'; cat; } | nc -U "$socket""#
        ),
        "jokes.mjs": (
            "connection.write(",
            #"connection.write('{"method":"hello","params":{"grease":true}}\n'); connection.write("#
        ),
    ]

    @Test("a follower ignores grease", arguments: clients.filter { greasing[$0] != nil })
    func grease(_ name: String) throws {
        let daemon = try TestDaemon.ready()
        let (plain, greased) = try #require(Self.greasing[name])
        let parts = try Files.text("\(Example.directory)/clients/\(name)").split(separator: plain)
        try #require(parts.count == 2)
        let copy = "\(daemon.directory.path)/\(name)"
        try Files.write(parts.joined(separator: greased), to: copy)
        let follower = try Example(copy, ["follow"], daemon.environment)
        try expect(follower, toShow: daemon.state()["joke"])
        for _ in 1...3 { try expect(follower, toShowLike: daemon.connect().call(.jokeLike)) }
        let clients = try daemon.connect().call(.daemonStatus, ["clients": true])["clients"]
        #expect(clients?.arrayValue?.contains { $0["subscriptions"] == 1 && $0["requests"] == 2 } == true)
    }

    @Test("listen.py prints the joke on the card after each change")
    func listener() throws {
        let daemon = try TestDaemon.ready()
        let listener = try Example("listen.py", [], daemon.environment)
        try expect(listener, toShow: daemon.state()["joke"])
        try expect(listener, toShow: daemon.connect().call(.jokeNext)["joke"])
    }

    @Test("like.sh likes the joke on the card, or only the joke with an id")
    func likeScript() throws {
        let daemon = try TestDaemon.ready()
        let joke = try daemon.state()["joke"]
        let stale = try Example.run("like.sh", ["elephant"], daemon.environment)
        #expect(!stale.succeeded && stale.output.isEmpty)
        #expect(stale.errors == "Another joke is on the card by now; look at it and decide again.\n")
        #expect(try daemon.state()["joke"] == joke)

        let liked = try Example.run("like.sh", [try #require(joke?["id"]?.stringValue)], daemon.environment)
        #expect(liked.succeeded && liked.output == joke?["value"]?.stringValue.map { $0 + "\n" })
        #expect(try Example.run("like.sh", [], daemon.environment).succeeded)
        #expect(try daemon.state()["saved"]?["count"] == 2)
        #expect(try daemon.terminate() == .exited(0))
        #expect(try !Example.run("like.sh", [], daemon.environment).succeeded, "nobody was asked")
    }

    @Test(
        "Protocol.md shows like.sh and listen.py as they are, and names the other clients, of less than 60 lines"
    )
    func listingsInProtocolPage() throws {
        let shown = try ProtocolPage().blocks.filter { ["python", "sh"].contains($0.language) }.map(\.text)
        let listings = try ["clients/listen.py", "like.sh"].map {
            try Files.text("\(Example.directory)/\($0)")
        }
        #expect(shown == listings)
        let page = try Files.text("\(Programs.checkout)/Protocol.md")
        for name in Files.names(in: "\(Example.directory)/clients") {
            #expect(page.contains("examples/clients/\(name)"))
            let lines = try Files.text("\(Example.directory)/clients/\(name)").split(
                separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count <= 60, "\(name)")
        }
    }

    private func expect(_ follower: Example, toShow joke: JSON?, _ prefix: String = "") throws {
        let text = prefix + (try #require(joke?["value"]?.stringValue))
        #expect(try follower.program.text(asLongAs: text) == text)
    }

    /// Expects the joke of a like, and the next one.
    private func expect(_ follower: Example, toShowLike reply: JSON) throws {
        try expect(follower, toShow: reply["decided"], "liked: ")
        try expect(follower, toShow: reply["joke"])
    }

    /// Reads requests up to the subscription, and returns the members of its `since`, or nothing if it has none. Their order
    /// means nothing, and differs between the runs of a client.
    private func since(in connection: SocketClient) throws -> [String: JSON] {
        while true {
            let request = try connection.message()
            guard request["method"] == "state.subscribe" else { continue }
            let members = request["params"]?["since"]?.objectValue?.members ?? []
            return Dictionary(members.map { ($0.name, $0.value) }) { _, last in last }
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

    /// Starts an example, or the program at a path.
    init(_ name: String, _ arguments: [String], _ environment: [String: String]) throws {
        let command = try Self.command(name)
        program = try TestProgram(command[0], command.dropFirst() + arguments, environment: environment)
    }

    static func run(_ name: String, _ arguments: [String], _ environment: [String: String]) throws
        -> ProgramRun
    {
        let command = try command(name)
        return try ProgramRun(command[0], command.dropFirst() + arguments, environment: environment)
    }

    /// Whether the machine has what runs this example.
    static func canRun(_ name: String) -> Bool {
        guard let program = ["mjs": "node", "go": "go"][language(of: name)] else { return true }
        return path?.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 } == true
    }

    private static var path: String? { getenv("PATH").map { String(cString: $0) } }

    private static func language(of name: String) -> String {
        String(name[name.index(after: name.lastIndex(of: ".") ?? name.startIndex)...])
    }

    private static func command(_ name: String) throws -> [String] {
        let places = ["", "\(directory)/", "\(directory)/clients/"].map { $0 + name }
        let path = try #require(places.first { $0.hasPrefix("/") && access($0, R_OK) == 0 })
        // Warnings of Python are errors.
        return switch language(of: name) {
        case "py": ["python3", "-X", "dev", "-W", "error", path]
        case "mjs": ["node", path]
        case "swift": [try swiftProgram.get()]
        case "go": [try goProgram.get()]
        default: ["bash", path]
        }
    }

    private static let builds = TemporaryDirectory()
    private static let swiftProgram = Result {
        try compiled("swiftc", "\(directory)/clients/jokes.swift", "-o", "\(builds.path)/swift")
    }
    private static let goProgram = Result {
        try compiled("go", "build", "-o", "\(builds.path)/go", "\(directory)/clients/jokes.go")
    }

    /// Runs a compiler, and returns the path of the program: the argument after `-o`.
    private static func compiled(_ compiler: String, _ arguments: String...) throws -> String {
        let home = getenv("HOME").map { String(cString: $0) } ?? builds.path
        let run = try ProgramRun(
            compiler, arguments, environment: ["PATH": path ?? "", "HOME": home],
            until: TestDeadline(after: .seconds(600)))
        guard run.succeeded, let output = arguments.firstIndex(of: "-o") else {
            throw TestSupportError("\(compiler): \(run.errors)")
        }
        return arguments[output + 1]
    }
}
