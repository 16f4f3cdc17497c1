// SPDX-License-Identifier: MIT
package import JokeCore

/// One fortune file, with what its place says of it.
package struct FortuneSourceFile: Sendable, Hashable {
    package let file: CorpusFile
    /// The file's name without `.fortunes`.
    package let category: String
    package let language: String

    static func category(of path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return name.hasSuffix(".fortunes") ? String(name.dropLast(".fortunes".count)) : name
    }

    /// Whether a file of this name can hold entries: no table of offsets, no link kept for old programs, no
    /// source of another file, nothing hidden and no editor's copy.
    static func isCandidate(_ name: String) -> Bool {
        !name.hasPrefix(".") && !name.hasSuffix("~")
            && ![".dat", ".pos", ".u8", ".fortunes-pre"].contains(where: name.hasSuffix)
    }
}
