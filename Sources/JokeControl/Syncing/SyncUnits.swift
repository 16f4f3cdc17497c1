// SPDX-License-Identifier: MIT
import Glibc
import JokeSystem

/// The systemd units that start sync when something has changed, and their drop-ins, which name the folder.
struct SyncUnits {
    private let environment: Environment
    private let directory: String

    /// Returns nil if `HOME` is not set.
    init?(_ environment: Environment) {
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        self.environment = environment
        let configuration = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        directory = "\(configuration ?? "\(home)/.config")/systemd/user"
    }

    private static let path = "jokesd-sync.path"
    private static let service = "jokesd-sync.service"

    /// Whether there is a user manager that has the units.
    var exist: Bool {
        environment.result(of: "systemctl", ["--user", "cat", Self.path, Self.service])?.status == .exited(0)
    }

    /// Writes the drop-ins, and starts the path unit.
    ///
    /// - Parameter trigger: The file that jokesd changes after a decision.
    func turnOn(folder: String, trigger: String) throws(CommandError) {
        try write(
            "[Path]\nPathChanged=\nPathChanged=\(Self.specifierFree(folder))\nPathChanged=\(Self.specifierFree(trigger))\n",
            for: Self.path)
        // The folder may be missing for a time.
        try write("[Service]\nReadWritePaths=\"-\(Self.quoted(folder))\"\n", for: Self.service)
        try control(["daemon-reload"])
        try control(["enable", Self.path])
        try control(["restart", Self.path])
    }

    /// Stops the path unit, and removes the drop-ins.
    func turnOff() throws(CommandError) {
        let hadUnits = exist
        if hadUnits { try control(["disable", "--now", Self.path]) }
        for unit in [Self.path, Self.service] where unlink(dropIn(of: unit)) == 0 {
            rmdir("\(directory)/\(unit).d")
        }
        if hadUnits { try control(["daemon-reload"]) }
    }

    private func dropIn(of unit: String) -> String { "\(directory)/\(unit).d/folder.conf" }

    private func control(_ words: [String]) throws(CommandError) {
        let result = environment.result(of: "systemctl", ["--user"] + words)
        guard result?.status != .exited(0) else { return }
        let reason = result?.errors.last.map { ": \($0)" } ?? ""
        throw CommandError(
            .unreachable, "`systemctl --user \(words.joined(separator: " "))` failed\(reason)")
    }

    private func write(_ text: String, for unit: String) throws(CommandError) {
        let path = dropIn(of: unit)
        for end in path.indices.dropFirst() where path[end] == "/" { mkdir(String(path[..<end]), 0o700) }
        let file = try OutputFile(path, permissions: 0o600, replacing: true)
        try file.append(Array("# Written by `jokectl sync on`, which replaces it.\n\(text)".utf8))
        try file.finish()
    }

    /// Escapes specifiers (systemd.unit(5)). A path of a path unit is not quoted.
    private static func specifierFree(_ path: String) -> String {
        path.map { $0 == "%" ? "%%" : String($0) }.joined()
    }

    /// Escapes a path for a quoted word of a unit (systemd.syntax(7), systemd.unit(5), "Specifiers").
    private static func quoted(_ path: String) -> String {
        path.map { ["\"": "\\\"", "\\": "\\\\", "%": "%%"][$0] ?? String($0) }.joined()
    }
}
