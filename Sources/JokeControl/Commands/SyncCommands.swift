// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

extension Command {
    private static let reportMembers: [ValueSchema.Member] = [
        .init("written", .integer), .init("added", .integer), .init("updated", .integer),
        .init("skipped", .integer),
    ]

    static let syncOn = Command(
        "sync on", .daemon, "Sync the library with other machines through a folder",
        arguments: [
            Argument(
                "FOLDER", .one, "a folder that Syncthing, Nextcloud, git or another program carries",
                kind: .path)
        ],
        details: [
            "Each machine writes files of its own into the folder, and reads those of the others. What travels is "
                + "the library: saved, deleted and disliked jokes, edits and jokes of your own. The newest decision "
                + "about a joke counts. It is newer than all that its machine knew, even if the clock is wrong. If "
                + "the folder is emptied or missing, nothing is deleted.",
            "The folder is created if it does not exist. systemd starts sync after a decision and after a change in "
                + "the folder. Without it, jokesd starts sync after decisions; run `jokectl sync now` to read what "
                + "came. docs/sync.md has the details, and what can go wrong.",
        ],
        examples: [Example("jokectl sync on ~/Sync/jokesd", "sync through a folder of Syncthing")],
        result: { _ in
            .object([.init("folder", .string), .init("watched", .boolean)] + reportMembers)
        }
    ) { (invocation, context) throws(CommandError) in
        let sync = try SyncRun(context)
        let lock = try sync.lock()
        let (folder, isWatched) = try sync.turnOn(invocation.arguments.first ?? "")
        let report: SyncReport
        do throws(CommandError) {
            report = try sync.run(comparesAll: true)
        } catch {
            throw CommandError(
                error.exitCode,
                localized(
                    "sync is on, but this run failed; the next one tries again: %s", error.message))
        }
        _ = consume lock
        var result: JSONObject = ["folder": .string(folder), "watched": .bool(isWatched)]
        for member in report.members { result.append(member.name, member.value) }
        try context.show(.object(result)) {
            Rendering.syncOn(folder: folder, isWatched: isWatched, report, $0)
        }
        return .done
    }

    static let syncOff = Command(
        "sync off", .daemon, "Stop syncing the library",
        details: [
            "The library stays, and so do the files in the folder. You may delete them if no other machine needs "
                + "them."
        ],
        exitStatus: "0 if sync was on, 1 if it was off",
        examples: [Example("jokectl sync off", "keep the library on this machine only")],
        result: { _ in .object([.init("folder", .nullable(.string))]) }
    ) { (_, context) throws(CommandError) in
        let sync = try SyncRun(context)
        let lock = try sync.lock()
        let folder = try sync.turnOff()
        _ = consume lock
        try context.show(["folder": folder.map { .string($0) } ?? .null]) { Rendering.syncOff(folder, $0) }
        return folder == nil ? .no : .done
    }

    static let syncStatus = Command(
        "sync status", .daemon, "Show which machines sync the library",
        details: [
            "For each other machine, it shows how many records were read and when the last one came, and what "
                + "could not be read. The files of a machine begin with its id. In a pipe, each line of a machine has "
                + "its id, name, records, time, damaged records, and what is wrong with its files (`newer`, `unreadable`, "
                + "`missing`), separated by tabs."
        ],
        exitStatus: "0 if sync works, 1 if it is off or the last run failed",
        examples: [Example("jokectl sync status", "see whether the other machine is up to date")],
        result: { _ in SyncStatus.schema }
    ) { (_, context) throws(CommandError) in
        let status = try SyncRun(context).status()
        try context.show(status.json) { Rendering.syncStatus(status, $0) }
        return status.folder != nil && status.problem == nil ? .done : .no
    }

    private static let changes = Option(
        "changes", "exchange only what changed since the last run, as systemd does")

    static let syncNow = Command(
        "sync now", .daemon, "Exchange changes with the folder",
        options: [changes],
        details: [
            "It writes what this library has and no file in the folder, and imports what the files have and this "
                + "library has not. Use it for a folder whose changes the kernel does not report, such as one on a "
                + "network file system."
        ],
        examples: [Example("jokectl sync now", "read what other machines wrote")],
        result: { _ in .object(reportMembers) }
    ) { (invocation, context) throws(CommandError) in
        let sync = try SyncRun(context)
        let lock = try sync.lock()
        let report = try sync.run(comparesAll: !invocation.has(changes))
        _ = consume lock
        guard context.isRaw || !context.appearance.isQuiet else { return .done }
        try context.show(.object(report.members)) { Rendering.synced(report, $0) }
        return .done
    }
}

extension SyncReport {
    fileprivate var members: JSONObject {
        [
            "written": .integer(written), "added": .integer(merge.added), "updated": .integer(merge.updated),
            "skipped": .integer(merge.skipped),
        ]
    }
}
