// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeLinux
import JokeWire

extension DiagnosticCheck {
    static func socket(_ diagnostics: DiagnosticContext) -> [Finding] {
        var findings: [Finding] = []
        let file = FileFacts(diagnostics.socket)
        let end = diagnostics.socket.lastIndex(of: "/")
        let directory = end.flatMap { FileFacts(String(diagnostics.socket[..<$0])) }
        switch diagnostics.answer {
        case .success(let daemon):
            if let place = daemon.socket, place != diagnostics.socket {
                findings.append(
                    .note(
                        "socket-elsewhere",
                        localized(
                            "jokectl connects to %1$s, but jokesd listens at %2$s", diagnostics.socket, place)
                    ))
            }
        case .failure(let failure): findings.append(silence(failure, file, directory, diagnostics))
        }
        if let file, file.isSocket, file.isOurs, file.isOpenToOthers {
            findings.append(open("socket-open", file, "600"))
        }
        if let directory, directory.isDirectory, directory.isOpenToOthers, directory.isOurs,
            SocketPath.isForJokesd(directory: directory.path, userID: geteuid())
        {
            // Before the cure that starts jokesd, which refuses such a directory.
            findings.insert(open("socket-folder-open", directory, "700"), at: 0)
        }
        return findings
    }

    /// Says that jokesd runs or is active although no program listens at `path`, or what is there instead of its socket.
    /// Returns nil if neither is so. A start would then fail, or change nothing.
    static func strayDaemon(at path: String, _ environment: Environment) -> String? {
        let diagnostics = DiagnosticContext(
            environment: environment, socket: path, answer: .failure(CommandError(.unreachable, "")))
        return socket(diagnostics).first {
            ["daemon-elsewhere", "socket-missing", "socket-taken"].contains($0.kind)
        }?.message
    }

    private static func silence(
        _ failure: CommandError, _ file: FileFacts?, _ directory: FileFacts?, _ diagnostics: DiagnosticContext
    ) -> Finding {
        let unit = diagnostics.unit
        let isUnit = unit?.isInstalled ?? false
        let isAbsent = failure.exitCode == .unreachable && file == nil
        let process = isAbsent ? diagnostics.storeUser : nil
        let elsewhere = process.flatMap { process in
            DiagnosticContext.sockets(of: process).first.map { (process: process, socket: $0) }
        }
        // Examines the jokesd at the default socket instead.
        let usual = "env -u JOKESD_SOCKET jokectl doctor"
        if let elsewhere, !diagnostics.isElsewhere, unit?.isActive != true {
            let socket = elsewhere.socket.shellWord
            return .note(
                "daemon-elsewhere",
                localized(
                    "jokesd runs (process %1$s) and listens at %2$s, not at %3$s; `jokectl --socket %4$s` connects to it",
                    "\(elsewhere.process)", elsewhere.socket, diagnostics.socket, socket),
                mend: "jokectl --socket \(socket) doctor")
        }
        switch failure.exitCode {
        // The units name it.
        case .unreachable
        where !diagnostics.isElsewhere
            && UnitFacts("jokesd.service", diagnostics.environment)?.startFailure != nil:
            return .note("daemon-absent", failure.message)
        case .unreachable where file?.isSocket == true:
            return .wrong(
                "socket-stale",
                localized("no program listens at %s, which is left over", diagnostics.socket),
                mend: "rm \(diagnostics.socket.shellWord)"
                    + (isUnit ? "; systemctl --user restart jokesd.socket" : ""))
        case .unreachable where file != nil:
            return .wrong(
                "socket-taken",
                localized("%s is no socket, so jokesd cannot listen there", diagnostics.socket),
                mend: diagnostics.isElsewhere ? usual : moveAway(diagnostics.socket))
        case .unreachable where process != nil || unit?.isActive == true:
            return .wrong(
                "socket-missing",
                process.map {
                    localized(
                        "no program listens at %1$s, although jokesd runs (process %2$s); the socket was removed, or "
                            + "jokesd listens elsewhere", diagnostics.socket, "\($0)")
                }
                    ?? localized(
                        "no program listens at %s, although jokesd.socket is active; the socket was removed, or jokesd "
                            + "listens elsewhere", diagnostics.socket),
                mend: isUnit
                    ? "systemctl --user stop jokesd.service; systemctl --user restart jokesd.socket"
                    : diagnostics.isElsewhere ? usual : diagnostics.start)
        case .unreachable where diagnostics.isElsewhere && directory?.isProtected != true:
            return .wrong(
                "daemon-absent",
                localized(
                    "no program listens at %s, and jokesd can only in a directory to which nobody else may write",
                    diagnostics.socket),
                mend: usual)
        case .unreachable:
            return .wrong(
                "daemon-absent",
                localized("jokesd does not run; no program listens at %s", diagnostics.socket),
                mend: unit?.isMasked == true
                    ? unmask("jokesd.socket")
                    : isUnit
                        ? "systemctl --user enable --now jokesd.socket jokesd-fetch.socket"
                        : diagnostics.start)
        case .notPermitted:
            return .wrong("socket-foreign", failure.message, mend: "ls -l \(diagnostics.socket.shellWord)")
        default:
            return .wrong(
                "daemon-silent", failure.message,
                mend: SocketPath.fits(diagnostics.socket) ? diagnostics.start : usual)
        }
    }

    /// Returns the command that gives a file another name.
    static func moveAway(_ path: String) -> String { "mv \(path.shellWord) \("\(path).other".shellWord)" }

    /// Returns a finding about a file that other users may access.
    static func open(_ kind: String, _ file: FileFacts, _ mode: String) -> Finding {
        .wrong(
            kind, localized("%1$s is accessible to other users (mode %2$s)", file.path, file.mode),
            mend: "chmod \(mode) \(file.path.shellWord)")
    }

    /// Says that the settings of sync are damaged, so that it does not run.
    static func sync(_ diagnostics: DiagnosticContext) -> [Finding] {
        guard let store = try? SyncStore(diagnostics.environment) else { return [] }
        do throws(CommandError) { _ = try store.settings() } catch {
            return [.wrong("sync-damaged", error.message, mend: "rm \(store.settingsPath.shellWord)")]
        }
        return []
    }

    static func files(_ diagnostics: DiagnosticContext) -> [Finding] {
        var findings: [Finding] = []
        if let daemon = diagnostics.daemon?.data, let usual = diagnostics.usualData, daemon != usual {
            findings.append(
                .note(
                    "data-elsewhere",
                    localized(
                        "jokesd stores its data in %1$s; the default in this environment is %2$s", daemon,
                        usual)))
        }
        let secrets = diagnostics.configuration.map { "\($0)/secrets" }
        let backups = diagnostics.data.map { "\($0)/backups" }
        for path in [diagnostics.data, backups, diagnostics.cache, diagnostics.state, secrets].compactMap({
            $0
        }) {
            guard let directory = FileFacts(path), directory.isDirectory else {
                // A file in the place of the data directory is in that of the backups, too.
                if let finding = obstacle(to: path), !findings.contains(where: { $0.fix == finding.fix }) {
                    findings.append(finding)
                }
                continue
            }
            findings += strange(directory, 0o700, "folder-open")
            for name in ((try? Directory.names(in: path)) ?? []) {
                guard let file = FileFacts("\(path)/\(name)"), !file.isDirectory else { continue }
                findings +=
                    path == secrets
                    ? strange(file, 0o600, "secret-open", needing: 0o400) : strange(file, 0o600, "file-open")
                findings += left(file, name, diagnostics)
            }
        }
        return findings
    }

    /// Reports a file in the place of a directory that jokesd needs, or of one that contains it.
    private static func obstacle(to directory: String) -> Finding? {
        let ends =
            directory.indices.filter { directory[$0] == "/" && $0 > directory.startIndex } + [
                directory.endIndex
            ]
        for path in ends.map({ String(directory[..<$0]) }) {
            guard let file = FileFacts(path, followingLinks: true) else { return nil }
            if file.isDirectory { continue }
            return .wrong(
                "folder-taken",
                localized("%1$s is not a directory, so jokesd cannot use %2$s", path, directory),
                mend: moveAway(path))
        }
        return nil
    }

    /// Reports the owner and the mode of a file or directory.
    ///
    /// - Parameters:
    ///   - mode: The mode that it should have.
    ///   - kind: The kind of the finding if other users may access it.
    ///   - needed: The permissions that jokesd needs; nil if it needs all of `mode`.
    private static func strange(
        _ file: FileFacts, _ mode: mode_t, _ kind: String, needing needed: mode_t? = nil
    ) -> [Finding] {
        guard file.isOurs else {
            return [
                .wrong(
                    "file-foreign", localized("%s belongs to another user", file.path),
                    mend: "sudo chown \"$USER\" \(file.path.shellWord)")
            ]
        }
        let octal = String(mode, radix: 8)
        if !file.permits(needed ?? mode) {
            return [
                .wrong(
                    file.isDirectory ? "folder-closed" : "file-closed",
                    needed == nil
                        ? localized("jokesd cannot read and write %1$s (mode %2$s)", file.path, file.mode)
                        : localized("jokesd cannot read %1$s (mode %2$s)", file.path, file.mode),
                    mend: "chmod \(octal) \(file.path.shellWord)")
            ]
        }
        return file.isOpenToOthers ? [open(kind, file, octal)] : []
    }

    /// Reports files that a killed program left unfinished, and damaged files that jokesd moved aside.
    private static func left(
        _ file: FileFacts, _ name: String, _ diagnostics: DiagnosticContext
    ) -> [Finding] {
        let remove = "rm \(file.path.shellWord)"
        if name.hasPrefix("damaged") {
            if file.isEmpty || name.hasSuffix("-shm") {
                return [
                    .note(
                        "file-damaged",
                        localized(
                            "%s was moved aside with a damaged database, and has no decisions", file.path),
                        mend: remove)
                ]
            }
            return [
                diagnostics.daemon?.restoration?.hasAllOf(file.path) == true
                    ? .note(
                        "file-damaged",
                        localized(
                            "%s is a damaged database that jokesd moved aside, and whose decisions it has all",
                            file.path), mend: remove)
                    : .note(
                        "file-damaged",
                        localized(
                            "%s is a damaged database that jokesd moved aside; it may have decisions that are nowhere "
                                + "else", file.path))
            ]
        }
        let isUnfinished = name.hasSuffix(".unfinished") || name.mentions(".jokectl-")
        guard isUnfinished, file.age > 3_600 else { return [] }
        return [
            .wrong(
                "file-unfinished", localized("%s is an incomplete file that is left over", file.path),
                mend: remove)
        ]
    }
}

extension StoreRecovery {
    /// Whether the store has all decisions of a file that was moved aside: the damaged database, or its log.
    fileprivate func hasAllOf(_ path: String) -> Bool {
        let database = damaged.hasSuffix("-wal") ? String(damaged.dropLast(4)) : damaged
        return unreadable == 0 && path.hasPrefix(database)
    }
}

/// The properties of a file.
struct FileFacts {
    let path: String
    private let status: stat

    /// Returns nil if the path does not exist.
    init?(_ path: String, followingLinks: Bool = false) {
        var status = stat()
        guard (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
        (self.path, self.status) = (path, status)
    }

    /// Returns the target of a symbolic link, or nil if the path is none.
    static func link(at path: String) -> String? {
        var target = [CChar](repeating: 0, count: 4_096)
        let count = readlink(path, &target, target.count)
        guard count > 0 else { return nil }
        return String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private var type: mode_t { status.st_mode & S_IFMT }
    var isRegular: Bool { type == S_IFREG }
    var isSocket: Bool { type == S_IFSOCK }
    var isDirectory: Bool { type == S_IFDIR }
    /// Whether users other than its owner may access the file.
    var isOpenToOthers: Bool { status.st_mode & 0o077 != 0 && type != S_IFLNK }
    /// Whether it belongs to the user, and no other user may write to it.
    var isProtected: Bool { isOurs && status.st_mode & 0o022 == 0 }
    /// Whether its mode has all of these permissions.
    func permits(_ permissions: mode_t) -> Bool {
        type == S_IFLNK || status.st_mode & permissions == permissions
    }
    var inode: UInt { status.st_ino }
    /// Whether no program has written or replaced the file since `other` was read.
    func isSame(as other: FileFacts) -> Bool {
        inode == other.inode && status.st_mtim.tv_sec == other.status.st_mtim.tv_sec
            && status.st_mtim.tv_nsec == other.status.st_mtim.tv_nsec
    }
    var isEmpty: Bool { status.st_size == 0 }
    var isOurs: Bool { status.st_uid == geteuid() }
    /// The permissions in octal, such as `755`.
    var mode: String { String(status.st_mode & 0o7777, radix: 8) }
    /// The time since the last modification, in seconds.
    var age: Int { time(nil) &- status.st_mtim.tv_sec }
}
