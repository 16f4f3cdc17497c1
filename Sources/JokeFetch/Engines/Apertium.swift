// SPDX-License-Identifier: MIT
import JokeFetchProtocol

/// Apertium, as it is installed here: asked which pairs it has, then which of the texts' names it does not know, then for
/// all texts in one run (docs/translation.md, "Apertium").
struct Apertium: Provider {
    /// Of what is done to its texts here: another one translates otherwise.
    private static let generation = 1
    private static let debianPackages = "apertium and apertium-eng-spa"

    private let texts: [String]
    private let from: String
    private let target: String
    private let program: String
    /// Its own version, and its name for the pair, once it has told.
    private var pair: (version: String, mode: String)?
    private var lexicon: Lexicon?
    private var batch: TranslationBatch?

    init(_ texts: [String], from: String, into target: String, program: String?) {
        (self.texts, self.from, self.target) = (texts.map(TranslationCleanup.unwrapped), from, target)
        self.program = program ?? "apertium"
    }

    func maximumOperations(for kind: SourceRequest.Kind) -> Int { 3 }

    func operation(for kind: SourceRequest.Kind, after result: SourceResult) throws(SourceError)
        -> FetchOperation
    {
        // A shell, for two runs that tell but a line each.
        guard let pair else { return .run(["sh", "-c", #""$0" -V && "$0" -l"#, program]) }
        let questions = Lexicon.questions(of: texts, in: from)
        guard questions.isEmpty || lexicon != nil else {
            return .pipe(command(pair.mode), input: Array(TranslationBatch(plain: questions).input.utf8))
        }
        return .pipe(command("-u", pair.mode), input: Array(wholeBatch.input.utf8))
    }

    /// In a locale that can be relied upon: without UTF-8 its programs print nothing, and the user's may not be installed.
    private func command(_ arguments: String...) -> [String] {
        ["env", "LC_ALL=C.UTF-8", program] + arguments
    }

    private var wholeBatch: TranslationBatch {
        TranslationBatch(texts.map { ProtectedText($0, in: from, lexicon ?? Lexicon()) })
    }

    mutating func read(
        _ output: OperationOutput, for kind: SourceRequest.Kind, into result: inout SourceResult
    ) throws(SourceError) {
        guard let text = String(validating: output.body, as: UTF8.self) else {
            throw output.nonsense("this is not UTF-8")
        }
        guard let pair else { return self.pair = try self.pair(in: text) }
        let questions = Lexicon.questions(of: texts, in: from)
        guard questions.isEmpty || lexicon != nil else {
            let answers = TranslationBatch(plain: questions).outputs(of: text)
            return lexicon = Lexicon(questions: questions, answers: answers)
        }
        result.translation = TranslationOutput(
            texts: wholeBatch.translations(of: text, into: target),
            version: "\(pair.version)/\(Self.generation)", credit: "Translated by Apertium",
            url: "https://www.apertium.org/")
    }

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
                "Apertium is here without \(wanted[0]) (it has \(there)); install that pair, or configure another engine"
            )
        }
        return (version, mode)
    }

    func explained(_ failure: SourceError) -> SourceError {
        guard failure.kind == .command else { return failure }
        guard pair == nil else {
            return SourceError(.command, "Apertium cannot be relied on now: \(failure.message)")
        }
        return SourceError(
            .unsupported, "Apertium is not installed here; Debian has it in \(Self.debianPackages)")
    }
}

/// What Apertium calls languages: codes of ISO 639-3 and, in its older pairs, of 639-1.
enum LanguageNames {
    private static let long = [
        "af": "afr", "an": "arg", "ar": "ara", "ast": "ast", "be": "bel", "bg": "bul", "br": "bre",
        "ca": "cat",
        "cs": "ces", "cy": "cym", "da": "dan", "de": "deu", "el": "ell", "en": "eng", "eo": "epo",
        "es": "spa",
        "eu": "eus", "fi": "fin", "fr": "fra", "gl": "glg", "hi": "hin", "hr": "hrv", "id": "ind",
        "is": "isl",
        "it": "ita", "kk": "kaz", "mk": "mkd", "ms": "msa", "mt": "mlt", "nb": "nob", "nl": "nld",
        "nn": "nno",
        "oc": "oci", "pl": "pol", "pt": "por", "ro": "ron", "ru": "rus", "se": "sme", "sk": "slk",
        "sl": "slv",
        "sq": "sqi", "sr": "srp", "sv": "swe", "tr": "tur", "tt": "tat", "uk": "ukr", "ur": "urd",
    ]

    /// Longer ones first; never empty.
    static func of(_ code: String) -> [String] { (long[code].map { [$0] } ?? []) + [code] }
}
