// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeLinux
import JokeWire

/// The sandbox of `jokesd-fetch@.service`. It hides the home directories, except the files that a drop-in names.
struct FetchSandbox {
    /// A file that the command of a source names.
    struct NamedFile: Hashable {
        let source: String
        let path: String
    }

    private let environment: Environment
    private let home: String
    private let exception: UnitDropIn

    /// Returns nil if `HOME` is not set.
    init?(_ environment: Environment) {
        guard let home = environment["HOME"],
            let exception = UnitDropIn(
                "allow", of: "jokesd-fetch@.service", by: "jokectl sources allow", in: environment)
        else { return nil }
        (self.environment, self.home, self.exception) = (environment, home, exception)
    }

    /// The path of the drop-in that `jokectl sources allow` writes.
    var dropIn: String { exception.path }

    // MARK: What the configuration names

    /// Returns the files in home directories that the configured commands name: the programs, and each argument that is
    /// the absolute path of a file.
    func namedFiles() throws(CommandError) -> [NamedFile] {
        guard let answer = environment.result(of: "jokesd", ["--print-config"]) else {
            throw CommandError(.unreachable, localized("jokesd is not in PATH; install it"))
        }
        let text = answer.lines.map(Self.withoutComment).joined(separator: "\n")
        guard answer.status == .exited(0), let configuration = try? JSON(parsing: Array(text.utf8)[...])
        else {
            throw CommandError(
                .badConfiguration,
                localized("the configuration is invalid; `jokesd --check-config` says why"))
        }
        let directories = programDirectories
        var files: [NamedFile] = []
        for source in configuration["sources"]?.objectValue?.members ?? [] {
            let words = (source.value["command"]?.arrayValue ?? []).compactMap(\.stringValue)
            guard let program = words.first else { continue }
            let paths = (path(of: program, in: directories).map { [$0] } ?? []) + words.dropFirst()
            files += paths.filter { isInHome($0) && access($0, F_OK) == 0 }
                .map { NamedFile(source: source.name, path: $0) }
        }
        return files
    }

    /// Removes a comment, which begins with two slashes outside a string.
    private static func withoutComment(_ line: String) -> String {
        var (isQuoted, isEscaped, last) = (false, false, UInt8(0))
        var kept: [UInt8] = []
        for byte in line.utf8 {
            if !isQuoted, last == UInt8(ascii: "/"), byte == last {
                kept.removeLast()
                break
            }
            if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && byte == UInt8(ascii: "\\") && !isEscaped
            last = byte
            kept.append(byte)
        }
        return String(decoding: kept, as: UTF8.self)
    }

    /// `PATH` of the user manager, in which jokesd-fetch searches for programs.
    private var programDirectories: String? {
        environment.result(of: "systemctl", ["--user", "show-environment"])?.lines
            .first { $0.hasPrefix("PATH=") }.map { String($0.dropFirst(5)) }
    }

    /// Returns the path of a program as the configuration names it: relative to the home directory if it has a slash,
    /// otherwise in `PATH`.
    private func path(of program: String, in directories: String?) -> String? {
        guard program.contains("/") else { return ProcessSpawner.path(of: program, in: directories) }
        if program.hasPrefix("/") { return program }
        return "\(home)/\(program.hasPrefix("~/") ? program.dropFirst(2) : program[...])"
    }

    private func isInHome(_ path: String) -> Bool {
        [home, "/home", "/root"].contains { path.hasPrefix("\($0)/") } && path != home
            // A unit file cannot have these.
            && path.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    // MARK: What the unit shows

    /// Returns the files of those that jokesd-fetch cannot see. Without a user manager or the unit there are none.
    func hidden(_ files: [NamedFile]) -> [NamedFile] {
        let wanted = "--property=ProtectHome,TemporaryFileSystem,BindReadOnlyPaths,BindPaths"
        guard !files.isEmpty,
            let answer = environment.result(
                of: "systemctl", ["--user", "show", wanted, "jokesd-fetch@doctor.service"])
        else { return [] }
        // A home that is not in one of these directories is hidden by its own setting.
        let homes = answer.lines.contains("ProtectHome=tmpfs") ? ["/home/", "/root/"] : []
        let hidesAll = answer.lines.contains { $0.hasPrefix("TemporaryFileSystem=/") }
        let binds = answer.lines.filter { $0.hasPrefix("Bind") }
        return files.filter { file in
            (hidesAll || homes.contains(where: file.path.hasPrefix))
                && !directories(of: file.path).contains { path in
                    binds.contains { $0.mentions("\(path):\(path)") }
                }
        }
    }

    /// Returns the path and those of the directories that contain it, except the root.
    private func directories(of path: String) -> [String] {
        var paths = [path]
        while let slash = paths.last?.lastIndex(of: "/"), let last = paths.last, slash > last.startIndex {
            paths.append(String(last[..<slash]))
        }
        return paths
    }

    // MARK: The drop-in

    /// Writes the drop-in, or removes it if there are no files, and makes systemd use it.
    func allow(_ paths: [String]) throws(CommandError) {
        if paths.isEmpty {
            // Without a file there is nothing that systemd could use.
            guard try exception.remove() else { return }
        } else {
            let lines = paths.map { "BindReadOnlyPaths=\"-\(Escaper.unitWord.escaped($0))\"\n" }
            try exception.write("[Service]\n" + lines.joined())
        }
        // A process that runs keeps its sandbox. jokesd starts another one.
        for words in [["daemon-reload"], ["stop", "jokesd-fetch@*.service"]] {
            guard environment.result(of: "systemctl", ["--user"] + words)?.status != .exited(0) else {
                continue
            }
            let rest = words.joined(separator: " ")
            throw CommandError(
                .unreachable,
                paths.isEmpty
                    ? localized(
                        "%1$s is removed, but systemd may still use it; run `systemctl --user %2$s`, if jokesd "
                            + "runs under systemd", dropIn, rest)
                    : localized(
                        "%1$s is written, but systemd does not use it yet; run `systemctl --user %2$s`, if "
                            + "jokesd runs under systemd", dropIn, rest))
        }
    }
}
