// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux

/// The environment of the process, read once at the start. Tests create it from a dictionary.
package struct Environment: Sendable, Equatable {
    package let variables: [String: String]
    package let userID: UInt32
    /// The absolute path of the user's home directory, without a slash at the end.
    package let home: String

    /// Creates an environment. The home directory is `$HOME` if it is absolute, otherwise `passwordHome`, from the user
    /// database.
    package init(_ variables: [String: String], userID: UInt32, passwordHome: String? = nil) {
        self.variables = variables
        self.userID = userID
        let homes = [variables["HOME"], passwordHome].compactMap { $0 }
        home = Self.trimmed(homes.first { $0.hasPrefix("/") } ?? "/")
    }

    /// Returns the environment of this process. Call it before there are threads: getenv(3) and getpwuid(3) are not
    /// safe while another thread calls setenv(3).
    package static func ofProcess() -> Environment {
        let variables = ProcessEnvironment.variables
        let userID = getuid()
        // Ask the user database only if necessary, because name service switch modules may be loaded for that.
        let passwordHome = variables["HOME"] == nil ? homeInUserDatabase(of: userID) : nil
        return Environment(variables, userID: userID, passwordHome: passwordHome)
    }

    /// The value of a variable, or nil if it is unset or empty.
    package subscript(name: String) -> String? {
        guard let value = variables[name], !value.isEmpty else { return nil }
        return value
    }
}

/// The directories of the XDG Base Directory Specification. An unset, empty or relative variable means the default.
extension Environment {
    static let directoryVariables = [
        "HOME", "XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "JOKESD_SOCKET",
    ]

    package var runtimeDirectory: String? { absolute("XDG_RUNTIME_DIR") }
    package var dataDirectory: String { absolute("XDG_DATA_HOME") ?? inHome(".local/share") }
    /// The directories with the data of programs, the user's own first.
    package var dataDirectories: [String] {
        let shared = self["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share"
        return [dataDirectory] + shared.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    }
    package var configDirectory: String { absolute("XDG_CONFIG_HOME") ?? inHome(".config") }
    package var cacheDirectory: String { absolute("XDG_CACHE_HOME") ?? inHome(".cache") }

    /// Returns the absolute path for a path that the user wrote. `~/x` and `x` are in the home directory.
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
