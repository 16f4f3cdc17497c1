// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeLinux
import JokeWire

/// The user's choice to sync, and the id of this machine.
struct SyncSettings: Hashable {
    /// The absolute path of the folder, or nil if sync is off.
    var folder: String?
    /// The id of this machine in the folder.
    var machine: String
    /// A hash of the system's id when the machine got its id.
    var system: String

    init(folder: String?, machine: String, system: String) {
        (self.folder, self.machine, self.system) = (folder, machine, system)
    }

    init?(json: JSON) {
        guard let machine = json["machine"]?.stringValue, SyncMachine.isID(machine) else { return nil }
        self.init(
            folder: json["folder"]?.stringValue, machine: machine, system: json["system"]?.stringValue ?? "")
    }

    var json: JSON {
        [
            "folder": folder.map { .string($0) } ?? .null, "machine": .string(machine),
            "system": .string(system),
        ]
    }
}

/// The files of sync in the user's state directory.
struct SyncStore {
    private let directory: String
    var settingsPath: String { "\(directory)/settings.json" }

    init(_ environment: Environment) throws(CommandError) {
        guard let state = environment.baseDirectory("XDG_STATE_HOME", ".local/state") else {
            throw CommandError(.badConfiguration, localized("HOME is not set; set it to your home directory"))
        }
        directory = "\(state)/jokesd/sync"
    }

    /// Creates the directory, and waits until no other run is in progress.
    func lock(until deadline: Deadline) throws(CommandError) -> FileLock {
        let path = "\(directory)/lock"
        Directory.makeParents(of: path)
        do throws(SystemError) {
            if let lock = try FileLock.take(file: path, until: deadline) { return lock }
        } catch {
            throw CommandError(.disk, localized("%1$s cannot be locked: %2$s", path, error.reason))
        }
        throw CommandError(.tryLater, localized("another run of sync has not ended; try again later"))
    }

    /// Returns the settings, or nil if sync was never on.
    func settings() throws(CommandError) -> SyncSettings? {
        if let settings = json("settings.json", limit: 64 << 10).flatMap(SyncSettings.init(json:)) {
            return settings
        }
        guard access(settingsPath, F_OK) == 0 else { return nil }
        throw CommandError(
            .badConfiguration,
            localized(
                "%s cannot be read or is damaged; delete it, and run `jokectl sync on FOLDER`", settingsPath))
    }

    var state: SyncState? { json("state.json", limit: 16 << 20).flatMap(SyncState.init(json:)) }

    func write(_ settings: SyncSettings) throws(CommandError) {
        let file = try OutputFile(own: settingsPath)
        try file.append(settings.json.jsonLine)
        try file.finish()
    }

    /// Replaces the state. It is not synced to the disk: if it is lost, the next run compares the whole library.
    func write(_ state: SyncState) throws(CommandError) {
        let (path, unfinished) = ("\(directory)/state.json", "\(directory)/state.json.unfinished")
        let descriptor = open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(unfinished) }
        defer { close(descriptor) }
        guard Console.write(state.json.jsonLine, to: descriptor) == nil, rename(unfinished, path) == 0 else {
            throw failure(path)
        }
    }

    /// Why the last run could not write the state, or nil if it could. While another run is in progress, it is nil.
    var stateProblem: String? {
        let path = "\(directory)/state.json"
        if access(directory, W_OK) != 0 { return failure(path).message }
        guard let lock = try? lock(until: Deadline(after: 0)), access("\(path).unfinished", F_OK) == 0 else {
            return nil
        }
        _ = consume lock
        return localized("the last run could not write %s", path)
    }

    func removeState() { unlink("\(directory)/state.json") }

    private func failure(_ path: String) -> CommandError {
        CommandError(
            .disk, localized("%1$s cannot be written: %2$s", path, String(cString: strerror(errno))))
    }

    private func json(_ name: String, limit: Int) -> JSON? {
        guard let file = try? BoundedFile(reading: "\(directory)/\(name)", limit: limit) else { return nil }
        return try? JSON(parsing: file.bytes)
    }
}
