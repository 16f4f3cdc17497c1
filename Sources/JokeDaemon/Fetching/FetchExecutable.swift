// SPDX-License-Identifier: MIT
import Glibc

/// Where jokesd-fetch is: beside jokesd in a checkout, in libexec of an installation.
package struct FetchExecutable: Sendable, Hashable {
    /// The environment's variable that names the program.
    package static let variable = "JOKESD_FETCH"

    /// Where it is looked for, in this order; absolute.
    package let places: [String]

    /// - Parameters:
    ///   - executable: the running program's path, links followed; nil where it is not known.
    ///   - override: the variable's value, and then nothing else counts.
    package init(executable: String?, override: String?) {
        if let override, !override.isEmpty {
            places = [override]
        } else {
            let path = executable ?? ""
            let directory = path.lastIndex(of: "/").map { String(path[..<$0]) }
            places = directory.map { ["\($0)/jokesd-fetch", "\($0)/../libexec/jokesd/jokesd-fetch"] } ?? []
        }
    }

    /// Looked for anew each time: an upgrade may have just put it there. Nil where it is in none of the places.
    package var found: String? {
        places.first { $0.hasPrefix("/") && access($0, X_OK) == 0 }
    }
}
