// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeLinux

/// A program of jokesd that replaces jokectl, which stays small without the program's screen or window.
struct SiblingProgram {
    private let name: String
    private let paths: [String]
    private let advice: String

    /// The path of jokectl.
    static let jokectl = RunningProgram.path()

    /// - Parameters:
    ///   - places: Where the program may be, relative to the directory of jokectl.
    ///   - named: The path that the user has set, which is the only one then.
    ///   - advice: What to do if the program is missing.
    init(_ name: String, at places: [String], named: String? = nil, advice: String) {
        (self.name, self.advice) = (name, advice)
        if let named, !named.isEmpty {
            paths = [named]
        } else {
            let directory = Self.jokectl.flatMap { path in path.lastIndex(of: "/").map { path[...$0] } }
            paths = directory.map { directory in places.map { directory + $0 } } ?? []
        }
    }

    /// Replaces this process by the program. Returns only if that fails.
    func become(_ words: [String]) -> CommandError {
        guard let path = paths.first(where: { access($0, X_OK) == 0 }) else {
            return CommandError(
                .unreachable,
                localized(
                    "%1$s not found at %2$s; %3$s", name, paths.joined(separator: localized(" or ")), advice))
        }
        let pointers = ([path] + words).map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        execv(path, pointers)
        return CommandError(
            .internal, localized("%1$s cannot be started: %2$s", path, String(cString: strerror(errno))))
    }
}
