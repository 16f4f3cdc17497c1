// SPDX-License-Identifier: MIT
package import JokeSystem

/// How jokesd-fetch is started: as a child, with what and within which bounds; or by who listens at a socket.
package struct FetchLaunchOptions: Sendable, Hashable {
    /// The environment's variable that names the socket of `jokesd-fetch.socket`.
    package static let socketVariable = "JOKESD_FETCH_SOCKET"

    package let location: FetchExecutable
    /// Where the service manager starts it for each connection; nil for a child of ours.
    package let socket: String?
    /// Whom a service may write to; empty for nobody.
    package let contact: String
    private let arguments: [String]
    private let environment: [String: String]
    private let limits: ProcessSpawner.Limits

    /// - Parameter runsCommands: whether it starts the user's own programs, which inherit all of this, and may need
    ///   more than a service does.
    package init(
        location: FetchExecutable, contact: String, environment: Environment, runsCommands: Bool
    ) {
        self.location = location
        self.contact = contact
        socket = environment[Self.socketVariable]
        arguments = ["serve"]
        self.environment = environment.variables.filter { name, _ in
            runsCommands ? !Self.isManagers(name) : Self.isNeeded(name)
        }
        limits = ProcessSpawner.Limits(
            memory: runsCommands ? 1 << 30 : 256 << 20, processorSeconds: 60,
            fileSize: runsCommands ? nil : 0)
    }

    /// Nil where it is not installed.
    package var program: ProcessSpawner? {
        location.found.map {
            ProcessSpawner(path: $0, arguments: arguments, environment: environment, limits: limits)
        }
    }

    /// What the service manager means for the daemon alone (systemd.exec(5), sd_notify(3)).
    private static func isManagers(_ name: String) -> Bool {
        [
            "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC", "JOURNAL_STREAM", "INVOCATION_ID", "MANAGERPID",
            "SYSTEMD_EXEC_PID", "MEMORY_PRESSURE_WATCH", "MEMORY_PRESSURE_WRITE",
            socketVariable,
        ].contains(name) || name.hasPrefix("LISTEN_")
    }

    /// What talking to a service takes: a proxy, and who and where the user is. Keys of other programs, which tend to
    /// stand in the environment, are not for strangers.
    private static func isNeeded(_ name: String) -> Bool {
        [
            // Where the keys of services are, which it reads itself.
            "CREDENTIALS_DIRECTORY", "XDG_CONFIG_HOME",
            "HOME", "PATH", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "http_proxy",
            "https_proxy",
            "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR",
            "RES_OPTIONS", "LOCALDOMAIN",
        ].contains(name) || name.hasPrefix("LC_")
    }
}
