// SPDX-License-Identifier: MIT
import Glibc
import JokeControl
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

/// A home for `jokectl doctor`, with only the programs that a test installs.
final class DoctorFixture {
    private let home = TemporaryDirectory()
    var directory: String { home.path }
    var socketMode: mode_t = 0o600
    var socket: String { "\(directory)/run/jokesd/socket" }

    struct Findings {
        var code: ExitCode
        var all: [JSON]
        private func kinds(wrong isWrong: Bool) -> [String] {
            all.filter { $0["wrong"] == .bool(isWrong) }.compactMap { $0["kind"]?.stringValue }
        }
        var wrong: [String] { kinds(wrong: true) }
        var notes: [String] { kinds(wrong: false) }
        var kinds: [String] { wrong + notes }

        /// Returns the command that fixes the finding of this kind.
        func fix(_ kind: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
            #expect(code == .no, sourceLocation: sourceLocation)
            let finding = all.first { $0["kind"] == .string(kind) && $0["wrong"] == true }
            return try #require(finding?["remedy"]?.stringValue, "\(kinds)", sourceLocation: sourceLocation)
        }
    }

    init() {
        let directories = [
            "bin", "run", "run/jokesd", "data", "data/jokesd", "data/jokesd/backups", "cache", "cache/jokesd",
            "state",
            "state/jokesd", "config", "config/jokesd", "config/jokesd/secrets", "other",
        ]
        for name in directories { mkdir("\(directory)/\(name)", 0o700) }
    }

    /// Makes the files writable again, so that they can be removed.
    deinit { sh("chmod -R u+rwx .") }

    /// Installs the program of this machine, or another one under its name.
    func install(_ name: String, as path: String? = nil) {
        home.link("bin/\(name)", to: path ?? "/usr/bin/\(name)")
    }

    /// Installs a shell script as a program.
    func program(_ name: String, _ script: String) {
        chmod(home.write("#!/bin/sh\n\(script)\n", to: "bin/\(name)"), 0o700)
    }

    /// Writes a file with mode 0600. If the text is nil, an existing file stays.
    func write(_ path: String, _ text: String?) {
        guard text != nil || !Files.exists("\(directory)/\(path)") else { return }
        home.write(text ?? "", to: path)
    }

    /// Changes the time of the file to two hours ago.
    func makeOld(_ path: String) {
        var times = [
            timespec(tv_sec: time(nil) - 7_200, tv_nsec: 0), timespec(tv_sec: time(nil) - 7_200, tv_nsec: 0),
        ]
        utimensat(AT_FDCWD, "\(directory)/\(path)", &times, 0)
    }

    /// Runs a command in the home, with all programs of this machine.
    func sh(_ command: String) {
        let shell = ProcessSpawner(
            path: "/bin/sh", arguments: ["-c", "cd '\(directory)' && { \(command); }"])
        // If the command does not run, the test notices the missing result.
        _ = try? SpawnedProcess(shell, input: 0, output: 1, errors: 2).wait()
    }

    func examine(at path: String) -> Findings {
        let run = run(["doctor", "--json", "--no-start", "--socket", path])
        let json = (try? JSON(parsing: Array(run.data.utf8)[...])) ?? .null
        let examinations = json["examinations"]?.arrayValue ?? []
        return Findings(code: run.code, all: examinations.flatMap { $0["findings"]?.arrayValue ?? [] })
    }

    /// Runs jokectl in the home.
    func run(_ arguments: [String]) -> Output {
        let (output, errors) = (scratchFile(), scratchFile())
        defer {
            close(output)
            close(errors)
        }
        let variables =
            ["data", "cache", "state", "config"].map { name in
                (name: "XDG_\(name.uppercased())_HOME", value: "\(directory)/\(name)")
            } + [
                (name: "PATH", value: "\(directory)/bin"), (name: "HOME", value: directory),
                (name: "XDG_RUNTIME_DIR", value: "\(directory)/run"),
            ]
        let code = JokectlMain.run(
            arguments, environment: Environment(variables), output: output, errors: errors)
        return Output(code: code, data: contents(of: output), errors: contents(of: errors))
    }
}
