// SPDX-License-Identifier: MIT
import JokeCore
import JokeLinux
import JokeWire

/// The code of a request: when it runs, and what it does.
enum Handler {
    /// Replies to a request. Call it once. The second argument, which may be nil, is called after the reply was sent.
    typealias Answer = @LoopActor (Result<any JSONWritable, WireError>, (@LoopActor () -> Void)?) -> Void
    typealias Work = @LoopActor (ClientSession, @escaping Answer) -> Void

    /// A change, which the engine makes in the order of all clients' changes.
    case change(ChangeRequest.Change)
    /// A read of committed data. It runs after the client's own earlier changes.
    case read(Work)
    /// Code that runs at once, before the client's earlier changes are made.
    case immediate(Work)
}

// The handler of each method. A method without one does not compile.
extension Method {
    /// Returns the handler for these parameters, each of which is valid.
    ///
    /// - Throws: An error if parameters contradict each other.
    func handler(_ parameters: Parameters) throws(WireError) -> Handler {
        switch self {
        // The connection
        case .hello:
            .immediate { session, answer in
                session.setClientInfo(from: parameters)
                session.read { answer(.success(session.hello()), nil) }
            }
        case .ping: .read { $1(.success(EmptyResponse()), nil) }
        case .rpcDiscover: .read { $1(.success(ServiceDescription()), nil) }
        case .stateGet: .read { $1(.success($0.server.stateResponse), nil) }
        case .stateSubscribe: .read { $0.subscribe(parameters, $1) }
        case .stateUnsubscribe: .read { $0.unsubscribe(parameters, $1) }

        // The card
        case .cardDrag:
            .change(
                .drag(
                    translation: parameters.double("translation") ?? 0,
                    predictedEndX: parameters.double("predictedEndX") ?? 0,
                    width: parameters.double("width") ?? 0))
        case .cardRelease: .change(.release)
        case .cardReset: .change(.reset)

        // Jokes
        case .jokeCurrent: .read { $1(.success($0.server.jokeResponse), nil) }
        case .jokeNext:
            .change(
                .next(
                    ChangeRequest.Selection(
                        source: parameters.string("source"),
                        category: parameters.string("category")?.lowercased(),
                        maxLength: parameters.integer("maxLength")),
                    wait: parameters.bool("wait") ?? false, delivery: try parameters.delivery))
        case .jokeReveal: .change(.reveal)
        case .jokePrevious: .change(.previous)
        case .jokeHistory: .read { $0.history(parameters.integer("limit") ?? Limits.history, $1) }
        case .jokeLike: .change(.decide(.like, parameters.reference))
        case .jokeDislike: .change(.decide(.dislike, parameters.reference))
        case .jokeAdd: .change(.add(try parameters.joke))
        case .jokeUndo: .change(.undo)
        case .dailyGet: .change(.daily)
        case .translationShow:
            .change(.showTranslation(parameters.string("show").flatMap(TranslationSwitch.init) ?? .on))
        case .translationRequest:
            .change(.translate(parameters.reference, again: parameters.bool("again") ?? false))

        // The library
        case .savedList, .savedSearch:
            Self.savedPage(try parameters.savedQuery(limit: Limits.page.usual))
        case .savedGet: .read { $0.savedGet(parameters.string("joke") ?? "", $1) }
        case .savedEdit: .change(.edit(parameters.string("joke") ?? "", try parameters.edit))
        case .savedDelete: .change(try parameters.deletion)
        case .savedRestore: .change(.restore(parameters.strings("jokes") ?? []))
        case .savedExport: Self.savedExport(parameters.strings("jokes"), try parameters.exportedKey)
        case .savedImport: try parameters.savedImport

        // Sources
        case .sourcesList:
            .read {
                let (isExplained, answer) = (parameters.bool("explain") ?? false, $1)
                guard parameters.bool("count") ?? false else {
                    let items = $0.server.sources(explained: isExplained)
                    return answer(.success(SourcesResponse(items: items)), nil)
                }
                $0.server.countedSources(explained: isExplained) {
                    answer(.success(SourcesResponse(items: $0)), nil)
                }
            }
        case .sourcesCategories: .change(.categories(source: parameters.source))
        case .sourcesEnable: .change(.enable(source: parameters.source, true))
        case .sourcesDisable: .change(.enable(source: parameters.source, false))
        case .sourcesReset: .change(.enable(source: parameters.source, nil))
        case .feedPage: .change(try parameters.feedPage)

        // The queue, the taste and the share targets
        case .queueList: .read { $1(.success($0.server.queueResponse), nil) }
        case .tasteGet: .read { $1(.success($0.server.tasteResponse), nil) }
        case .tasteReset: .change(.resetTaste)
        case .memoryExport: Self.memoryExport(parameters.exportPosition, try parameters.exportedMemory)
        case .memoryImport: .change(parameters.memory)
        case .shareTargets:
            .read { $1(.success(ShareTargetsResponse(items: $0.server.shareTargets.thatFit())), nil) }

        // The daemon
        case .daemonStatus:
            .read { $1(.success($0.server.status(withClients: parameters.bool("clients") ?? false)), nil) }
        case .daemonReload: .read { $0.reload($1) }
        case .daemonBackup: .read { $0.backUp($1) }
        }
    }

    private static func savedPage(_ query: SavedQuery) -> Handler { .read { $0.savedPage(query, $1) } }

    private static func savedExport(_ jokes: [String]?, _ key: JokeKey?) -> Handler {
        .read { $0.savedExport(of: jokes, after: key, $1) }
    }

    private static func memoryExport(_ position: Int, _ place: MemoryPlace?) -> Handler {
        .read { $0.memoryExport(after: position, following: place, $1) }
    }
}

extension Parameters {
    /// The source, which the method's description requires.
    fileprivate var source: String { string("source") ?? "" }

    /// The key after which the next part of an export begins, or nil for the first part.
    ///
    /// - Parameters:
    ///   - export: The parameters that each part has.
    ///   - same: Their name in the error.
    private func exportKey(_ export: [String], same: String) throws(WireError) -> String? {
        guard let text = string("cursor") else { return nil }
        guard let key = Cursor.key(text, of: export) else {
            throw WireError(
                parameter: "cursor",
                expected: "the 'next' of the part before, with the same '\(same)'; without a cursor, the "
                    + "export starts again",
                found: QuotedExcerpt.part(of: text))
        }
        return key
    }

    /// The key after which the next part of `saved.export` begins, or nil for the first part.
    fileprivate var exportedKey: JokeKey? {
        get throws(WireError) {
            try exportKey(Cursor.export(of: strings("jokes")), same: "jokes").flatMap { JokeKey($0) }
        }
    }

    /// The position after which `memory.export` exports.
    fileprivate var exportPosition: Int { integer("after") ?? -1 }

    /// The place after which the next part of `memory.export` begins, or nil for the first part.
    fileprivate var exportedMemory: MemoryPlace? {
        get throws(WireError) {
            try exportKey(Cursor.memory(after: exportPosition), same: "after")
                .flatMap(MemoryPlace.init(key:))
        }
    }

    /// The handler of `saved.import`.
    fileprivate var savedImport: Handler {
        get throws(WireError) {
            // The other requests change nothing, so the card may be another one when the last request comes.
            guard ifJoke == nil || bool("last") == true else {
                throw WireError(
                    .invalidParams,
                    "'ifJoke' is checked when the import is made; send it with 'last' only.")
            }
            return .immediate { $0.importLines(self, $1) }
        }
    }

    /// The lines of `memory.import`, without invalid ones.
    fileprivate var memory: ChangeRequest.Change {
        let texts = strings("lines") ?? []
        let lines = texts.compactMap { MemoryLine($0) }
        return .remember(lines, skipped: texts.count - lines.count)
    }

    /// The page that the parameters of `feed.page` describe.
    fileprivate var feedPage: ChangeRequest.Change {
        get throws(WireError) {
            let key = FeedKey(source: source, query: string("query"))
            let (page, category) = (integer("page"), string("category"))
            let cursor = string("cursor")
            let query = Cursor.page(page ?? 1, of: key, category: category)
            let place = cursor.flatMap { Cursor.key($0, of: query) }.flatMap { Int64($0) }
            guard cursor == nil || place != nil else {
                throw WireError(
                    parameter: "cursor",
                    expected: page == nil
                        ? "a 'page' with it, the one after the page that it is from"
                        : "the 'next' of the page before, of the same source, query and category",
                    found: QuotedExcerpt.part(of: cursor ?? ""))
            }
            return .browse(key, page: page ?? 1, files: .init(category: category, after: place))
        }
    }

    /// How the client gets the joke of `joke.next`.
    fileprivate var delivery: ChangeRequest.Delivery {
        get throws(WireError) {
            let reveals = bool("reveal") ?? false
            guard bool("card") == false else { return reveals ? .revealedCard : .card }
            guard !reveals, ifJoke == nil else {
                throw WireError(
                    .invalidParams,
                    "With 'card' false, the card stays as it is; leave 'reveal' and 'ifJoke' out.")
            }
            return .reply
        }
    }

    /// The joke of `joke.add`, which has no id and no source.
    fileprivate var joke: Joke {
        get throws(WireError) { try joke(withoutText: nil) }
    }

    /// The edit of `saved.edit`, or nil to restore the joke of the source.
    fileprivate var edit: ChangeRequest.Edit? {
        get throws(WireError) {
            let isRestoration = bool("restore") ?? false
            let hasEdit =
                hasText || strings("categories") != nil || string("language") != nil
                || object("translation") != nil
            guard hasEdit != isRestoration else {
                throw WireError(
                    .invalidParams,
                    isRestoration
                        ? "'restore' restores the whole joke; nothing else can be given with it."
                        : "There is nothing to edit; give a text, 'categories', a 'language' or a 'translation'."
                )
            }
            guard !isRestoration else { return nil }
            let part = try part
            let joke = try joke(withoutText: "-", isPartial: part != nil)
            return ChangeRequest.Edit(
                text: hasText && part == nil ? joke : nil, part: part,
                categories: strings("categories").map { _ in joke.categories },
                language: string("language").map { _ in joke.language }, translation: joke.translation)
        }
    }

    /// One of the two parts of a joke, if the other one and the value are not given.
    private var part: ChangeRequest.Edit.Part? {
        get throws(WireError) {
            guard string("value") == nil else { return nil }
            let part: ChangeRequest.Edit.Part
            switch (string("setup"), string("punchline")) {
            case (let setup?, nil): part = .setup(setup)
            case (nil, let punchline?): part = .punchline(punchline)
            default: return nil
            }
            guard !SanitizedText.text(string(part.name) ?? "").isEmpty else {
                throw WireError(.invalidParams, "The '\(part.name)' has no text.")
            }
            return part
        }
    }

    private var hasText: Bool { (string("value") ?? string("setup") ?? string("punchline")) != nil }

    /// The joke that the parameters describe.
    ///
    /// - Parameters:
    ///   - text: The text if none is given, or nil if one is required.
    ///   - isPartial: Whether one part of the text is given, which is left out here.
    private func joke(withoutText text: String?, isPartial: Bool = false) throws(WireError) -> Joke {
        var object: JSONObject = [:]
        for name in isPartial ? [] : ["value", "setup", "punchline"] {
            if let text = string(name) { object.append(name, .string(text)) }
        }
        if let language = try language(string("language")) { object.append("language", .string(language)) }
        if isPartial || !hasText, let text { object.append("value", .string(text)) }
        object.append("categories", .array((strings("categories") ?? []).map { .string($0) }))
        var joke: Joke
        do throws(LibraryLine.ParseError) { joke = try LibraryLine.joke(object) } catch {
            throw WireError(.invalidParams, "The joke \(error.message).")
        }
        // Parts that differ from the value are left out in an import. Here they are a mistake.
        guard isPartial || joke.setup != nil || string("setup") ?? string("punchline") == nil else {
            throw WireError(
                .invalidParams,
                "'value', 'setup' and 'punchline' are not the same text; give a 'value' alone, or a 'setup' and a "
                    + "'punchline'.")
        }
        joke.translation = try translation
        return joke
    }

    /// The translation in the parameters, which needs no credit.
    private var translation: Joke.Translation? {
        get throws(WireError) {
            guard let given = object("translation") else { return nil }
            let translation = Joke.Translation(
                language: try language(given["language"]?.stringValue) ?? "",
                value: given["value"]?.stringValue ?? "", machine: false,
                attribution: .init(engine: Joke.Attribution.pack, text: "Told in both languages", url: ""))
            guard let translation = translation.sanitized() else {
                throw WireError(.invalidParams, "The translation has no text.")
            }
            return translation
        }
    }

    /// The joke that the parameter names: the card's, the joke of the day, or one by its id.
    fileprivate var reference: ChangeRequest.Reference {
        switch string("joke") {
        case nil: .card
        case "daily": .daily
        case let id?: .joke(Joke.ID(rawValue: id))
        }
    }
}

extension ClientSession {
    /// Runs the handler of a request, or answers with the error if the request is invalid.
    func execute(_ request: Result<ValidatedRequest, WireError>, answer: @escaping Handler.Answer) {
        switch request {
        case .failure(let error): answer(.failure(error), nil)
        case .success(let request):
            switch request.handler {
            case .change(let change): make(change, for: request.method, request.ifJoke, answer)
            case .immediate(let work): work(self, answer)
            case .read(let work):
                read { [weak self] in
                    // A session may live longer than its connection, in the queue of turns.
                    guard let self, connection.isOpen else { return }
                    work(self, answer)
                }
            }
        }
    }

    /// Runs a read after the client's changes so far, on the committed state.
    func read(_ work: @escaping @LoopActor () -> Void) {
        if pendingChanges > 0 {
            server.engine.readAfterChanges(of: number, work)
        } else {
            server.engine.read(work)
        }
    }

    /// Requests a change from the engine, and replies with its result.
    func make(
        _ change: ChangeRequest.Change, for method: Method, _ ifJoke: Joke.ID?,
        _ answer: @escaping Handler.Answer
    ) {
        pendingChanges += 1
        server.engine.request(
            change, ifJoke: ifJoke,
            cause: Cause(method: method.rawValue, client: client, connection: number)
        ) { [weak self] result in
            self?.pendingChanges -= 1
            answer(result.map(\.response), nil)
        }
    }
}
