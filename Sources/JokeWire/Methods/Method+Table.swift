// SPDX-License-Identifier: MIT

// The table of all methods, with one row each. Their handlers are in `JokeDaemon/Methods`.
extension Method {
    func describe() -> MethodDescription {
        switch self {
        // MARK: The connection
        case .hello:
            MethodDescription(
                self, "Says who asks, and learns what the server can do.", .read,
                params: [
                    ParameterDescription("client", .string, "The client's name, for causes and logs."),
                    ParameterDescription("version", .string, "The client's version."),
                    ParameterDescription(
                        "grease", .boolean, "Mixes in what a later version might add, to test a client."),
                ],
                result: HelloResponse.schema)
        case .ping:
            MethodDescription(self, "Answers at once.", .read, result: EmptyResponse.schema)
        case .rpcDiscover:
            MethodDescription(
                self, "Describes the protocol as an OpenRPC document.", .read,
                result: .shape(ServiceDescription.namedSchema))
        case .stateGet:
            MethodDescription(self, "Gets the whole state.", .read, result: StateResponse.schema)
        case .stateSubscribe:
            MethodDescription(
                self, "Sends events from now on.", .read,
                params: [
                    ParameterDescription(
                        "topics", .array(of: .words(of: Topic.self)), fallback: ["state"],
                        "What to be told of."),
                    ParameterDescription(
                        "since", .object([.init("epoch", .string), .init("seq", .integer)]),
                        "The epoch and seq up to which all is known."),
                ],
                result: SubscribeResponse.schema)
        case .stateUnsubscribe:
            MethodDescription(
                self, "Ends a subscription of this connection.", .read,
                params: [
                    ParameterDescription(
                        "subscription", .integer, required: true,
                        "The number that state.subscribe answered.")
                ],
                result: EmptyResponse.schema)

        // MARK: The card
        case .cardDrag:
            MethodDescription(
                self, "Moves the card under a finger.", .change,
                params: [
                    ParameterDescription(
                        "translation", .number, required: true,
                        "The card's shift as a fraction of its width; negative is left."),
                    ParameterDescription(
                        "predictedEndX", .number, required: true, "Where the card would come to rest."),
                    ParameterDescription("width", .number, required: true, "The width of the bounds."),
                    .ifJoke,
                ],
                errors: [.staleJoke, .storage], result: ChangeResponse.schema)
        case .cardRelease:
            MethodDescription(
                self, "Lets the card go, which decides or springs back.", .change, params: [.ifJoke],
                errors: [.staleJoke, .storage],
                result: .either(ChangeResponse.schema, DecisionResponse.schema))
        case .cardReset:
            MethodDescription(
                self, "Puts the card back to the middle, undecided.", .change, params: [.ifJoke],
                errors: [.staleJoke, .storage], result: ChangeResponse.schema)

        // MARK: Jokes
        case .jokeCurrent:
            MethodDescription(self, "Gets the joke on the card.", .read, result: JokeResponse.schema)
        case .jokeNext:
            MethodDescription(
                self, "Puts the next joke on the card, undecided.", .change,
                waits: .ifGiven(["wait", "source", "category"]),
                params: [
                    ParameterDescription("wait", .boolean, "Whether to fetch a fresh one first."),
                    ParameterDescription("source", .string, "The source that it must come from."),
                    ParameterDescription("category", .string, "The category that it must have."),
                    .ifJoke,
                ],
                errors: [.staleJoke, .empty, .storage] + ErrorKind.ofSources + [.filtered],
                result: DecisionResponse.schema)
        case .jokeLike:
            MethodDescription(
                self, "Likes a joke: it is saved.", .change, params: [.joke, .ifJoke],
                errors: [.staleJoke, .notFound, .empty, .storage], result: DecisionResponse.schema)
        case .jokeDislike:
            MethodDescription(
                self, "Dislikes a joke: it does not come back.", .change, params: [.joke, .ifJoke],
                errors: [.staleJoke, .notFound, .empty, .storage], result: DecisionResponse.schema)
        case .jokeUndo:
            MethodDescription(
                self, "Takes the newest decision or deletion back.", .change, params: [.ifJoke],
                errors: [.staleJoke, .empty, .storage], result: UndoResponse.schema)
        // This is a read: the first request of a day stores the joke, but the card does not change.
        case .dailyGet:
            MethodDescription(
                self, "Gets the day's joke, the same for everybody all day.", .read,
                errors: [.empty, .storage], result: DailyResponse.schema)
        case .translationShow:
            MethodDescription(
                self, "Shows translations, or the texts as they came.", .change,
                params: [
                    ParameterDescription(
                        "show", .words(of: TranslationSwitch.self), required: true,
                        "Whether translations are shown; toggle for the other way round."),
                    .ifJoke,
                ],
                errors: [.staleJoke, .storage], result: TranslationModeResponse.schema)
        case .translationRequest:
            MethodDescription(
                self, "Has a joke translated, and waits for it.", .change, waits: .always,
                params: [
                    .joke, ParameterDescription("again", .boolean, "Whether a machine is asked anew."),
                    .ifJoke,
                ],
                errors: [.staleJoke, .notFound, .empty, .storage] + ErrorKind.ofSources,
                result: TranslationResponse.schema)

        // MARK: The library
        case .savedList:
            MethodDescription(
                self, "Lists saved jokes, a page at a time.", .read,
                params: ParameterDescription.page + ParameterDescription.ordering
                    + ParameterDescription.filters + [.trash],
                errors: [.storage], result: SavedPageResponse.schema)
        case .savedGet:
            MethodDescription(
                self, "Gets one saved joke.", .read,
                params: [
                    ParameterDescription(
                        "joke", .string, required: true, "Its id, or a unique beginning of it.")
                ],
                errors: [.notFound, .ambiguous, .storage], result: SavedItem.schema)
        case .savedSearch:
            MethodDescription(
                self, "Finds saved jokes by their words, a page at a time.", .read,
                params: [
                    ParameterDescription(
                        "query", .string, required: true,
                        "Words, beginnings of words (`wor*`), \"phrases\", parts of words (`*ord*`): all of them must fit."
                    )
                ] + ParameterDescription.page + ParameterDescription.ordering
                    + ParameterDescription.filters + [.trash],
                errors: [.storage], result: SavedPageResponse.schema)
        case .savedDelete:
            MethodDescription(
                self, "Moves saved jokes to the trash.", .change,
                params: [
                    ParameterDescription(
                        "jokes", .array(of: .string), "Their ids, or unique beginnings of them."),
                    .ifJoke,
                    ParameterDescription("query", .string, "What they fit, as of saved.search."),
                ] + ParameterDescription.filters,
                errors: [.staleJoke, .notFound, .ambiguous, .storage], result: DeleteResponse.schema)
        case .savedRestore:
            MethodDescription(
                self, "Brings jokes back from the trash.", .change,
                params: [
                    ParameterDescription(
                        "jokes", .array(of: .string), required: true,
                        "Their ids, or unique beginnings of them."),
                    .ifJoke,
                ],
                errors: [.staleJoke, .notFound, .ambiguous, .storage], result: RestoreResponse.schema)
        case .savedExport:
            MethodDescription(
                self, "Gives the whole library, some lines at a time.", .read,
                params: [ParameterDescription("cursor", .string, "The next of the part before.")],
                errors: [.storage], result: ExportResponse.schema)
        case .savedImport:
            MethodDescription(
                self, "Takes lines of another library in, all or none.", .change,
                params: [
                    ParameterDescription(
                        "lines", .array(of: .string), required: true, "The next lines, in their order."),
                    ParameterDescription(
                        "import", .integer,
                        "The number of the import that they go on with; a new one where left out."),
                    ParameterDescription(
                        "last", .boolean, "Whether there are no more: then it is done."),
                    ParameterDescription(
                        "skipBad", .boolean, "Whether bad lines are left out, instead of all."),
                    .ifJoke,
                ],
                errors: [.staleJoke, .badData, .storage],
                result: .either(StagedImportResponse.schema, ImportResponse.schema))

        // MARK: Sources
        case .sourcesList:
            MethodDescription(
                self, "Lists the sources, and how each does.", .read,
                params: [
                    ParameterDescription(
                        "explain", .boolean, "Says of each source why jokes were filtered.")
                ],
                result: SourcesResponse.schema)
        case .sourcesCategories:
            MethodDescription(
                self, "Lists the categories that a source has.", .read, waits: .always,
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
        // This is a read: the first request for a page stores it, but the card does not change.
        case .feedPage:
            MethodDescription(
                self, "Gets a page of what a source has, or finds for a query.", .read, waits: .always,
                params: [
                    ParameterDescription("source", .string, required: true, "The source to browse."),
                    ParameterDescription(
                        "query", .string, "What to look for; all that it has where left out."),
                    ParameterDescription(
                        "page", .range(1...Limits.feedPages), fallback: 1,
                        "Its number: one after the other."),
                ],
                errors: [.storage] + ErrorKind.ofSources + [.filtered], result: FeedPageResponse.schema)

        // MARK: Queue, taste and sharing
        case .queueList:
            MethodDescription(self, "Lists the jokes that come next.", .read, result: QueueResponse.schema)
        case .tasteGet:
            MethodDescription(
                self, "Tells what was learned from likes and dislikes.", .read, result: TasteResponse.schema)
        case .tasteReset:
            MethodDescription(
                self, "Forgets what was learned from likes and dislikes.", .change, params: [.ifJoke],
                errors: [.staleJoke, .storage], result: ChangeResponse.schema)
        case .shareTargets:
            MethodDescription(
                self, "Lists where a joke can be sent to.", .read, result: ShareTargetsResponse.schema)

        // MARK: The daemon
        case .daemonStatus:
            MethodDescription(
                self, "Says how the daemon does.", .read,
                params: [
                    ParameterDescription(
                        "clients", .boolean, "Lists each connection with its counters.")
                ],
                result: StatusResponse.schema)
        case .daemonReload:
            MethodDescription(
                self, "Reads the configuration again: as a whole, or not at all.", .read,
                errors: [.badConfiguration], result: ReloadResponse.schema)
        case .daemonBackup:
            MethodDescription(
                self, "Copies the whole store into a file.", .read, errors: [.storage],
                result: BackupFile.schema)
        }
    }
}
