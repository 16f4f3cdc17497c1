// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

extension Command {
    private static let verbose = Option("verbose", letter: "v", "also show each connection and its counters")

    static let status = Command(
        "status", .daemon, "Show the state of jokesd",
        options: [verbose],
        details: [
            "It shows the version, the files, the queue, the sources and the last error. In a pipe, each "
                + "line is a name and a value, separated by a tab; the line of a source has the name of "
                + "the source between them."
        ],
        examples: [
            Example("jokectl status", "show the version, the files and the sources"),
            Example("jokectl status --json | jq .sources", "print the sources as JSON"),
        ],
        result: { _ in StatusResponse.schema }
    ) { (invocation, context) throws(CommandError) in
        let params: JSONObject = invocation.has(verbose) ? ["clients": true] : [:]
        try context.show(try context.ask(.daemonStatus, params), as: StatusResponse.self, Rendering.status)
        return .done
    }

    static let reload = Command(
        "reload", .daemon, "Read the configuration again",
        details: [
            "If the configuration has an error, jokesd reports it and keeps the configuration that it has. "
                + "`systemctl --user reload jokesd` does the same.",
            "In a pipe, each line is a key and when its value takes effect: now, restart, or overridden "
                + "(by `jokectl sources enable` or `disable`). A pack with new jokes or a problem has a line with its "
                + "name, the word pack, the number of new jokes and the problem.",
        ],
        examples: [Example("jokectl reload", "apply an edit of config.jsonc")],
        result: { _ in ReloadResponse.schema }
    ) { (_, context) throws(CommandError) in
        try context.show(try context.ask(.daemonReload), as: ReloadResponse.self, Rendering.reloaded)
        return .done
    }

    static let stop = Command(
        "stop", .daemon, "Stop jokesd",
        details: [
            "Every joke and decision is kept. The next command of jokectl starts jokesd again; status bars wait for that."
        ],
        exitStatus: "0 if jokesd has stopped, 1 if it did not run",
        examples: [Example("jokectl stop", "stop jokesd until the next command")],
        result: { _ in .object([.init("stopped", .boolean)]) }
    ) { (_, context) throws(CommandError) in
        let isStopped = try context.withoutStart.stopDaemon()
        try context.show(["stopped": .bool(isStopped)]) { Rendering.stopped(isStopped, $0) }
        return isStopped ? .done : .no
    }

    static let force = Option("force", "replace the file if it exists")

    static let backup = Command(
        "backup", .daemon, "Copy the database of jokesd to a file",
        arguments: [Argument("FILE", .one, "the file to write", kind: .path)],
        options: [force],
        details: [
            "The copy is consistent even if jokesd is in use. It is an SQLite database, and only you can read it.",
            "To restore it: run `systemctl --user stop jokesd.socket jokesd.service` (without systemd `jokectl stop`), "
                + "copy it over jokesd.sqlite in the data directory that `jokectl status` shows, remove "
                + "jokesd.sqlite-wal there if it exists, and run `systemctl --user start jokesd.socket` (without "
                + "systemd the next command starts jokesd).",
            "jokesd itself makes a backup on each day with a decision, and keeps seven of them in the "
                + "directory `backups` of the data directory.",
        ],
        examples: [
            Example("jokectl backup jokes.sqlite", "copy to a file in this directory"),
            Example(
                "jokectl backup --force /mnt/stick/jokes.sqlite",
                "replace an older copy"),
        ],
        result: { _ in BackupFile.schema }
    ) { (invocation, context) throws(CommandError) in
        let path = invocation.arguments[0]
        // Open the file first, so that an existing file is reported before the backup is made.
        let file = try OutputFile(path, permissions: 0o600, replacing: invocation.has(force))
        let result = try context.ask(.daemonBackup, until: context.longPatience)
        let backup = try context.value(result, as: BackupFile.self)
        try file.append(contentsOf: backup.path)
        try file.finish()
        try context.show(result) { Rendering.backup(backup, at: path, $0) }
        return .done
    }

    static let doctor = Command(
        "doctor", .daemon, "Find problems and suggest fixes",
        details: [
            "It checks the socket, the versions, the units, the files and their permissions, the database "
                + "and its backups, the configuration, the sources, the translation, the notifications and "
                + "the clock. It starts jokesd if it does not run; with --no-start it leaves out what only jokesd knows. "
                + "It changes nothing else.",
            "In a pipe, each finding is a line with five fields, separated by tabs: the subject, the kind, "
                + "`wrong` or `note`, the message and a command.",
        ],
        exitStatus: "0 if nothing is wrong, 1 if a check finds a problem, such as a jokesd that does not run",
        examples: [
            Example("jokectl doctor", "find problems"),
            Example(
                "jokectl doctor --json | jq '.examinations[].findings[]'",
                "print the findings for a bug report"),
        ],
        result: { _ in
            .object([
                .init("well", .boolean), .init("version", .string), .init("examinations", .array(of: .any)),
            ])
        }
    ) { (_, context) throws(CommandError) in
        let examinations = DiagnosticCheck.all(DiagnosticContext(context))
        let isWell = !examinations.contains(where: \.isWrong)
        let result: JSON = [
            "well": .bool(isWell), "version": .string(Version.program),
            "examinations": .array(examinations.map(\.json)),
        ]
        try context.show(result) { Rendering.examinations(examinations, $0) }
        return isWell ? .done : .no
    }
}
