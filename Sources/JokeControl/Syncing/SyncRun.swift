// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeLinux
import JokeWire

/// A run of sync: connects to jokesd, exchanges changes with the folder, and remembers how far.
struct SyncRun {
    private let context: CommandContext
    private let store: SyncStore

    init(_ context: CommandContext) throws(CommandError) {
        self.context = context
        store = try SyncStore(context.environment)
    }

    /// The time to wait for another run, in seconds.
    private static let lockTimeout = 600.0

    /// Takes the lock, which must be held while settings or the state change.
    func lock() throws(CommandError) -> FileLock {
        try store.lock(until: Deadline(after: context.globals.timeout ?? Self.lockTimeout))
    }

    /// Runs sync. The caller holds the lock.
    ///
    /// - Parameter comparesAll: Whether to compare the whole library with the folder.
    func run(comparesAll: Bool) throws(CommandError) -> SyncReport {
        guard var settings = try store.settings(), let folder = settings.folder else {
            throw CommandError(.usage, localized("sync is off; turn it on with `jokectl sync on FOLDER`"))
        }
        let system = Self.systemMark
        if settings.system != system {
            // The home directory was copied to another machine: two machines must not write the same file.
            settings = SyncSettings(folder: folder, machine: SyncMachine.newID(), system: system)
            try store.write(settings)
            store.removeState()
        }
        var state = store.state ?? SyncState()
        let now = WallTime(milliseconds: KernelClock.wall.nanoseconds / 1_000_000)
        do throws(CommandError) {
            return try exchange(settings, SyncFolder(folder), &state, comparesAll: comparesAll, at: now)
        } catch {
            state.problem = error.message
            state.ranAt = now
            try? store.write(state)
            throw error
        }
    }

    private func exchange(
        _ settings: SyncSettings, _ folder: SyncFolder, _ state: inout SyncState, comparesAll: Bool,
        at now: WallTime
    ) throws(CommandError) -> SyncReport {
        guard folder.exists else {
            throw CommandError(
                .disk,
                localized(
                    "there is no directory %s; mount its disk, or choose another one with "
                        + "`jokectl sync on FOLDER`. Nothing was deleted", folder.path))
        }
        let library = try DaemonLibrary(context)
        let store = store
        var synchronizer = Synchronizer(
            library, folder: folder, machine: settings.machine, name: Self.machineName, state: state
        ) { state in
            var state = state
            (state.ranAt, state.problem) = (now, nil)
            try store.write(state)
        }
        do {
            try synchronizer.run(comparesAll: comparesAll, at: now)
        } catch {
            state = synchronizer.state
            switch error {
            case let error as CommandError: throw error
            case let error as SystemError: throw CommandError(.disk, Self.message(error))
            default: throw CommandError(.internal, "\(error)")
            }
        }
        if synchronizer.state.problem != nil {
            state = synchronizer.state
            (state.ranAt, state.problem) = (now, nil)
            try store.write(state)
        }
        return synchronizer.report
    }

    private static func message(_ error: SystemError) -> String {
        "\(error.path ?? localized("the folder")): \(error.reason) (\(error.operation))"
    }

    /// The name of this machine, for people.
    static var machineName: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "" }
        let bytes = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        return SanitizedText.word(String(decoding: bytes, as: UTF8.self), limit: 64) ?? ""
    }

    static var systemMark: String {
        let file = try? BoundedFile(reading: "/etc/machine-id", limit: 4_096)
        return SyncMachine.systemMark(file?.bytes ?? [])
    }

    // MARK: On, off, status

    /// The file that makes jokesd start sync, in its directory.
    private func trigger(_ data: String) -> String { "\(data)/\(SyncNames.trigger)" }

    /// Turns sync on. Returns whether systemd watches the folder.
    func turnOn(_ path: String) throws(CommandError) -> (folder: String, isWatched: Bool) {
        let status = try context.value(try context.ask(.daemonStatus), as: StatusResponse.self)
        guard let data = status.data else {
            throw CommandError(
                .protocolMismatch, localized("jokesd does not report its directory; update it"))
        }
        let former =
            try store.settings()
            ?? SyncSettings(folder: nil, machine: SyncMachine.newID(), system: Self.systemMark)
        let units = SyncUnits(context.environment).flatMap { $0.exist ? $0 : nil }
        let choice = SyncFolderChoice(
            home: context.environment["HOME"],
            ownDirectories: [data] + context.environment.ownDirectories,
            isForUnit: units != nil)
        let folder = try choice.create(path)
        if former.folder != folder { store.removeState() }
        var settings = former
        settings.folder = folder
        let trigger = trigger(data)
        do throws(CommandError) {
            try store.write(settings)
            try Self.create(trigger)
            try units?.turnOn(folder: folder, trigger: trigger)
        } catch {
            // Sync stays as it was.
            try? store.write(former)
            if former.folder == nil {
                unlink(trigger)
                try? units?.turnOff()
            }
            throw error
        }
        return (folder, units != nil)
    }

    private static func create(_ file: String) throws(CommandError) {
        let descriptor = open(file, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure(file) }
        close(descriptor)
    }

    /// Turns sync off. The files in the folder stay. Returns the folder, or nil if sync was off.
    func turnOff() throws(CommandError) -> String? {
        guard var settings = try store.settings(), let folder = settings.folder else {
            removeTrigger()
            return nil
        }
        try SyncUnits(context.environment)?.turnOff()
        settings.folder = nil
        try store.write(settings)
        store.removeState()
        removeTrigger()
        return folder
    }

    /// If jokesd cannot be reached, the file stays until `sync off` is run again. Until then, runs start after decisions,
    /// and do nothing.
    private func removeTrigger() {
        guard let result = try? context.ask(.daemonStatus),
            let data = try? context.value(result, as: StatusResponse.self).data
        else { return }
        unlink(trigger(data))
    }

    func status() throws(CommandError) -> SyncStatus {
        var status = SyncStatus(try store.settings(), store.state)
        if status.folder != nil, status.problem == nil { status.problem = store.stateProblem }
        return status
    }

    private static func failure(_ path: String) -> CommandError {
        CommandError(
            .disk, localized("%1$s cannot be created: %2$s", path, String(cString: strerror(errno))))
    }
}
