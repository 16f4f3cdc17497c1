// SPDX-License-Identifier: MIT
import Glibc
import JokeSystem

/// What the process was started with, read once; tests build it from a dictionary.
package struct Environment: Sendable, Equatable {
    package let variables: [String: String]
    package let userID: UInt32
    /// The user's home directory, absolute, without a slash at its end.
    package let home: String

    /// `$HOME` where it is absolute, else `passwordHome`, the one of the user database.
    package init(_ variables: [String: String], userID: UInt32, passwordHome: String? = nil) {
        self.variables = variables
        self.userID = userID
        let homes = [variables["HOME"], passwordHome].compactMap { $0 }
        home = Self.trimmed(homes.first { $0.hasPrefix("/") } ?? "/")
    }

    /// The process's own environment. To be called before there are threads: getenv(3) and getpwuid(3) are not
    /// safe beside setenv(3).
    package static func ofProcess() -> Environment {
        let variables = ProcessEnvironment.variables
        let userID = getuid()
        // The user database is asked only where it is needed: with NSS that may mean loading a library.
        let passwordHome = variables["HOME"] == nil ? homeInUserDatabase(of: userID) : nil
        return Environment(variables, userID: userID, passwordHome: passwordHome)
    }

    /// A variable that is set and not empty.
    package subscript(name: String) -> String? {
        guard let value = variables[name], !value.isEmpty else { return nil }
        return value
    }
}

/// The directories of the XDG Base Directory Specification: unset, empty and relative values count as not set.
extension Environment {
    package var runtimeDirectory: String? { absolute("XDG_RUNTIME_DIR") }
    package var dataDirectory: String { absolute("XDG_DATA_HOME") ?? inHome(".local/share") }
    /// Where data of programs is looked for, the user's own first.
    package var dataDirectories: [String] {
        let shared = self["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share"
        return [dataDirectory] + shared.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    }
    package var configDirectory: String { absolute("XDG_CONFIG_HOME") ?? inHome(".config") }
    package var cacheDirectory: String { absolute("XDG_CACHE_HOME") ?? inHome(".cache") }

    /// A path as the user meant it: `~/x` and `x` are in the home directory, `/x` is itself.
    package func expanded(_ path: String) -> String {
        if path.hasPrefix("/") { return path }
        if path == "~" { return home }
        return inHome(path.hasPrefix("~/") ? String(path.dropFirst(2)) : path)
    }

    private func absolute(_ name: String) -> String? {
        guard let value = self[name], value.hasPrefix("/") else { return nil }
        return Self.trimmed(value)
    }

    private func inHome(_ path: String) -> String { home == "/" ? "/\(path)" : "\(home)/\(path)" }

    private static func trimmed(_ path: String) -> String {
        var path = path[...]
        while path.count > 1, path.last == "/" { path.removeLast() }
        return String(path)
    }

    private static func homeInUserDatabase(of userID: UInt32) -> String? {
        guard let entry = getpwuid(userID), let directory = entry.pointee.pw_dir else { return nil }
        return String(cString: directory)
    }
}
