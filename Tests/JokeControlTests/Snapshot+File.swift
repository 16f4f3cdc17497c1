// SPDX-License-Identifier: MIT
import Glibc
import JokeControl
import Testing

/// A file with expected output. `JOKECTL_RECORD=1 swift test` writes it again, so that `git diff` shows the changes.
struct SnapshotFile {
    private let path: String

    init(_ name: String, directory: String = #filePath) {
        path =
            directory.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/Snapshots/\(name).txt"
    }

    /// Compares the renderings, each under its title, with the file.
    func expect(
        _ renderings: [(title: String, text: String)], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expect(
            renderings.map { "=== \($0.title) ===\n\(Self.visible($0.text))" }.joined(separator: "\n"),
            sourceLocation: sourceLocation)
    }

    /// Compares one rendering with the file.
    func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        if getenv("JOKECTL_RECORD") != nil { record(text) }
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        #expect(descriptor >= 0, "no snapshot at \(path)", sourceLocation: sourceLocation)
        #expect(contents(of: descriptor) == text, sourceLocation: sourceLocation)
    }

    private func record(_ text: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        let bytes = Array(text.utf8)
        write(descriptor, bytes, bytes.count)
        close(descriptor)
    }

    /// Makes escapes and tabs visible.
    private static func visible(_ text: String) -> String {
        String(text.map { $0 == "\u{1B}" ? "␛" : $0 == "\t" ? "⇥" : $0 })
    }
}

/// The appearances of every rendering.
enum AppearanceSamples {
    private static let shown: [(title: String, appearance: Appearance)] = [
        ("40 columns", Appearance(width: 40)),
        ("80 columns, coloured", Appearance(width: 80, isColored: true)),
        ("80 columns, quiet", Appearance(width: 80, isQuiet: true)),
        ("a pipe", Appearance()),
    ]

    static let all =
        shown + [
            ("80 columns", Appearance(width: 80)),
            ("40 columns, C locale", Appearance(width: 40, isUnicode: false)),
        ]

    /// Renders in the appearances that files show. Without its colours, the coloured one is the plain one.
    static func of(_ render: (Appearance) -> String) -> [(title: String, text: String)] {
        let plain = render(Appearance(width: 80))
        #expect(withoutColours(render(Appearance(width: 80, isColored: true))) == plain)
        return shown.map { ($0.title, render($0.appearance)) }
    }

    private static func withoutColours(_ text: String) -> String {
        let parts = text.split(separator: "\u{1B}[", omittingEmptySubsequences: false)
        return parts.enumerated().map { place, part in
            place == 0 ? String(part) : String(part.drop { $0 != "m" }.dropFirst())
        }.joined()
    }
}
