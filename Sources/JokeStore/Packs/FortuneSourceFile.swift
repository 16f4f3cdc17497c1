// SPDX-License-Identifier: MIT
package import JokeCore

/// A fortune file, with the category and the language that its path gives.
package struct FortuneSourceFile: Sendable, Hashable {
    package let file: CorpusFile
    /// The name of the file without `.fortunes`.
    package let category: String
    package let language: String

    static func category(of path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return name.hasSuffix(".fortunes") ? String(name.dropLast(".fortunes".count)) : name
    }

    /// Whether a file of this name may contain entries. False for tables of offsets, links for old programs, sources of
    /// other files, hidden files and backups of editors.
    static func isCandidate(_ name: String) -> Bool {
        !name.hasPrefix(".") && !name.hasSuffix("~")
            && ![".dat", ".pos", ".u8", ".fortunes-pre"].contains(where: name.hasSuffix)
    }
}
