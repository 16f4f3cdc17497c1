// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokeLinux
import JokeStore
import JokeWire
import Testing

/// Debian's packages fortunes, fortunes-min, fortunes-bofh-excuses and fortunes-es.
private enum Debian {
    static let directory = "/usr/share/games/fortunes"
    /// Whether to test the packages: if they are installed, or if they are required.
    static var isTested: Bool { getenv("REQUIRE_FORTUNES") != nil || access(directory + "/es", F_OK) == 0 }
}

/// The counts that the pages mention.
///
/// An entry is the text between two delimiters, unless it is blank. Repeated entries count each time, and a file with
/// several links counts once. The length of an entry counts Unicode scalars, including tabs and backspaces.
@Suite("Debian's fortune files", .enabled(if: Debian.isTested))
struct DebianFortunesTests {
    private func entries(_ language: String, of category: String? = nil) throws -> [String] {
        let files = FortuneDirectory(paths: [Debian.directory], languages: [language]).sourceFiles()
        return try files.filter { category == nil || $0.category == category }.flatMap {
            FortuneFile(parsing: try BoundedFile(corpusFile: $0.file.path).bytes).entries
        }
    }

    @Test("there are 15,670 English entries, 13,592 of at most 280 characters, or two fewer in unstable")
    func englishEntries() throws {
        let entries = try entries("en_GB.UTF-8")
        #expect([15_670, 15_668].contains(entries.count))
        #expect(entries.count { $0.unicodeScalars.count > 280 } == 2_078)
        #expect(entries.count { $0.unicodeScalars.contains("\u{8}") } == 88)
    }

    @Test("there are 10,763 Spanish entries, 4,995 of them proverbs")
    func spanishEntries() throws {
        #expect(try entries("es_ES").count == 10_763)
        #expect(try entries("es", of: "refranes").count == 4_995)
    }

    @Test("each entry is a clean joke with its own id within a file", arguments: ["en", "es"])
    func cleanJokes(language: String) throws {
        let source = FortuneDirectory(paths: [Debian.directory], languages: [language])
        var count = 0
        for file in try source.files() {
            let jokes = try source.jokes(in: file)
            count += jokes.count
            #expect(Set(jokes.map(\.id)).count == jokes.count)
            #expect(jokes.allSatisfy { $0.language == language && $0.categories.count == 1 })
            #expect(
                !jokes.contains {
                    $0.value.unicodeScalars.contains { SanitizedText.isForbidden($0) || $0 == "\t" }
                })
        }
        #expect(count > (language == "en" ? 15_000 : 10_000))
    }

    @Test("offensive files are read only on request")
    func offensiveFiles() {
        func files(offensive: Bool) -> [FortuneSourceFile] {
            ["es", "en"].flatMap {
                FortuneDirectory(paths: [Debian.directory], languages: [$0], offensive: offensive)
                    .sourceFiles()
            }
        }
        #expect(!files(offensive: false).contains { $0.file.path.contains("/off/") })
        #expect(files(offensive: true).count { $0.file.path.contains("/off/") } == 8)
        #expect(files(offensive: false).count == 24 + 44)
    }
}
