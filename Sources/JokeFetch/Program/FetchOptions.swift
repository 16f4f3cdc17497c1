// SPDX-License-Identifier: MIT
package import JokeClient
package import JokeWire

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
        let words = try? ArgumentParser.parse(arguments, of: Self.anything)
        // Without a sound command line, the first word decides which options are known.
        let isTranslation = (words == nil ? arguments.first : words?.arguments.first) == Self.translate
        if !isTranslation, let words, let option = Self.ofTranslations.first(where: words.has) {
            throw UsageError("\(option.spelling) is for translations; use it with `jokesd-fetch translate`")
        }
        let invocation = try ArgumentParser.parse(
            arguments, of: isTranslation ? Self.translating : Self.fetching)
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
                "translate needs 1 to \(SourceRequest.texts.upperBound) texts after --, such as: "
                    + "translate --into es -- 'Hello.'"
            )
        }
        var request = SourceRequest(
            source: invocation.arguments.dropFirst().first ?? "apertium",
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
        "fetch N jokes, 1 to 30 (1), with a pause between requests")
    private static let category = Option(
        "category", "NAME", .nonEmptyText, "fetch jokes in this category; can be repeated")
    private static let search = Option(
        "search", "TEXT", .nonEmptyText, "fetch a page of the jokes that contain this text")
    private static let page = Option("page", "N", .number(1...Limits.pages), "fetch page N (1)")
    private static let categories = Option("categories", "print the categories instead of jokes")
    private static let language = Option(
        "language", "CODE", .language, "fetch jokes in this language (en)")
    private static let origin = Option(
        "from", "CODE", .language, "translate from this language (en)")
    private static let target = Option(
        "into", "CODE", .language, "translate into this language (es)")
    private static let key = Option(
        "key", "NAME", .nonEmptyText, "use this secret as the key of the engine (libretranslate)")
    private static let name = Option(
        "name", "NAME", .nonEmptyText, "put this name into the jokes (chucknorris)")
    private static let isUnsafe = Option(
        "unsafe", "also fetch jokes that the service does not call safe (jokeapi)")
    private static let json = Option("json", "print each joke as one line of JSON")
    private static let url = Option(
        "base-url", "URL", .nonEmptyText, "use the service at this URL instead of the usual one")
    private static let timeout = Option(
        "timeout", "SECONDS", .seconds(upTo: 3_600), "wait at most this long for each request (20)")
    private static let contact = Option(
        "contact", "TEXT", .nonEmptyText, "send this contact to services, in the User-Agent header")
    private static let authorities = Option(
        "ca-file", "FILE", .path, "trust these certificates instead of the system's")
    private static let help = Option("help", letter: "h", isQuestion: true, "print this help")
    private static let version = Option("version", letter: "V", isQuestion: true, "print the version")

    private static let general = [json, url, timeout, contact, authorities, help, version]
    private static let ofJokes = [count, category, search, page, categories, language]
    private static let ofTranslations = [origin, target, key]
    private static let ofServices = [name, isUnsafe]

    /// The first word of a command line that translates.
    private static let translate = "translate"

    private static let anything = ProgramDescription(
        helpLine: "jokesd-fetch --help",
        .one(
            CommandDescription(
                "jokesd-fetch", "Fetch jokes or translate texts",
                arguments: [
                    Argument("WORD", .any, "a word"),
                    Argument("TEXT", .any, "a text", isAfterDashes: true),
                ],
                options: ofJokes + ofTranslations + ofServices + general)))

    private static let fetching = ProgramDescription(
        helpLine: "jokesd-fetch --help",
        .one(
            CommandDescription(
                "jokesd-fetch", "Fetch jokes",
                arguments: [
                    Argument("SOURCE", .one, "a source, or serve"),
                    Argument("PROGRAM", .any, "the program that prints a joke", isAfterDashes: true),
                ],
                options: ofJokes + ofServices + general)))

    private static let translating = ProgramDescription(
        helpLine: "jokesd-fetch --help",
        .one(
            CommandDescription(
                "translate", "Translate texts",
                arguments: [
                    Argument(translate, .one, "the word translate"),
                    Argument("ENGINE", .optional, "a translation engine"),
                    Argument("TEXT", .any, "a text to translate", isAfterDashes: true),
                ],
                options: ofJokes + ofTranslations + ofServices + general)))

    /// The text of `--version`.
    package static let versionText = "jokesd-fetch \(Version.program)\n"

    /// The text of `--help`.
    package static var helpText: String {
        """
        Usage: jokesd-fetch SOURCE [OPTION]…
        Fetch jokes from a source, or translate texts. jokesd runs this program.

        Sources: chucknorris, icanhazdadjoke, jokeapi, command. Translation engines: apertium, and libretranslate with
        --base-url.

        Options:
        \(HelpText.list(ofJokes + ofTranslations + ofServices + general))

        Examples:
          jokesd-fetch chucknorris                           fetch a joke
          jokesd-fetch chucknorris --count 3 --category dev  fetch three jokes about software development
          jokesd-fetch icanhazdadjoke --search cheese        fetch jokes that contain a word
          jokesd-fetch jokeapi --language de --json          fetch a joke in German and print it as JSON
          jokesd-fetch chucknorris --categories              list the categories
          jokesd-fetch command -- pyjoke -c neutral          print the joke of a program
          jokesd-fetch translate --into es -- 'Hello.'       translate a text with Apertium
          jokesd-fetch serve                                 read requests and write replies, one a line

        Exit status: 0 success, 1 no joke of that kind, 64 invalid command line or unsupported request, 69 source not
        reachable, 70 internal error, 74 output not writable, 75 temporary failure, try again later, 77 insecure
        connection, 124 timeout. https_proxy and no_proxy apply as in curl.

        """
    }
}
