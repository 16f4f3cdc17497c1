// SPDX-License-Identifier: MIT

/// The exit statuses of a unit whose program systemd could not start (systemd.exec(5), "Process Exit Codes").
package enum StartFailure {
    /// Returns the status and the step that failed, such as `226/NAMESPACE`, or nil for a status of the program itself.
    package static func name(_ status: Int) -> String? {
        guard (200...245).contains(status) else { return nil }
        let steps = [
            200: "CHDIR", 203: "EXEC", 205: "LIMITS", 209: "STDOUT", 216: "GROUP", 217: "USER",
            218: "CAPABILITIES", 219: "CGROUP", 226: "NAMESPACE", 228: "SECCOMP", 239: "CACHE_DIRECTORY",
            243: "CREDENTIALS",
        ]
        return steps[status].map { "\(status)/\($0)" } ?? "\(status)"
    }

    private static let beginning = "systemd cannot start jokesd-fetch ("

    /// Returns the message of jokesd about this failure of jokesd-fetch@.service.
    package static func message(ofFetcher name: String) -> String {
        "\(beginning)\(name)); run `jokectl doctor`."
    }

    /// Returns the name in such a message, or nil for another message.
    package static func fetcherName(in message: String) -> String? {
        guard message.hasPrefix(beginning) else { return nil }
        return message.dropFirst(beginning.utf8.count).split(separator: ")").first.map(String.init)
    }
}
