// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeLinux

/// The choice of a folder for sync.
struct SyncFolderChoice {
    /// The home directory, or nil.
    var home: String?
    /// Directories of jokesd itself.
    var ownDirectories: [String]
    /// Whether the folder must be visible to the unit, which has a `/tmp` of its own.
    var isForUnit: Bool

    /// Creates the folder with its parents, and returns its absolute path without symbolic links.
    func create(_ path: String) throws(CommandError) -> String {
        try Self.check(path)
        // A place that is refused is not created. The one that was created may be another one by a symbolic link.
        if let planned = try Self.planned(path) { try checkPlace(planned) }
        Directory.makeParents(of: path, mode: 0o777)
        mkdir(path, 0o700)
        guard let folder = try Self.resolved(path) else {
            throw CommandError(
                .disk, localized("%1$s cannot be created: %2$s", path, String(cString: strerror(errno))))
        }
        try checkPlace(folder)
        guard access(folder, R_OK | W_OK | X_OK) == 0, SyncFolder(folder).exists else {
            throw CommandError(.usage, localized("%s is not a directory that you can write to", folder))
        }
        return folder
    }

    private static func check(_ path: String) throws(CommandError) {
        guard path.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw CommandError(
                .usage,
                localized("the name '%s' has a control character, which a unit of systemd cannot name", path))
        }
        // A byte that is not UTF-8 became this character when the arguments were read.
        guard !path.unicodeScalars.contains("\u{FFFD}") else { throw notUTF8(path) }
        guard !path.hasPrefix("~") else {
            throw CommandError(
                .usage,
                localized("the shell did not replace the ~ in '%s'; leave out the quotes around it", path))
        }
    }

    private static func notUTF8(_ path: String) -> CommandError {
        CommandError(.usage, localized("the path of the folder is not UTF-8: %s", path))
    }

    /// Returns a path without symbolic links, or nil with an `errno` if it does not exist.
    private static func resolved(_ path: String) throws(CommandError) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        guard let text = String(validatingCString: resolved) else { throw notUTF8(path) }
        return text
    }

    /// Returns the path that a folder will have, from its nearest parent that exists, or nil if that cannot be told.
    private static func planned(_ path: String) throws(CommandError) -> String? {
        let names = path.split(separator: "/", omittingEmptySubsequences: true)
        guard !names.contains("..") else { return nil }
        for count in (0...names.count).reversed() {
            let parent = (path.hasPrefix("/") ? "/" : "./") + names.prefix(count).joined(separator: "/")
            guard let parent = try resolved(parent) else { continue }
            let rest = names.dropFirst(count).map { "/\($0)" }.joined()
            return parent == "/" && !rest.isEmpty ? rest : parent + rest
        }
        return nil
    }

    /// Refuses places whose files have another purpose.
    private func checkPlace(_ folder: String) throws(CommandError) {
        var others: [String] = []
        for path in ownDirectories { if let place = try Self.planned(path) { others.append(place) } }
        if others.contains(where: { Self.contains($0, folder) }) {
            throw CommandError(
                .usage, localized("%s is a directory of jokesd itself; choose another folder", folder))
        }
        if let home, let home = try Self.resolved(home) { others.append(home) }
        if folder == "/" || others.contains(where: { Self.contains(folder, $0) }) {
            throw CommandError(
                .usage,
                localized(
                    "the program that carries the folder would carry all of %s; choose a folder in it, such as "
                        + "`~/Sync/jokesd`", folder))
        }
        if isForUnit, ["/tmp", "/var/tmp"].contains(where: { Self.contains($0, folder) }) {
            throw CommandError(
                .usage,
                localized(
                    "jokesd-sync.service cannot see %s; choose a folder outside of /tmp and /var/tmp", folder)
            )
        }
    }

    /// Whether a directory is a path or has it below it.
    private static func contains(_ directory: String, _ path: String) -> Bool {
        path == directory || path.hasPrefix(directory == "/" ? directory : directory + "/")
    }
}

extension Environment {
    /// The directories of jokesd for the configuration, states, the cache and the socket.
    var ownDirectories: [String] {
        let parents = [
            baseDirectory("XDG_CONFIG_HOME", ".config"), baseDirectory("XDG_STATE_HOME", ".local/state"),
            baseDirectory("XDG_CACHE_HOME", ".cache"), self["XDG_RUNTIME_DIR"],
        ]
        return parents.compactMap { $0.map { "\($0)/jokesd" } }
    }
}
