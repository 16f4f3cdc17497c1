// SPDX-License-Identifier: MIT
import Glibc

/// The location of jokesd-fetch: next to jokesd in a build directory, or in libexec of an installation, which some
/// distributions name lib.
package struct FetchExecutable: Sendable, Hashable {
    /// The name of the environment variable with the path of jokesd-fetch.
    package static let variable = "JOKESD_FETCH"

    /// The absolute paths to try, in this order.
    package let paths: [String]

    /// Finds the paths to try.
    ///
    /// - Parameters:
    ///   - executable: The path of the running program without symbolic links, or nil if it is unknown.
    ///   - override: The value of the environment variable, or nil. If it is not empty, it is the only path.
    package init(executable: String?, override: String?) {
        if let override, !override.isEmpty {
            paths = [override]
        } else {
            let path = executable ?? ""
            let directory = path.lastIndex(of: "/").map { String(path[..<$0]) }
            paths =
                directory.map { directory in
                    ["", "../libexec/jokesd/", "../lib/jokesd/"].map { "\(directory)/\($0)jokesd-fetch" }
                } ?? []
        }
    }

    /// The first path with an executable file, or nil. It is looked up on each call, because an upgrade may have moved
    /// the file.
    package var found: String? {
        paths.first { $0.hasPrefix("/") && access($0, X_OK) == 0 }
    }
}
