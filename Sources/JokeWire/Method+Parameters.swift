// SPDX-License-Identifier: MIT

extension Method {
    var params: [ParameterDescription] {
        switch self {
        case .ping, .stateGet, .jokeCurrent, .dailyGet, .queueList, .daemonStatus: []
        case .hello:
            [
                ParameterDescription("client", .string, "The client's name, for causes and logs."),
                ParameterDescription("version", .string, "The client's version."),
            ]
        case .stateSubscribe:
            [
                ParameterDescription("topics", .strings, "What to be told of: state, the only topic so far."),
                ParameterDescription("since", .object, "The epoch and seq up to which all is known."),
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
                ParameterDescription("width", .number, required: true, "The width of the bounds, in points."),
                .ifJoke,
            ]
        case .cardRelease, .cardReset, .jokeUndo: [.ifJoke]
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
                    "joke", .string, "The joke that is meant, or daily; the card's where left out."),
                .ifJoke,
            ]
        case .savedList:
            [
                ParameterDescription("limit", .integer, "How many at most."),
                ParameterDescription("cursor", .string, "The next of the page before."),
            ]
        case .savedGet:
            [ParameterDescription("joke", .string, required: true, "Its id or a unique prefix of it.")]
        case .savedDelete:
            [
                ParameterDescription(
                    "jokes", .strings, required: true, "Their ids or unique prefixes of them."),
                .ifJoke,
            ]
        }
    }
}

extension ParameterDescription {
    fileprivate static let ifJoke = ParameterDescription(
        "ifJoke", .string, "The id that must be on the card; otherwise nothing happens.")
}
