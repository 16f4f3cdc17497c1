// SPDX-License-Identifier: MIT
import Glibc
import JokeControl
import JokeSystem
import JokeTestSupport
import JokeWire
import Testing

/// A home for the doctor to visit, with no programs but those that a test installs.
final class DoctorFixture {
    private let home = TemporaryDirectory()
    var directory: String { home.path }
    var socketMode: mode_t = 0o600
    var bus: String?
    var socket: String { "\(directory)/run/socket" }

    struct Findings {
        var code: ExitCode
        var all: [JSON]
        private func kinds(wrong isWrong: Bool) -> [String] {
            all.filter { $0["wrong"] == .bool(isWrong) }.compactMap { $0["kind"]?.stringValue }
        }
        var wrong: [String] { kinds(wrong: true) }
        var notes: [String] { kinds(wrong: false) }
        var kinds: [String] { wrong + notes }

        /// The command that mends what is wrong.
        func wrong(_ kind: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
            #expect(code == .no, sourceLocation: sourceLocation)
            let finding = all.first { $0["kind"] == .string(kind) && $0["wrong"] == true }
            return try #require(finding?["remedy"]?.stringValue, "\(kinds)", sourceLocation: sourceLocation)
        }
    }

    init() {
        let directories = [
            "bin", "run", "data", "data/jokesd", "data/jokesd/backups", "cache", "cache/jokesd", "state",
            "state/jokesd", "config", "config/jokesd", "config/jokesd/secrets", "other",
        ]
        for name in directories { mkdir("\(directory)/\(name)", 0o700) }
    }

    /// What a test closed goes with the rest.
    deinit { sh("chmod -R u+rwx .") }

    /// The program of this machine, or another one under its name.
    func install(_ name: String, as path: String? = nil) {
        home.link("bin/\(name)", to: path ?? "/usr/bin/\(name)")
    }

    /// A file that is the user's alone; what is there already stays where the text is nil.
    func write(_ path: String, _ text: String?) {
        guard text != nil || !Files.exists("\(directory)/\(path)") else { return }
        home.write(text ?? "", to: path)
    }

    /// As if it had been written two hours ago.
    func age(_ path: String) {
        var times = [
            timespec(tv_sec: time(nil) - 7_200, tv_nsec: 0), timespec(tv_sec: time(nil) - 7_200, tv_nsec: 0),
        ]
        utimensat(AT_FDCWD, "\(directory)/\(path)", &times, 0)
    }

    /// In the household, with all the programs of this machine.
    func sh(_ command: String) {
        let shell = ProcessSpawner(
            path: "/bin/sh", arguments: ["-c", "cd '\(directory)' && { \(command); }"])
        // A command that is not run is seen by what it has not done.
        _ = try? SpawnedProcess(shell, input: 0, output: 1, errors: 2).wait()
    }

    func examine(at path: String) -> Findings {
        let (output, errors) = (scratchFile(), scratchFile())
        defer {
            close(output)
            close(errors)
        }
        var variables = ["data", "cache", "state", "config"].map { name in
            (name: "XDG_\(name.uppercased())_HOME", value: "\(directory)/\(name)")
        }
        variables += [(name: "PATH", value: "\(directory)/bin"), (name: "HOME", value: directory)]
        if let bus { variables.append((name: "DBUS_SESSION_BUS_ADDRESS", value: bus)) }
        let code = JokectlMain.run(
            ["doctor", "--json", "--no-start", "--socket", path], environment: Environment(variables),
            output: output, errors: errors)
        let json = (try? JSON(parsing: Array(contents(of: output).utf8)[...])) ?? .null
        let examinations = json["examinations"]?.arrayValue ?? []
        return Findings(code: code, all: examinations.flatMap { $0["findings"]?.arrayValue ?? [] })
    }
}
