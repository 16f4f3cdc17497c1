// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeLinux
import JokeWire

extension DiagnosticCheck {
    static func version(_ diagnostics: DiagnosticContext) -> [Finding] {
        guard let daemon = diagnostics.daemon else { return [] }
        var findings: [Finding] = []
        let restart = diagnostics.start
        if let version = daemon.version, version != Version.program {
            findings.append(
                .wrong(
                    "version-differs",
                    localized("jokesd is %1$s, and jokectl %2$s", version, Version.program),
                    mend: restart))
        }
        if let version = daemon.protocolVersion, version != Version.protocolVersion {
            findings.append(
                .wrong(
                    "protocol-differs",
                    localized(
                        "jokesd speaks version %1$s of the protocol, and jokectl %2$s", "\(version)",
                        "\(Version.protocolVersion)"),
                    mend: restart))
        }
        if let process = daemon.process,
            DiagnosticContext.program(of: process)?.hasSuffix(" (deleted)") == true
        {
            findings.append(
                .wrong(
                    "program-replaced",
                    localized("jokesd was replaced on the disk while it runs"),
                    mend: restart))
        }
        return findings
    }

    /// The free space, in bytes, below which a disk counts as full.
    package static let leastFree = 64 << 20

    static func database(_ diagnostics: DiagnosticContext) -> [Finding] {
        guard let directory = diagnostics.data, FileFacts(directory) != nil else { return [] }
        var findings: [Finding] = []
        // The files of a source may have failed instead.
        if let error = diagnostics.daemon?.error, error.kind == "storage",
            !(diagnostics.daemon?.sources ?? []).contains(where: {
                $0.message == error.message && !$0.isOfStore
            })
        {
            findings.append(.wrong("store-failed", error.message))
        }
        if let recovery = diagnostics.daemon?.restoration {
            let report = "\(directory)/restoration.json"
            findings.append(.note("store-restored", recovery.message, mend: "rm \(report.shellWord)"))
        }
        let space = space(in: directory)
        let path = "\(directory)/jokesd.sqlite"
        findings += space + [strangeness(of: path, diagnostics)].compactMap { $0 }
        let backups = (try? Directory.names(in: "\(directory)/backups")) ?? []
        // Without a log and backups, there was no database before.
        if FileFacts(path) == nil,
            diagnostics.daemon != nil || FileFacts("\(path)-wal") != nil || !backups.isEmpty
        {
            findings.append(
                .wrong(
                    "database-missing",
                    localized(
                        "%s is missing; at its start jokesd replaces it by the newest good backup", path),
                    mend: diagnostics.start))
        }
        return findings
    }

    package static func space(in directory: String, least: Int = leastFree) -> [Finding] {
        var facts = statvfs()
        // Some virtual file systems report no blocks and so no size.
        guard statvfs(directory, &facts) == 0, facts.f_blocks > 0 else { return [] }
        let free = Int(clamping: facts.f_bavail).multipliedReportingOverflow(
            by: Int(clamping: facts.f_frsize))
        guard !free.overflow, free.partialValue < least else { return [] }
        return [
            .wrong(
                "disk-full",
                localized(
                    "only %1$s MiB are free on the file system of %2$s; free some space there",
                    "\(free.partialValue >> 20)", directory))
        ]
    }

    /// Reports something in the place of the database that its beginning shows not to be one of this jokesd.
    private static func strangeness(of path: String, _ diagnostics: DiagnosticContext) -> Finding? {
        let files = ["", "-wal", "-shm", "-journal"].map { path + $0 }
        if let obstacle = files.first(where: { FileFacts($0)?.isRegular == false }) {
            if FileFacts.link(at: obstacle) != nil {
                return .wrong(
                    "database-linked",
                    localized("%s is a symbolic link, but jokesd needs the file itself there", obstacle),
                    mend:
                        "mv \"$(realpath \(obstacle.shellWord))\" \(obstacle.shellWord) && \(diagnostics.start)"
                )
            }
            return .wrong(
                "database-foreign",
                FileFacts(obstacle)?.isDirectory == true
                    ? localized("%s is a directory, but jokesd needs a file there", obstacle)
                    : localized("%s is no regular file, but jokesd needs a file there", obstacle),
                mend: moveAway(obstacle))
        }
        guard let header = try? BoundedFile.head(of: path, limit: 100).file.bytes, !header.isEmpty else {
            return nil
        }
        // SQLite's manual, "Database File Format", section 1.3.
        guard header.count == 100, header.starts(with: "SQLite format 3\0".utf8) else {
            return .wrong(
                "database-damaged",
                localized(
                    "%s is no database; at its start jokesd replaces it by the newest good backup", path),
                mend: diagnostics.start)
        }
        func number(at offset: Int) -> UInt32 {
            header[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
        let (layoutChanges, version, application) = (number(at: 40), number(at: 60), number(at: 68))
        // `joke` in ASCII, and 0 for a database without tables.
        guard application == 0x6A6F_6B65 || application == 0 && layoutChanges == 0 else {
            return .wrong(
                "database-foreign", localized("%s is a database of another program", path),
                mend: moveAway(path))
        }
        guard application != 0, version > Version.database else { return nil }
        return .wrong(
            "database-newer",
            localized(
                "%1$s was written by a newer jokesd (layout %2$s, this one knows %3$s); install that version again",
                path, "\(version)", "\(Version.database)"))
    }

    static func configuration(_ diagnostics: DiagnosticContext) -> [Finding] {
        let broken = brokenFiles(diagnostics)
        guard broken.isEmpty, diagnostics.daemon?.configurationError != nil else { return broken }
        return [
            .wrong(
                "configuration-refused",
                localized(
                    "jokesd uses an older configuration, because the files had an error; they are correct now"
                ),
                mend: "jokectl reload")
        ]
    }

    /// Checks the configuration with `jokesd --check-config`.
    private static func brokenFiles(_ diagnostics: DiagnosticContext) -> [Finding] {
        guard let answer = diagnostics.result(of: "jokesd", "--check-config") else {
            return [
                .note(
                    "unread", localized("the configuration was not checked, because jokesd is not in PATH"))
            ]
        }
        guard answer.status != .exited(0) else { return [] }
        let words = answer.errors.map { $0.hasPrefix("jokesd: ") ? String($0.dropFirst(8)) : $0 }
        let problems = words.filter { !$0.hasPrefix("correct this") }
        return problems.map { problem in
            // A diagnostic has the form `FILE:LINE:COLUMN: MESSAGE`.
            let file = problem.split(separator: ":").first.map(String.init) ?? ""
            let check = "jokesd --check-config"
            let edit =
                file.hasPrefix("/")
                ? "\(diagnostics.environment.editor.command) \(file.shellWord); \(diagnostics.daemon == nil ? check : "jokectl reload")"
                : check
            return .wrong("configuration-broken", problem, mend: edit)
        }
    }

    static func sources(_ diagnostics: DiagnosticContext) -> [Finding] {
        guard let sources = diagnostics.daemon?.sources else { return [] }
        // The values of a configuration that could not be read are unknown.
        let configured = diagnostics.daemon?.configurationError == nil ? sources : []
        let overridden = configured.compactMap { source in
            source.overrideNote.map {
                Finding.note(
                    "source-overridden", localized("%1$s is %2$s", source.name, $0),
                    mend: "jokectl sources reset \(source.name.shellArgument)")
            }
        }
        let used = sources.filter(\.isEnabled)
        guard !used.isEmpty else {
            return overridden + [
                .wrong(
                    "no-source", localized("no source is enabled, so there are no new jokes"),
                    mend: "jokectl sources enable builtin")
            ]
        }
        return overridden
            + used.compactMap { source in
                let message = source.message.map { TerminalText.trimmingFullStop($0) }
                let words = [message, source.advice].compactMap { $0 }
                let next = source.untoldRetry.map { localized("; the next try is at %s", $0) } ?? ""
                let text =
                    "\(source.name): \(Rendering.list(words.isEmpty ? [SourceStatus.word(for: source.state)] : words, separator: "; "))"
                switch (source.state, source.error?.kind) {
                // The filter does what the user configured.
                case (_, "filtered"): return .note("source-filtered", text)
                // The check of the database reports it.
                case ("failing", _) where source.isOfStore: return nil
                // The check of the units reports it.
                case _ where source.message.flatMap(StartFailure.fetcherName) != nil: return nil
                // The error of a source that rests, and has not failed, is that it rests.
                case ("limited", _), ("spent", nil), ("spent", "rate_limited"), ("exhausted", _),
                    ("resting", _):
                    return .note("source-rests", text + next)
                case ("failing", _), ("open", _), ("spent", _):
                    return .wrong(
                        "source-fails", text + next,
                        mend: source.isLocal ? nil : "jokectl sources disable \(source.name.shellArgument)")
                default: return message.map { _ in .note("source-lines", text) }
                }
            }
    }

    /// Reports each file of an enabled source that jokesd-fetch cannot see.
    static func hiddenPrograms(_ diagnostics: DiagnosticContext) -> [Finding] {
        let used = (diagnostics.daemon?.sources ?? []).filter(\.isEnabled).map(\.name)
        guard diagnostics.hasSandbox, let sandbox = FetchSandbox(diagnostics.environment),
            let files = try? sandbox.namedFiles()
        else {
            return []
        }
        return sandbox.hidden(files.filter { used.contains($0.source) }).map { file in
            .wrong(
                "source-hidden",
                localized("%1$s: jokesd-fetch cannot read %2$s", file.source, file.path),
                mend: "jokectl sources allow")
        }
    }
}

extension SourceStatus {
    /// The time of the next try, or nil if the message tells it. That of a spent budget says "after midnight".
    fileprivate var untoldRetry: String? {
        retryAt.flatMap { $0 == budget?.renewsAt || message?.mentions($0) == true ? nil : $0 }
    }
}
