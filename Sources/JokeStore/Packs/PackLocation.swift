// SPDX-License-Identifier: MIT
import Glibc

/// The location of the built-in pack: in a checkout of the project, or near an installed program.
package enum PackLocation {
    /// The environment variable with the path of the pack, or of the directory that contains `builtin.jsonl`.
    package static let variable = "JOKESD_PACKS"

    /// The error if there is no built-in pack at any of the places where it may be.
    package struct NotFoundError: Error, Sendable, Hashable {
        /// The paths that were searched.
        package let places: [String]

        package init(places: [String]) { self.places = places }

        /// The message for the user: the paths that were searched, and what to do.
        package var message: String {
            "built-in pack not found at \(places.joined(separator: " or ")); install it, or set "
                + "\(PackLocation.variable) to its path"
        }
    }

    /// Returns the path of the first pack that exists. If `override`, the value of the variable, is not empty, only
    /// that is searched. Otherwise the places are, in this order:
    /// 1. the checkout in which the program was built
    /// 2. `<prefix>/share/jokesd/packs`, if the program is in `bin`, `sbin`, `libexec` or `lib` of the prefix
    /// 3. `jokesd/packs` in `dataDirs` (`XDG_DATA_HOME` and `XDG_DATA_DIRS`)
    package static func builtin(
        executablePath: String, dataDirs: [String], override: String? = nil
    ) throws(NotFoundError) -> String {
        let places: [String]
        if let override, !override.isEmpty {
            places = [override, FilePaths.normalized(override) + "/builtin.jsonl"]
        } else {
            places =
                checkouts(above: executablePath) + installations(of: executablePath)
                + dataDirs.filter { $0.hasPrefix("/") }.map {
                    FilePaths.normalized($0) + "/jokesd/packs/builtin.jsonl"
                }
        }
        guard let found = places.first(where: isFile) else { throw NotFoundError(places: places) }
        return found
    }

    /// Returns the packs of all directories above the program that contain a `Package.swift`. Build systems differ in
    /// where they put programs, so any of these directories may be the checkout.
    private static func checkouts(above path: String) -> [String] {
        ancestors(of: path).filter { isFile("\($0)/Package.swift") }.map { "\($0)/packs/builtin.jsonl" }
    }

    private static func installations(of path: String) -> [String] {
        ancestors(of: path).filter { directory in
            ["bin", "lib", "libexec", "sbin"].contains { path.hasPrefix("\(directory)/\($0)/") }
        }.map { "\($0)/share/jokesd/packs/builtin.jsonl" }
    }

    /// Returns the directories above `path`, the nearest first. The root is the empty string.
    private static func ancestors(of path: String) -> [String] {
        var directories: [String] = []
        var rest = Substring(path)
        while let slash = rest.lastIndex(of: "/") {
            rest = rest[..<slash]
            directories.append(String(rest))
        }
        return directories
    }

    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.isRegular
    }
}
