// SPDX-License-Identifier: MIT
import Glibc
import JokeSwipe
import Testing

/// A file with an expected screen. `JOKESWIPE_RECORD=1 swift test` writes it again, so that `git diff` shows the
/// changes.
struct PictureFile {
    private let path: String

    init(_ name: String, directory: String = #filePath) {
        path =
            directory.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/Snapshots/\(name).txt"
    }

    func expect(_ screen: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let text = screen + "\n"
        if getenv("JOKESWIPE_RECORD") != nil { record(text) }
        #expect(contents == text, sourceLocation: sourceLocation)
    }

    private func record(_ text: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        write(descriptor, text, text.utf8.count)
        close(descriptor)
    }

    private var contents: String {
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }
}
