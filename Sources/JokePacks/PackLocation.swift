// SPDX-License-Identifier: MIT
import Glibc

/// Where the built-in pack is: in a checkout of the project, or beside an installed program.
package enum PackLocation {
    /// The environment's variable that names the pack, or the directory that holds `builtin.jsonl`.
    package static let variable = "JOKESD_PACKS"

    /// There is no built-in pack in any of the places where it belongs.
    package struct NotFoundError: Error, Sendable, Hashable {
        package let places: [String]

        package init(places: [String]) { self.places = places }

        /// For people: what was looked for, and what to do.
        package var message: String {
            "the built-in pack is not in \(places.joined(separator: ", ")); set \(PackLocation.variable)"
        }
    }

    /// The first that is there of: `override` (the variable's value), and then nothing else; the checkout that the
    /// program was built in; `<prefix>/share/jokesd/packs` of an installed `<prefix>/bin` or `<prefix>/libexec`;
    /// `jokesd/packs` in `dataDirs` (`XDG_DATA_HOME` and `XDG_DATA_DIRS`).
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

    /// This program's path, links followed, by proc(5); nil where /proc is not mounted.
    package static func runningExecutable() -> String? {
        let path = FilePaths.real("/proc/self/exe")
        return path == "/proc/self/exe" ? nil : path
    }

    /// Any directory above the program may be the checkout, since build systems differ in where they put programs;
    /// `Package.swift` beside the packs tells it from a directory that happens to be called so.
    private static func checkouts(above path: String) -> [String] {
        ancestors(of: path).filter { isFile("\($0)/Package.swift") }.map { "\($0)/packs/builtin.jsonl" }
    }

    private static func installations(of path: String) -> [String] {
        ancestors(of: path).filter { directory in
            ["bin", "libexec", "sbin"].contains { path.hasPrefix("\(directory)/\($0)/") }
        }.map { "\($0)/share/jokesd/packs/builtin.jsonl" }
    }

    /// The directories that hold `path`, the nearest first; the root is the empty string.
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
