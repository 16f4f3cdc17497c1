// SPDX-License-Identifier: MIT
import JokeCommandLine
import JokeWire

extension Command {
    private static let verbose = Option("verbose", letter: "v", "also each connection and its counters")

    static let status = Command(
        "status", .daemon, "How jokesd does: version, files, sources",
        options: [verbose],
        details: [
            "In a pipe each line is a name and a value, separated by a tab; a source has a name of its own."
        ],
        examples: [
            Example("jokectl status", "is it well?"),
            Example("jokectl status --json | jq .sources", "the sources, for a script"),
        ]
    ) { (invocation, context) throws(CommandError) in
        let params: JSONObject = invocation.has(verbose) ? ["clients": true] : [:]
        try context.show(try context.ask(.daemonStatus, params), as: StatusResponse.self, Rendering.status)
        return .done
    }

    static let reload = Command(
        "reload", .daemon, "Read the configuration again",
        details: [
            "It holds as a whole or not at all: where something is wrong, that is said and all stays as it was. "
                + "`systemctl --user reload jokesd` does the same.",
            "In a pipe each line is a key and when its value holds: now, or restart.",
        ],
        examples: [Example("jokectl reload", "after an edit of config.jsonc")]
    ) { (_, context) throws(CommandError) in
        try context.show(try context.ask(.daemonReload), as: ReloadResponse.self, Rendering.reloaded)
        return .done
    }

    private static let force = Option("force", "replace the file, if it is there already")

    static let backup = Command(
        "backup", .daemon, "Copy all that jokesd keeps into a file",
        arguments: [Argument("FILE", .one, "where to put it", kind: .path)],
        options: [force],
        details: [
            "The copy is whole, whatever jokesd is doing meanwhile. It is an SQLite database, and for you alone.",
            "To go back to it: `systemctl --user stop jokesd.socket jokesd.service`, copy it over jokesd.sqlite in the "
                + "folder that `jokectl status` calls data, remove jokesd.sqlite-wal there if there is one, and start "
                + "jokesd.socket again.",
            "jokesd makes a copy by itself on each day on which something was decided, and keeps seven, in "
                + "the folder `backups` beside it.",
        ],
        examples: [
            Example("jokectl backup jokes.sqlite", "into this folder"),
            Example(
                "jokectl backup --force /mnt/stick/jokes.sqlite",
                "the same again, in the place of the older one"),
        ]
    ) { (invocation, context) throws(CommandError) in
        let path = invocation.arguments[0]
        // Open the file first, so that an existing file is reported before the backup is made.
        let file = try AtomicFileWriter(path, permissions: 0o600, replacing: invocation.has(force))
        let result = try context.ask(.daemonBackup, until: context.longPatience)
        let backup = try context.value(result, as: BackupFile.self)
        try file.append(contentsOf: backup.path)
        try file.finish()
        try context.show(result) { Rendering.backup(backup, at: path, $0) }
        return .done
    }

    static let doctor = Command(
        "doctor", .daemon, "What is wrong here, and what mends it",
        details: [
            "It looks at the socket, the versions, the units, the files and who may read them, the database and its backups, the "
                + "configuration, the sources, the translation, the notifications and the clock, and changes nothing.",
            "Ends with 1 where something is wrong, a jokesd that does not run included. In a pipe each finding is a line: the "
                + "subject, its kind, wrong or note, the words, and a command.",
        ],
        examples: [
            Example("jokectl doctor", "is all well?"),
            Example(
                "jokectl doctor --json | jq '.examinations[].findings[]'", "for a script, or a bug report"),
        ]
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
