// SPDX-License-Identifier: MIT

extension Method {
    var params: [ParameterDescription] {
        switch self {
        case .ping, .rpcDiscover, .stateGet, .jokeCurrent, .dailyGet, .queueList, .tasteGet,
            .daemonReload, .daemonBackup, .shareTargets:
            []
        case .hello:
            [
                ParameterDescription("client", .string, "The client's name, for causes and logs."),
                ParameterDescription("version", .string, "The client's version."),
                ParameterDescription(
                    "grease", .boolean, "Mixes in what a later version might add, to test a client."),
            ]
        case .stateSubscribe:
            [
                ParameterDescription(
                    "topics", .array(of: .words(of: Topic.self)), fallback: ["state"], "What to be told of."),
                ParameterDescription(
                    "since", .object([.init("epoch", .string), .init("seq", .integer)]),
                    "The epoch and seq up to which all is known."),
            ]
        case .stateUnsubscribe:
            [
                ParameterDescription(
                    "subscription", .integer, required: true, "The number that state.subscribe answered.")
            ]
        case .cardDrag:
            [
                ParameterDescription(
                    "translation", .number, required: true,
                    "The card's shift as a fraction of its width; negative is left."),
                ParameterDescription(
                    "predictedEndX", .number, required: true, "Where the card would come to rest."),
                ParameterDescription("width", .number, required: true, "The width of the bounds."),
                .ifJoke,
            ]
        case .cardRelease, .cardReset, .jokeUndo, .tasteReset: [.ifJoke]
        case .jokeNext:
            [
                ParameterDescription("wait", .boolean, "Whether to fetch a fresh one first."),
                ParameterDescription("source", .string, "The source that it must come from."),
                ParameterDescription("category", .string, "The category that it must have."),
                .ifJoke,
            ]
        case .jokeLike, .jokeDislike:
            [
                ParameterDescription(
                    "joke", .string, "The id of the joke that is meant, or daily; the card's where left out."),
                .ifJoke,
            ]
        case .translationShow:
            [
                ParameterDescription(
                    "show", .words(of: TranslationSwitch.self), required: true,
                    "Whether translations are shown; toggle for the other way round."),
                .ifJoke,
            ]
        case .translationRequest:
            [
                ParameterDescription(
                    "joke", .string, "The id of the joke that is meant, or daily; the card's where left out."),
                ParameterDescription("again", .boolean, "Whether a machine is asked anew."),
                .ifJoke,
            ]
        case .savedList, .savedSearch, .savedDelete, .savedRestore, .savedExport, .savedImport:
            libraryParams
        case .savedGet:
            [ParameterDescription("joke", .string, required: true, "Its id, or a unique beginning of it.")]
        case .sourcesList:
            [ParameterDescription("explain", .boolean, "Says of each source why jokes were filtered.")]
        case .sourcesCategories:
            [ParameterDescription("source", .string, required: true, "Its name, as sources.list has it.")]
        case .sourcesEnable, .sourcesDisable:
            [
                ParameterDescription(
                    "source", .string, required: true, "Its name, as sources.list has it."),
                .ifJoke,
            ]
        case .feedPage:
            [
                ParameterDescription("source", .string, required: true, "The source to browse."),
                ParameterDescription("query", .string, "What to look for; all that it has where left out."),
                ParameterDescription(
                    "page", .range(1...Limits.feedPages), fallback: 1, "Its number: one after the other."),
            ]
        case .daemonStatus:
            [ParameterDescription("clients", .boolean, "Lists each connection with its counters.")]
        }
    }
}

extension ParameterDescription {
    static let ifJoke = ParameterDescription(
        "ifJoke", .string, "The id that must be on the card; otherwise nothing happens.")
}
