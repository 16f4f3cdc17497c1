// SPDX-License-Identifier: MIT
package import JokeLinux

/// How to start jokesd-fetch: as a child process with an environment and limits, or by a connection to systemd's
/// socket.
package struct FetchLaunchOptions: Sendable, Hashable {
    /// The name of the environment variable with the path of `jokesd-fetch.socket`.
    package static let socketVariable = "JOKESD_FETCH_SOCKET"

    package let location: FetchExecutable
    /// The path of the socket at which systemd starts jokesd-fetch, or nil to start it as a child process.
    package let socket: String?
    /// The address that services see as the contact of the user, or an empty string for none.
    package let contact: String
    private let arguments: [String]
    private let environment: [String: String]
    private let limits: ProcessSpawner.Limits

    /// Chooses the environment and the limits of the child process.
    ///
    /// - Parameter runsCommands: Whether jokesd-fetch starts programs of the user. They inherit the environment and the
    ///   limits, and may need more than a service does.
    package init(
        location: FetchExecutable, contact: String, environment: Environment, runsCommands: Bool
    ) {
        self.location = location
        self.contact = contact
        socket = environment[Self.socketVariable]
        arguments = ["serve"]
        self.environment = environment.variables.filter { name, _ in
            runsCommands ? !Self.isSetBySystemd(name) : Self.isNeeded(name)
        }
        limits = ProcessSpawner.Limits(
            memory: runsCommands ? 1 << 30 : 256 << 20, processorSeconds: 60,
            fileSize: runsCommands ? nil : 0)
    }

    /// The child process to start, or nil if jokesd-fetch is not installed.
    package var program: ProcessSpawner? {
        location.found.map {
            ProcessSpawner(path: $0, arguments: arguments, environment: environment, limits: limits)
        }
    }

    /// Returns whether systemd sets the variable for jokesd itself (systemd.exec(5), sd_notify(3)), so that a child
    /// must not get it.
    private static func isSetBySystemd(_ name: String) -> Bool {
        [
            "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC", "JOURNAL_STREAM", "INVOCATION_ID", "MANAGERPID",
            "SYSTEMD_EXEC_PID", "MEMORY_PRESSURE_WATCH", "MEMORY_PRESSURE_WRITE",
            socketVariable,
        ].contains(name) || name.hasPrefix("LISTEN_")
    }

    /// Returns whether jokesd-fetch needs the variable to reach services: the proxy, the user, the locale and the
    /// configuration. Other variables may contain keys of other programs.
    private static func isNeeded(_ name: String) -> Bool {
        [
            // The directories with the keys of services, which jokesd-fetch reads itself.
            "CREDENTIALS_DIRECTORY", "XDG_CONFIG_HOME",
            "HOME", "PATH", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "http_proxy",
            "https_proxy",
            "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR",
            "RES_OPTIONS", "LOCALDOMAIN",
        ].contains(name) || name.hasPrefix("LC_")
    }
}
