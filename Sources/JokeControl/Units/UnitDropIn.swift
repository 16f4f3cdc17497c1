// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeLinux

/// A drop-in of a unit of the user manager (systemd.unit(5)) that a command of jokectl writes.
struct UnitDropIn {
    let path: String
    private let directory: String
    private let author: String

    /// Returns nil if `HOME` is not set.
    ///
    /// - Parameters:
    ///   - name: the name of the file, without `.conf`.
    ///   - author: the command that writes it, such as `jokectl sync on`.
    init?(_ name: String, of unit: String, by author: String, in environment: Environment) {
        guard environment["HOME"]?.hasPrefix("/") == true,
            let configuration = environment.baseDirectory("XDG_CONFIG_HOME", ".config")
        else { return nil }
        directory = "\(configuration)/systemd/user/\(unit).d"
        path = "\(directory)/\(name).conf"
        self.author = author
    }

    var exists: Bool { access(path, F_OK) == 0 }

    /// Whether the user has no other drop-in of the unit.
    var isAlone: Bool {
        ((try? Directory.names(in: directory)) ?? []).allSatisfy {
            !$0.hasSuffix(".conf") || "\(directory)/\($0)" == path
        }
    }

    /// Replaces the drop-in. systemd uses it after `systemctl --user daemon-reload`.
    func write(_ text: String) throws(CommandError) {
        Directory.makeParents(of: path)
        let file = try OutputFile(own: path)
        try file.append(Array("# Written by `\(author)`, which replaces it.\n\(text)".utf8))
        try file.finish()
    }

    /// Removes the drop-in, and its directory if that is empty then. Returns whether there was one.
    @discardableResult
    func remove() throws(CommandError) -> Bool {
        guard unlink(path) == 0 else {
            guard errno == ENOENT else {
                throw CommandError(
                    .disk, localized("%1$s cannot be removed: %2$s", path, String(cString: strerror(errno))))
            }
            return false
        }
        rmdir(directory)
        return true
    }
}

extension Environment {
    /// Runs `systemctl --user` with these arguments.
    func controlUnits(_ words: [String]) throws(CommandError) {
        let result = result(of: "systemctl", ["--user"] + words)
        guard result?.status != .exited(0) else { return }
        let reason = result?.errors.last.map { ": \($0)" } ?? ""
        throw CommandError(
            .unreachable,
            localized("`systemctl --user %1$s` failed%2$s", words.joined(separator: " "), reason))
    }

    /// Whether there is a user manager that has these units.
    func hasUnits(_ names: [String]) -> Bool {
        result(of: "systemctl", ["--user", "cat"] + names)?.status == .exited(0)
    }
}
