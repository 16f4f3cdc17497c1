// SPDX-License-Identifier: MIT
import JokeWire

extension Command {
    private static let force = Flag("force", "replace the file, if it is there already")

    static let backup = Command(
        "backup", "Copy all that jokesd keeps into a file",
        arguments: [Argument("FILE", .one, "where to put it", values: .files)],
        flags: [force],
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
    ) { (invocation, session) throws(Failure) in
        let path = invocation.arguments[0]
        // What is in the way is better known before the work.
        let file = try NewFile(path, permissions: 0o600, replacing: invocation.has(force))
        let result = try session.ask(.daemonBackup, until: session.longPatience)
        let backup = try session.value(result, as: BackupFile.init(json:at:))
        try file.append(contentsOf: backup.path)
        try file.finish()
        try session.show(result) { Rendering.backup(backup, at: path, $0) }
        return .done
    }
}
