// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokeSystem

/// Which files are read, and in which language they are.
///
/// Of each path, the best of the user's languages that is there: the directory named exactly as the locale (`pt_BR`),
/// else the one named by its first two letters; English is what stands at the top. This is fortune(6)'s own rule. A path that ends in
/// one of the languages (`…/fortunes/es`) is that language's directory itself.
extension FortuneDirectory {
    /// A directory or a single file to look at.
    private struct Place {
        var path: String
        var language: String
    }

    /// Each file once, whatever links lead to it; in the order of languages, then of names.
    package func sourceFiles() -> [FortuneSourceFile] {
        var known: Set<FileIdentity> = []
        return places().flatMap { place in
            candidates(in: place.path).compactMap { path in
                file(path, language: place.language, known: &known)
            }
        }
    }

    /// The language of one of the files; English where its directory names none.
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
            guard let language = LanguageCode.of(name),
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

    /// A path that is itself `…/es` or a file in it is Spanish.
    private func languageOfDirectory(holding path: String) -> String {
        let parts = path.split(separator: "/").dropLast().filter { $0 != "off" }
        guard let parent = parts.last, parent.utf8.count == 2 else { return "en" }
        return LanguageCode.of(String(parent)) ?? "en"
    }

    private func candidates(in path: String) -> [String] {
        guard FilePaths.exists(path) else {
            return paths.map(FilePaths.normalized).contains(path) ? [path] : []
        }
        // One that cannot be read has none.
        let names = (try? Directory.names(in: path)) ?? []
        return names.filter(FortuneSourceFile.isCandidate).map { "\(path)/\($0)" }
    }

    private func file(
        _ path: String, language: String, known: inout Set<FileIdentity>
    ) -> FortuneSourceFile? {
        let category = FortuneSourceFile.category(of: path)
        guard offensive || !FilePaths.isOffensive(FilePaths.real(path)),
            // What is no regular file, or went away since the directory was read, is no corpus file.
            let file = try? CorpusFile(at: path),
            let identity = FileIdentity(of: path), known.insert(identity).inserted,
            offensive || FortuneHeader(beside: path)?.isRotated != true
        else { return nil }
        return FortuneSourceFile(file: file, category: category, language: language)
    }
}
