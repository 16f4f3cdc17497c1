// SPDX-License-Identifier: MIT
import Glibc
import JokeDaemon
import JokeLinux
import JokeTestSupport

/// A temporary directory, and an environment with it as the home.
final class TemporaryHome: Sendable {
    private let directory = TemporaryDirectory()
    let environment: Environment
    var path: String { directory.path }

    init(_ variables: [String: String] = [:]) {
        environment = Environment(variables.merging(["HOME": directory.path]) { $1 }, userID: getuid())
    }

    /// Loads the configuration of this home. Unlike `Configuration.load(environment: home.environment)`, this keeps the
    /// home until it returns.
    func load(_ file: String? = nil, _ other: Environment? = nil) throws(ConfigurationError)
        -> LoadedConfiguration
    {
        try Configuration.load(file: file, environment: other ?? environment)
    }

    /// Writes a file below the home directory, with the directories it needs.
    @discardableResult
    func write(_ name: String, _ text: String) -> String { directory.write(text, to: name) }
}

/// Calls the body with a socket address, for bind(2).
func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Void) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    withUnsafePointer(to: address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}
