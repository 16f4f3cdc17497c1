// SPDX-License-Identifier: MIT

// The table of all methods, with one row each. Their handlers are in `JokeDaemon/Methods`.
extension Method {
    func describe() -> MethodDescription {
        switch self {
        // MARK: The connection
        case .hello:
            MethodDescription(
                self, "Names the client and gets the abilities of the daemon.", .read,
                params: [
                    .init("client", .text(Limits.requestLine), "The client's name, for causes and logs."),
                    .init("version", .text(Limits.requestLine), "The client's version."),
                    .init(
                        "grease", .boolean, "Whether to add unknown members and events, to test the client."),
                ],
                result: HelloResponse.schema)
        case .ping:
            MethodDescription(self, "Returns an empty result at once.", .read, result: EmptyResponse.schema)
        case .rpcDiscover:
            MethodDescription(
                self, "Gets the protocol as an OpenRPC document.", .read,
                result: .shape(ServiceDescription.namedSchema))
        case .stateGet:
            MethodDescription(self, "Gets the whole state.", .read, result: StateResponse.schema)
        case .stateSubscribe:
            MethodDescription(
                self, "Starts sending events on this connection.", .read,
                params: [
                    .init(
                        "topics", .array(of: .words(of: Topic.self)), fallback: ["state"],
                        "The topics of the events."),
                    .init(
                        "since", .object([.init("epoch", .text(Limits.link)), .init("seq", .integer)]),
                        "The epoch, and the seq of the last event that the client knows."),
                ],
                result: SubscribeResponse.schema)
        case .stateUnsubscribe:
            MethodDescription(
                self, "Ends a subscription of this connection.", .read,
                params: [
                    .init(
                        "subscription", .integer, required: true, "The number that state.subscribe returned.")
                ],
                result: EmptyResponse.schema)

        // MARK: The card
        case .cardDrag:
            MethodDescription(
                self, "Moves the card while the user drags it.", .change,
                params: [
                    .init(
                        "translation", .number, required: true,
                        "The card's shift as a fraction of its width; negative is left."),
                    .init(
                        "predictedEndX", .number, required: true,
                        "The position at which the card would stop if it were released now."),
                    .init(
                        "width", .number, required: true,
                        "The width of the bounds, in the unit of predictedEndX."),
                    .ifJoke,
                ],
                errors: [.staleJoke, .storage], result: ChangeResponse.schema)
        case .cardRelease:
            MethodDescription(
                self, "Releases the card, which decides or returns to the middle.", .change,
                params: [.ifJoke],
                errors: [.staleJoke, .storage],
                result: .either(ChangeResponse.schema, DecisionResponse.schema))
        case .cardReset:
            MethodDescription(
                self, "Returns the card to the middle, undecided.", .change, params: [.ifJoke],
                errors: [.staleJoke, .storage], result: ChangeResponse.schema)

        // MARK: Jokes
        case .jokeCurrent:
            MethodDescription(self, "Gets the joke on the card.", .read, result: JokeResponse.schema)
        case .jokeNext:
            MethodDescription(
                self, "Returns the next joke, and puts it on the card, undecided.", .change,
                waits: .ifGiven(["wait", "source", "category", "maxLength"]),
                params: [
                    .init("wait", .boolean, "Whether to fetch a new joke first."),
                    .init(
                        "source", .text(Limits.name),
                        "The source that it must come from, or `saved` for a saved joke."),
                    .init(
                        "category", .text(Limits.name),
                        "The category that it must have; its case does not matter."),
                    .ifJoke,
                    .init("reveal", .boolean, "Whether to reveal the joke at once."),
                    .init("maxLength", .range(1...Limits.jokeText), "The most characters of its text."),
                    .init(
                        "card", .boolean, fallback: .bool(true),
                        "Whether it comes on the card; otherwise the reply alone has it."),
                ],
                errors: [.staleJoke, .empty, .storage] + ErrorKind.ofSources + [.filtered],
                result: NextResponse.schema)
        case .jokeReveal:
            MethodDescription(
                self, "Reveals the joke on the card: clients show its punch line, too.", .change,
                params: [.ifJoke], errors: [.staleJoke, .storage], result: RevealResponse.schema)
        case .jokePrevious:
            MethodDescription(
                self, "Puts the joke before this one in the history on the card, undecided.", .change,
                params: [.ifJoke], errors: [.staleJoke, .empty, .storage], result: NextResponse.schema)
        case .jokeHistory:
            MethodDescription(
                self, "Lists the jokes that were on the card, the newest first.", .read,
                params: [
                    .init(
                        "limit", .range(1...Limits.history), fallback: .integer(Limits.history),
                        "The most jokes to list.")
                ],
                errors: [.storage], result: HistoryResponse.schema)
        case .jokeLike:
            MethodDescription(
                self, "Likes a joke, which saves it.", .change, params: [.joke, .ifJoke],
                errors: [.staleJoke, .notFound, .empty, .storage], result: DecisionResponse.schema)
        case .jokeDislike:
            MethodDescription(
                self, "Dislikes a joke, which is not shown again.", .change, params: [.joke, .ifJoke],
                errors: [.staleJoke, .notFound, .empty, .storage], result: DecisionResponse.schema)
        case .jokeAdd:
            MethodDescription(
                self, "Adds a joke of the user's own, and saves it.", .change,
                params: ParameterDescription.ofJoke + [.ifJoke],
                errors: [.staleJoke, .storage], result: AddResponse.schema)
        case .jokeUndo:
            MethodDescription(
                self, "Undoes the newest decision, deletion, restoration, addition or edit.", .change,
                params: [.ifJoke],
                errors: [.staleJoke, .empty, .storage], result: UndoResponse.schema)
        // This is a read: the first request of a day stores the joke, but the card does not change.
        case .dailyGet:
            MethodDescription(
                self, "Gets the joke of the day, which is the same for all clients until midnight.", .read,
                errors: [.empty, .storage], result: DailyResponse.schema)
        case .translationShow:
            MethodDescription(
                self, "Shows translations, or the original texts.", .change,
                params: [
                    .init(
                        "show", .words(of: TranslationSwitch.self), required: true,
                        "Whether to show translations; toggle changes it."),
                    .ifJoke,
                ],
                errors: [.staleJoke, .storage], result: TranslationModeResponse.schema)
        case .translationRequest:
            MethodDescription(
                self, "Translates a joke, and waits for the result.", .change, waits: .always,
                params: [
                    .joke,
                    .init("again", .boolean, "Whether to replace a machine translation by a new one."),
                    .ifJoke,
                ],
                errors: [.staleJoke, .notFound, .empty, .storage] + ErrorKind.ofSources,
                result: TranslationResponse.schema)

        // MARK: The library
        case .savedList:
            MethodDescription(
                self, "Lists saved jokes, a page at a time.", .read,
                params: ParameterDescription.page + ParameterDescription.ordering
                    + ParameterDescription.filters + ParameterDescription.otherLists,
                errors: [.storage], result: SavedPageResponse.schema)
        case .savedGet:
            MethodDescription(
                self, "Gets one saved joke.", .read,
                params: [
                    .init(
                        "joke", .text(Limits.namedID), required: true,
                        "The id of the joke, or a unique beginning of it.")
                ],
                errors: [.notFound, .ambiguous, .storage], result: SavedItem.schema)
        case .savedSearch:
            MethodDescription(
                self, "Finds saved jokes by parts of their texts, a page at a time.", .read,
                params: [
                    ParameterDescription(
                        "query", .text(Limits.searchQuery), required: true,
                        "Words or parts of words, and \"phrases\"; all must match.")
                ] + ParameterDescription.page + ParameterDescription.ordering
                    + ParameterDescription.filters + ParameterDescription.otherLists,
                errors: [.storage], result: SavedPageResponse.schema)
        case .savedEdit:
            MethodDescription(
                self, "Edits a saved joke, or restores the text of its source.", .change,
                params: [
                    ParameterDescription(
                        "joke", .text(Limits.namedID), required: true,
                        "The id of the joke, or a unique beginning of it.")
                ] + ParameterDescription.ofJoke + [
                    ParameterDescription(
                        "restore", .boolean,
                        "Whether to restore the joke of the source, without other parameters."),
                    .ifJoke,
                ],
                errors: [.staleJoke, .notFound, .ambiguous, .storage], result: DecisionResponse.schema)
        case .savedDelete:
            MethodDescription(
                self, "Moves saved jokes to the trash.", .change,
                params: [
                    ParameterDescription(
                        "jokes", .array(of: .text(Limits.namedID)),
                        "The ids of the jokes, or unique beginnings of them."),
                    .ifJoke,
                    ParameterDescription(
                        "query", .text(Limits.searchQuery),
                        "A query, as in saved.search; deletes all jokes that match."),
                ] + ParameterDescription.filters,
                errors: [.staleJoke, .notFound, .ambiguous, .storage], result: DeleteResponse.schema)
        case .savedRestore:
            MethodDescription(
                self, "Restores jokes from the trash, and ends dislikes.", .change,
                params: [
                    .init(
                        "jokes", .array(of: .text(Limits.namedID)), required: true,
                        "The ids of the jokes, or unique beginnings of them."),
                    .ifJoke,
                ],
                errors: [.staleJoke, .notFound, .ambiguous, .storage], result: RestoreResponse.schema)
        case .savedExport:
            MethodDescription(
                self, "Exports the whole library or some of its jokes, a part at a time.", .read,
                params: [
                    .init("cursor", .text(Limits.cursor), "The `next` of the previous part."),
                    .init(
                        "jokes", .array(of: .text(Limits.namedID)),
                        "The ids of the jokes to export; left out for all."),
                ],
                errors: [.storage], result: ExportResponse.schema)
        case .savedImport:
            MethodDescription(
                self, "Imports the lines of another library, all or none.", .change,
                params: [
                    .init(
                        "lines", .array(of: .text(Limits.requestLine)), required: true,
                        "The next lines of the import, in order."),
                    .init("import", .integer, "The number of the import to continue; left out to begin one."),
                    .init("last", .boolean, "Whether these are the last lines, which completes the import."),
                    .init(
                        "mode", .words(["add", "merge", "sync"]), fallback: "sync",
                        "Whether to import only jokes (add), or also what was deleted and disliked (merge, sync). Sync is no step of undo."
                    ),
                    .init("skipBad", .boolean, "Whether to skip invalid lines instead of failing."),
                    .ifJoke,
                ],
                errors: [.staleJoke, .badData, .storage],
                result: .either(StagedImportResponse.schema, ImportResponse.schema))

        // MARK: Sources
        case .sourcesList:
            MethodDescription(
                self, "Lists the sources and their status.", .read,
                params: [
                    .init("explain", .boolean, "Whether to include why jokes were filtered."),
                    .init("count", .boolean, "Whether to count the jokes of local files."),
                ],
                result: SourcesResponse.schema)
        case .sourcesCategories:
            MethodDescription(
                self, "Lists the categories of a source.", .read, waits: .always,
                params: [.sourceName], errors: [.storage] + ErrorKind.ofSources + [.filtered],
                result: CategoriesResponse.schema)
        case .sourcesEnable:
            MethodDescription(
                self, "Turns a source on, whatever the configuration says.", .change,
                params: [.sourceName, .ifJoke], errors: [.staleJoke, .storage],
                result: ChangeResponse.schema)
        case .sourcesDisable:
            MethodDescription(
                self, "Turns a source off, whatever the configuration says.", .change,
                params: [.sourceName, .ifJoke], errors: [.staleJoke, .storage],
                result: ChangeResponse.schema)
        case .sourcesReset:
            MethodDescription(
                self, "Lets the configuration say again whether a source is on.", .change,
                params: [.sourceName, .ifJoke], errors: [.staleJoke, .storage],
                result: ChangeResponse.schema)
        // This is a read: the first request for a page stores it, but the card does not change.
        case .feedPage:
            MethodDescription(
                self, "Gets a page of the jokes of a source, or of those that match a query.", .read,
                waits: .always,
                params: [
                    .init("source", .text(Limits.name), required: true, "The source to browse."),
                    .init(
                        "query", .text(Limits.feedQuery), "The text to search for; left out for all jokes."),
                    .init(
                        "page", .range(1...Limits.pages), fallback: 1,
                        "The number of the page; those of a service are fetched in order."),
                    .init(
                        "category", .text(Limits.name),
                        "Only jokes of this category, in any case; not for services."),
                    .init("cursor", .text(Limits.cursor), "The `next` of the page before; not for services."),
                ],
                errors: [.storage] + ErrorKind.ofSources + [.filtered], result: FeedPageResponse.schema)

        // MARK: Queue, taste and sharing
        case .queueList:
            MethodDescription(self, "Lists the jokes that come next.", .read, result: QueueResponse.schema)
        case .tasteGet:
            MethodDescription(
                self, "Gets what was learned from likes and dislikes.", .read, result: TasteResponse.schema)
        case .tasteReset:
            MethodDescription(
                self, "Forgets what was learned from likes and dislikes.", .change, params: [.ifJoke],
                errors: [.staleJoke, .storage], result: ChangeResponse.schema)
        case .memoryExport:
            MethodDescription(
                self, "Exports what was shown and learned, a part at a time.", .read,
                params: [
                    .init(
                        "after", .integer, fallback: -1,
                        "The `position` of an earlier export, after which the showings begin."),
                    .init("cursor", .text(Limits.cursor), "The `next` of the previous part."),
                ],
                errors: [.storage], result: MemoryExportResponse.schema)
        case .memoryImport:
            MethodDescription(
                self, "Adds what other machines have shown and learned.", .change,
                params: [
                    .init(
                        "lines", .array(of: .text(Limits.requestLine)), required: true,
                        "Lines of their exports."),
                    .ifJoke,
                ],
                errors: [.staleJoke, .storage], result: MemoryImportResponse.schema)
        case .shareTargets:
            MethodDescription(
                self, "Lists the web pages and mail programs to which a joke can be sent.", .read,
                result: ShareTargetsResponse.schema)

        // MARK: The daemon
        case .daemonStatus:
            MethodDescription(
                self, "Gets the status of the daemon.", .read,
                params: [
                    .init("clients", .boolean, "Whether to list each connection with its counters.")
                ],
                result: StatusResponse.schema)
        case .daemonReload:
            MethodDescription(
                self, "Reads the configuration again, as a whole or not at all.", .read,
                errors: [.badConfiguration], result: ReloadResponse.schema)
        case .daemonBackup:
            MethodDescription(
                self, "Copies the whole store to a file.", .read, errors: [.storage],
                result: BackupFile.schema)
        }
    }
}
