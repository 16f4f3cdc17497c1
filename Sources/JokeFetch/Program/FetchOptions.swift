// SPDX-License-Identifier: MIT
package import JokeCommandLine
package import JokeFetchProtocol
import JokeWire

/// The command line of jokesd-fetch.
package struct FetchOptions: Sendable, Hashable {
    /// An action that the command line names.
    package enum Action: Sendable, Hashable {
        /// Answer requests from the standard input.
        case serve
        /// Perform this request and print the result.
        case fetch(SourceRequest)
        /// Print the help text or the version.
        case help, version
    }

    /// The action to perform.
    package let action: Action
    /// The settings of all HTTP requests.
    package var http = HTTPSettings()
    /// Whether to print results as JSON.
    package let isJSON: Bool

    /// Parses the command line.
    ///
    /// - Parameter arguments: The command line without the program's name.
    package init(_ arguments: [String]) throws(UsageError) {
        let isTranslation = arguments.first == "translate"
        let invocation =
            if isTranslation {
                try ArgumentParser.parse(Array(arguments.dropFirst()), of: Self.translating)
            } else {
                try ArgumentParser.parse(arguments, of: Self.fetching)
            }
        action = try Self.action(invocation, isTranslation: isTranslation)
        isJSON = invocation.has(Self.json)
        http.contact = invocation.text(Self.contact) ?? http.contact
        http.authorities = invocation.text(Self.authorities) ?? http.authorities
        if let seconds = invocation.seconds(Self.timeout) {
            http.timeout = max(1, Int(seconds * 1_000))
            http.connectTimeout = min(http.connectTimeout, http.timeout)
        }
    }

    private static func action(_ invocation: Invocation, isTranslation: Bool) throws(UsageError) -> Action {
        if invocation.has(help) { return .help }
        if invocation.has(version) { return .version }
        if isTranslation { return .fetch(try translation(invocation)) }
        return invocation.arguments == ["serve"] ? .serve : .fetch(jokes(invocation))
    }

    private static func jokes(_ invocation: Invocation) -> SourceRequest {
        let kind: SourceRequest.Kind
        let (query, page) = (invocation.text(search), invocation.number(page))
        if invocation.has(categories) {
            kind = .categories
        } else if query != nil || page != nil {
            kind = .page(page ?? 1, query: query ?? "")
        } else {
            kind = .jokes(count: invocation.number(count) ?? 1, categories: invocation.texts(category))
        }
        var request = SourceRequest(source: invocation.arguments[0], kind: kind)
        request.settings.command = invocation.argumentsAfterDashes
        settle(&request, invocation)
        return request
    }

    private static func translation(_ invocation: Invocation) throws(UsageError) -> SourceRequest {
        let texts = invocation.argumentsAfterDashes
        guard SourceRequest.texts.contains(texts.count) else {
            throw UsageError(
                "give 1 to \(SourceRequest.texts.upperBound) texts behind --, such as: translate --into es -- 'Hello.'"
            )
        }
        var request = SourceRequest(
            source: invocation.arguments.first ?? "apertium",
            kind: .translation(texts, into: invocation.text(target) ?? "es"))
        settle(&request, invocation)
        request.language = invocation.text(origin) ?? request.language
        request.settings.key = invocation.text(key)
        return request
    }

    /// Applies the options that requests for jokes and for translations have in common.
    private static func settle(_ request: inout SourceRequest, _ invocation: Invocation) {
        request.language = invocation.text(language) ?? request.language
        request.settings.name = invocation.text(name) ?? request.settings.name
        request.settings.url = invocation.text(url) ?? request.settings.url
        if invocation.has(isUnsafe) {
            request.settings.isSafe = false
            request.settings.blockedFlags = []
        }
    }
}

extension FetchOptions {
    private static let count = Option(
        "count", "N", .number(SourceRequest.counts),
        "how many jokes, 1 to 30 (1); a pause is made between requests")
    private static let category = Option(
        "category", "NAME", .nonEmptyText, "only of this category; may be given again")
    private static let search = Option(
        "search", "TEXT", .nonEmptyText, "a page of the jokes with this in them")
    private static let page = Option("page", "N", .number(1...1_000_000), "which page (1)")
    private static let categories = Option("categories", "the categories instead of jokes")
    private static let language = Option("language", "CODE", .nonEmptyText, "the language of the jokes (en)")
    private static let origin = Option(
        "from", "CODE", .nonEmptyText, "of a translation: the language of the text (en)")
    private static let target = Option(
        "into", "CODE", .nonEmptyText, "of a translation: the language wanted (es)")
    private static let key = Option(
        "key", "NAME", .nonEmptyText, "the secret that is the engine's key (libretranslate)")
    private static let name = Option("name", "NAME", .nonEmptyText, "takes the hero's place (chucknorris)")
    private static let isUnsafe = Option("unsafe", "also what the service does not call safe (jokeapi)")
    private static let json = Option("json", "a joke a line, as JSON")
    private static let url = Option(
        "base-url", "URL", .nonEmptyText, "where the service is, if not where it always is")
    private static let timeout = Option("timeout", "SECONDS", .seconds(upTo: 3_600), "for each request (20)")
    private static let contact = Option(
        "contact", "TEXT", .nonEmptyText, "who you are, in what services see of you")
    private static let authorities = Option(
        "ca-file", "FILE", .path, "the certificates to trust, in place of the system's")
    private static let help = Option("help", letter: "h", isQuestion: true, "print this")
    private static let version = Option("version", isQuestion: true, "print the version")

    private static let general = [json, url, timeout, contact, authorities, help, version]
    private static let ofJokes = [count, category, search, page, categories, language]
    private static let ofTranslations = [origin, target, key]
    private static let ofServices = [name, isUnsafe]

    private static let fetching = ProgramDescription(
        helpLine: "jokesd-fetch --help",
        .one(
            CommandDescription(
                "jokesd-fetch", "Fetches jokes",
                arguments: [
                    Argument("SOURCE", .one, "a source, or serve"),
                    Argument("PROGRAM", .any, "the program that prints a joke", isAfterDashes: true),
                ],
                options: ofJokes + ofServices + general)))

    private static let translating = ProgramDescription(
        helpLine: "jokesd-fetch --help",
        .one(
            CommandDescription(
                "translate", "Translates texts",
                arguments: [
                    Argument("ENGINE", .optional, "a translation engine"),
                    Argument("TEXT", .any, "a text to translate", isAfterDashes: true),
                ],
                options: ofJokes + ofTranslations + ofServices + general)))

    /// The text of `--version`.
    package static let versionText = "jokesd-fetch \(Version.program)\n"

    /// The text of `--help`.
    package static var helpText: String {
        """
        Fetches jokes for jokesd, and by hand:

          jokesd-fetch chucknorris                        a joke
          jokesd-fetch chucknorris --count 3 --category dev
          jokesd-fetch icanhazdadjoke --search cheese     those with a word in them
          jokesd-fetch jokeapi --language de --json       a joke as JSON
          jokesd-fetch chucknorris --categories           which categories there are
          jokesd-fetch command -- pyjoke -c neutral       what a program of yours prints
          jokesd-fetch translate --into es -- 'Hello.'    what Apertium makes of a text
          jokesd-fetch serve                              requests in, answers out, a line each

        Sources: chucknorris, icanhazdadjoke, jokeapi, command. Engines: apertium, libretranslate (with --base-url).

        \(HelpText.list(ofJokes + ofTranslations + ofServices + general))

        Ends with 0 when all is well, 1 where there is no joke of that kind, 64 when it was not understood, 69 where
        the source cannot be reached, 75 where trying again later may help, 77 where the connection is not safe, 124
        when the time was over. https_proxy and no_proxy are honoured.

        """
    }
}
