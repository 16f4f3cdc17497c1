// SPDX-License-Identifier: MIT
import Glibc
import JokeDaemon
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

/// A fetcher with a shell script in place of jokesd-fetch.
@LoopActor
final class ScriptedFetch {
    typealias Outcome = Result<SourceResult, SourceError>

    nonisolated let directory: TemporaryHome
    let fetcher: Fetcher
    private let log: Descriptor

    /// Functions for the scripts. `$id` is the id of the request that `ask` has read.
    private nonisolated static let preamble = #"""
        #!/bin/sh
        echo $$ >> "$0.runs"
        ask() {
            read -r line || exit 0
            id=${line#*'"id":'}
            id=${id%%,*}
            method=${line#*'"method":"'}
            method=${method%%'"'*}
        }
        answer() { echo '{"jsonrpc":"2.0","id":'$id',"result":{"jokes":[{"id":"j'$id'","value":"joke '$id'","setup":null,"punchline":null,"categories":["dev"],"language":"en","url":null,"flags":[],"safe":null}],"requests":1}}'; }

        """#

    /// A script that answers every request.
    nonisolated static let good = "while :; do ask; answer; done"

    /// Timeouts for a loaded machine.
    nonisolated static let longTimeouts = {
        var timeouts = Fetcher.Timeouts()
        timeouts.heartbeat = .seconds(20)
        return timeouts
    }()

    private let activator: FetchActivator?

    private init(
        _ directory: TemporaryHome, _ log: Descriptor, _ program: FetchLaunchOptions,
        _ timeouts: Fetcher.Timeouts,
        _ activator: FetchActivator?
    ) {
        self.directory = directory
        self.activator = activator
        self.log = log
        let environment = Environment([:], userID: 0)
        fetcher = Fetcher(
            program, timeouts: timeouts, log: Log(descriptor: log.number, environment: environment))
    }

    /// - Parameters:
    ///   - script: The script, or nil for a missing program.
    ///   - isBehindSocket: Whether the program is started for each connection, as by systemd, instead of as a child.
    nonisolated static func make(
        _ script: String?, _ timeouts: Fetcher.Timeouts = longTimeouts, usesSocket: Bool = false,
        contact: String = ""
    ) async throws -> ScriptedFetch {
        let directory = TemporaryHome()
        let path = "\(directory.path)/fetch"
        if let script {
            try Files.write(preamble + script + "\n", to: path)
            chmod(path, 0o700)
        }
        let log = try Files.create("\(directory.path)/log", appending: true)
        var variables = ["PATH": "/usr/bin:/bin"]
        if usesSocket { variables[FetchLaunchOptions.socketVariable] = "\(directory.path)/socket" }
        let activator =
            usesSocket && script != nil ? try FetchActivator(path, at: "\(directory.path)/socket") : nil
        let program = FetchLaunchOptions(
            location: FetchExecutable(executable: nil, override: path), contact: contact,
            environment: Environment(variables, userID: 0), runsCommands: true)
        return await onLoop { ScriptedFetch(directory, log, program, timeouts, activator) }
    }

    /// Sends a request and returns its result.
    nonisolated func request(_ source: String = "jokeapi") async -> Outcome {
        await withCheckedContinuation { continuation in
            LoopActor.shared.loop.post { [self] in
                send(source) { continuation.resume(returning: $0) }
            }
        }
    }

    func send(_ source: String = "jokeapi", _ completion: @escaping Fetcher.Completion) {
        fetcher.send(
            SourceRequest(source: source, kind: .jokes(count: 1, categories: [])), completion: completion)
    }

    /// Returns when nothing runs any more.
    nonisolated func stop() async {
        await withCheckedContinuation { continuation in
            LoopActor.shared.loop.post { [self] in fetcher.stop { continuation.resume() } }
        }
    }

    /// The ids of all processes that were started.
    nonisolated var runs: [Int32] {
        ((try? Files.text("\(directory.path)/fetch.runs")) ?? "").split(separator: "\n").compactMap {
            Int32($0)
        }
    }

    nonisolated var logText: String { (try? Files.text("\(directory.path)/log")) ?? "" }

    /// Waits until all processes have ended.
    nonisolated func awaitEnds() throws { for run in runs { try ObservedProcess(run).awaitEnd() } }
}

extension Result where Success == SourceResult, Failure == SourceError {
    var jokes: [String]? { (try? get())?.jokes.map(\.value) }
    var error: SourceError? { if case .failure(let error) = self { error } else { nil } }
    /// The message of an error of jokesd-fetch itself, or nil.
    var programError: String? {
        error.flatMap { $0.kind == .unavailable ? $0.message : nil }
    }
    var isLate: Bool { error?.kind == .timedOut }
}

/// A stand-in for `jokesd-fetch.socket` with `Accept=yes`, without a service manager.
final class FetchActivator: @unchecked Sendable {
    // Created before the loop uses it, and only ended afterwards.
    private let process: JokeTestSupport.TestProcess
    /// Kept open, so that later output of the process does not fail.
    private let logText: Descriptor

    /// Starts the stand-in, and waits until it listens.
    init(_ program: String, at socket: String) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw TestSupportError.system("pipe") }
        let errors = Descriptor(owning: ends[1])
        logText = Descriptor(owning: ends[0])
        let nothing = Descriptor(owning: open("/dev/null", O_RDWR | O_CLOEXEC))
        let environment = ["PATH": "/usr/bin:/bin"]
        process = try JokeTestSupport.TestProcess(
            "systemd-socket-activate",
            ["--accept", "--inetd", "--listen=\(socket)", "--setenv=PATH=/usr/bin:/bin", program],
            environment: environment, streams: (nothing.number, nothing.number, errors.number))
        var text = ""
        while !text.contains("Listening on") {
            var buffer = [UInt8](repeating: 0, count: 1_024)
            let count = read(logText.number, &buffer, buffer.count)
            guard count > 0 else { throw TestSupportError("systemd-socket-activate said: \(text)") }
            text += String(decoding: buffer.prefix(count), as: UTF8.self)
        }
    }
}
