// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokeLinux
import JokeWire

/// The selection of files and their languages.
///
/// For each path, the first of the user's languages that it has is used: the subdirectory with the name of the locale
/// (`pt_BR`), otherwise the one with the code of the language. English files are in the path itself. fortune(6) has the
/// same rule. A path that ends in one of the languages (`…/fortunes/es`) is the directory of that language.
extension FortuneDirectory {
    /// A directory or a file to read, and its language.
    private struct Place {
        var path: String
        var language: String
    }

    /// Returns the fortune files in the order of the paths, then of the names. Each file is returned once, even if
    /// several links lead to it.
    package func sourceFiles() -> [FortuneSourceFile] {
        var known: Set<FileIdentity> = []
        return places().flatMap { place in
            candidates(in: place.path).compactMap { path in
                file(path, language: place.language, known: &known)
            }
        }
    }

    /// Returns the language of one of the files: English if no directory says otherwise.
    func language(of path: String) -> String {
        let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        return places().first { $0.path == path || $0.path == directory }?.language ?? "en"
    }

    private func places() -> [Place] {
        var places: [Place] = []
        for place in paths.map(FilePaths.normalized).flatMap(places(in:))
        where !places.contains(where: { $0.path == place.path })
            && (offensive || !FilePaths.isOffensive(place.path))
        {
            places.append(place)
            if offensive { places.append(Place(path: place.path + "/off", language: place.language)) }
        }
        return places
    }

    private func places(in root: String) -> [Place] {
        guard FilePaths.exists(root) else {
            return [Place(path: root, language: languageOfDirectory(holding: root))]
        }
        if let own = languages.compactMap(LanguageCode.of).first(where: { root.hasSuffix("/" + $0) }) {
            return [Place(path: root, language: own)]
        }
        for name in languages {
            guard let language = LocaleName(name).isC ? "en" : LanguageCode.of(name),
                let directory = directory(in: root, for: LocaleName(name).base, language: language)
            else { continue }
            return [Place(path: directory, language: language)]
        }
        return []
    }

    private func directory(in root: String, for locale: String, language: String) -> String? {
        for name in [locale, language] where FilePaths.exists("\(root)/\(name)") { return "\(root)/\(name)" }
        return language == "en" ? root : nil
    }

    /// Returns the language of the directory that contains the file `path`: Spanish for `…/es/food` and
    /// `…/es/off/food`. Returns `en` if the directory is not named after a language with a code of two letters.
    private func languageOfDirectory(holding path: String) -> String {
        let parts = path.split(separator: "/").dropLast().filter { $0 != "off" }
        guard let parent = parts.last, parent.utf8.count == 2 else { return "en" }
        return LanguageCode.of(String(parent)) ?? "en"
    }

    private func candidates(in path: String) -> [String] {
        guard FilePaths.exists(path) else {
            return paths.map(FilePaths.normalized).contains(path) ? [path] : []
        }
        // A directory that cannot be read counts as empty.
        let names = (try? Directory.names(in: path)) ?? []
        return names.filter(FortuneSourceFile.isCandidate).map { "\(path)/\($0)" }
    }

    private func file(
        _ path: String, language: String, known: inout Set<FileIdentity>
    ) -> FortuneSourceFile? {
        let category = FortuneSourceFile.category(of: path)
        guard offensive || !FilePaths.isOffensive(FilePaths.real(path)),
            // Skip what is not a regular file or was removed after the directory was read.
            let file = try? CorpusFile(at: path),
            let identity = FileIdentity(of: path), known.insert(identity).inserted,
            offensive || FortuneHeader(beside: path)?.isRotated != true
        else { return nil }
        return FortuneSourceFile(file: file, category: category, language: language)
    }
}
