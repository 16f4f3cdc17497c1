// SPDX-License-Identifier: MIT
import JokeLinux
import JokeWire

/// The provider for Apertium as it is installed on this machine (docs/translation.md, "Apertium").
///
/// A translation takes two runs. The first one lists Apertium's version and language pairs. The second one translates
/// all texts.
struct Apertium: Provider {
    /// The version of what this type does with the texts. Increase it if the translations change.
    private static let generation = 2

    private let batch: TranslationBatch
    private let from: String
    private let target: String
    private let program: String
    /// Apertium's version and its name for the language pair, or nil before the first run.
    private var pair: (version: String, mode: String)?

    init(_ texts: [String], from: String, into target: String, program: String?) {
        (batch, self.from, self.target) = (TranslationBatch(texts), from, target)
        self.program = program ?? "apertium"
    }

    func maximumOperations(for kind: SourceRequest.Kind) -> Int { 2 }

    func operation(for kind: SourceRequest.Kind, after result: SourceResult) throws(SourceError)
        -> FetchOperation
    {
        // A shell combines two short commands in one run.
        guard let pair else { return .run(["sh", "-c", #""$0" -V && "$0" -l"#, program]) }
        // Without a UTF-8 locale, Apertium's programs print nothing, and the user's locale may not be installed.
        return .pipe(
            ["env", "LC_ALL=C.UTF-8", program, "-u", pair.mode], input: Array(batch.input.utf8))
    }

    mutating func read(
        _ output: OperationOutput, for kind: SourceRequest.Kind, into result: inout SourceResult
    ) throws(SourceError) {
        guard let text = String(validating: output.body, as: UTF8.self) else {
            throw output.nonsense("it is not UTF-8")
        }
        guard let pair else { return self.pair = try self.pair(in: text) }
        result.translation = TranslationOutput(
            texts: batch.translations(of: text),
            version: "\(pair.version)/\(Self.generation)", credit: "Translated by Apertium",
            url: "https://www.apertium.org/")
    }

    /// Returns the version and the language pair from the output of the first run, or throws if the pair is not
    /// installed.
    private func pair(in output: String) throws(SourceError) -> (version: String, mode: String) {
        let lines = output.split(whereSeparator: \.isNewline).map { $0.split(separator: " ") }
        let version = lines.first { $0.first == "Apertium" }?.last.map { String($0) } ?? "?"
        let modes = lines.filter { $0.count == 1 }.map { String($0[0]) }
        let wanted = LanguageNames.of(from).flatMap { from in
            LanguageNames.of(target).map { "\(from)-\($0)" }
        }
        guard let mode = wanted.first(where: modes.contains) else {
            let there = modes.isEmpty ? "none" : modes.joined(separator: ", ")
            throw SourceError(
                .unsupported,
                "Apertium does not have the pair \(wanted[0]) (it has \(there)); "
                    + DebianApertium.advice(from: from, into: target)
            )
        }
        return (version, mode)
    }

    func explained(_ failure: SourceError) -> SourceError {
        guard failure.kind == .command else { return failure }
        guard pair == nil else {
            return SourceError(.command, "Apertium failed: \(failure.message)")
        }
        return SourceError(
            .unsupported,
            "Apertium is not installed, which would translate '\(from)' into '\(target)'; "
                + DebianApertium.advice(from: from, into: target))
    }
}

/// Apertium's names of languages: codes of ISO 639-3 and, in its older pairs, of ISO 639-1.
enum LanguageNames {
    private static let long = [
        "af": "afr", "an": "arg", "ar": "ara", "ast": "ast", "be": "bel", "bg": "bul", "br": "bre",
        "ca": "cat", "cs": "ces", "cy": "cym", "da": "dan", "de": "deu", "el": "ell", "en": "eng",
        "eo": "epo", "es": "spa", "eu": "eus", "fi": "fin", "fr": "fra", "gl": "glg", "hi": "hin",
        "hr": "hrv", "id": "ind", "is": "isl", "it": "ita", "kk": "kaz", "mk": "mkd", "ms": "msa",
        "mt": "mlt", "nb": "nob", "nl": "nld", "nn": "nno", "oc": "oci", "pl": "pol", "pt": "por",
        "ro": "ron", "ru": "rus", "se": "sme", "sk": "slk", "sl": "slv", "sq": "sqi", "sr": "srp",
        "sv": "swe", "tr": "tur", "tt": "tat", "uk": "ukr", "ur": "urd",
    ]

    /// Returns the names for an ISO 639-1 code, the longer one first. There is always at least one.
    static func of(_ code: String) -> [String] { (long[code].map { [$0] } ?? []) + [code] }
}
