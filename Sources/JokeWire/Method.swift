// SPDX-License-Identifier: MIT

/// The methods, by their names on the wire.
package enum Method: String, Sendable, Hashable, CaseIterable {
    case hello
    case ping
    case rpcDiscover = "rpc.discover"
    case stateGet = "state.get"
    case stateSubscribe = "state.subscribe"
    case stateUnsubscribe = "state.unsubscribe"
    case cardDrag = "card.drag"
    case cardRelease = "card.release"
    case cardReset = "card.reset"
    case jokeCurrent = "joke.current"
    case jokeNext = "joke.next"
    case jokeLike = "joke.like"
    case jokeDislike = "joke.dislike"
    case jokeUndo = "joke.undo"
    case dailyGet = "daily.get"
    case translationShow = "translation.show"
    case translationRequest = "translation.request"
    case savedList = "saved.list"
    case savedGet = "saved.get"
    case savedSearch = "saved.search"
    case savedDelete = "saved.delete"
    case savedRestore = "saved.restore"
    case savedExport = "saved.export"
    case savedImport = "saved.import"
    case sourcesList = "sources.list"
    case sourcesCategories = "sources.categories"
    case sourcesEnable = "sources.enable"
    case sourcesDisable = "sources.disable"
    case feedPage = "feed.page"
    case queueList = "queue.list"
    case tasteGet = "taste.get"
    case tasteReset = "taste.reset"
    case shareTargets = "share.targets"
    case daemonStatus = "daemon.status"
    case daemonReload = "daemon.reload"
    case daemonBackup = "daemon.backup"
}

extension Method {
    package var description: MethodDescription { Self.descriptions[self] ?? MethodDescription(of: self) }

    /// Made once: a description is asked for with every request.
    private static let descriptions = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0, MethodDescription(of: $0)) })

    var isChange: Bool {
        switch self {
        case .cardDrag, .cardRelease, .cardReset, .jokeNext, .jokeLike, .jokeDislike, .jokeUndo, .savedDelete,
            .savedRestore, .savedImport, .sourcesEnable, .sourcesDisable, .tasteReset, .translationShow,
            .translationRequest:
            true
        // The day's joke and a page are stored when they are first asked for, but nobody's card moves.
        case .hello, .ping, .rpcDiscover, .stateGet, .stateSubscribe, .stateUnsubscribe, .jokeCurrent,
            .dailyGet, .savedList, .savedSearch, .savedExport, .savedGet, .sourcesList, .sourcesCategories,
            .feedPage, .queueList, .tasteGet, .daemonStatus, .daemonReload, .daemonBackup, .shareTargets:
            false
        }
    }

    var summary: String {
        switch self {
        case .hello: "Says who asks, and learns what the server can do."
        case .ping: "Answers at once."
        case .rpcDiscover: "Describes the protocol as an OpenRPC document."
        case .stateGet: "Gets the whole state."
        case .stateSubscribe: "Sends events from now on."
        case .stateUnsubscribe: "Ends a subscription of this connection."
        case .cardDrag: "Moves the card under a finger."
        case .cardRelease: "Lets the card go, which decides or springs back."
        case .cardReset: "Puts the card back to the middle, undecided."
        case .jokeCurrent: "Gets the joke on the card."
        case .jokeNext: "Puts the next joke on the card, undecided."
        case .jokeLike: "Likes a joke: it is saved."
        case .jokeDislike: "Dislikes a joke: it does not come back."
        case .jokeUndo: "Takes the newest decision or deletion back."
        case .dailyGet: "Gets the day's joke, the same for everybody all day."
        case .translationShow: "Shows translations, or the texts as they came."
        case .translationRequest: "Has a joke translated, and waits for it."
        case .savedList: "Lists saved jokes, a page at a time."
        case .savedGet: "Gets one saved joke."
        case .savedSearch: "Finds saved jokes by their words, a page at a time."
        case .savedDelete: "Moves saved jokes to the trash."
        case .savedRestore: "Brings jokes back from the trash."
        case .savedExport: "Gives the whole library, some lines at a time."
        case .savedImport: "Takes lines of another library in, all or none."
        case .sourcesList: "Lists the sources, and how each does."
        case .sourcesCategories: "Lists the categories that a source has."
        case .sourcesEnable: "Turns a source on, whatever the configuration says."
        case .sourcesDisable: "Turns a source off, whatever the configuration says."
        case .feedPage: "Gets a page of what a source has, or finds for a query."
        case .queueList: "Lists the jokes that come next."
        case .tasteGet: "Tells what was learned from likes and dislikes."
        case .tasteReset: "Forgets what was learned from likes and dislikes."
        case .shareTargets: "Lists where a joke can be sent to."
        case .daemonStatus: "Says how the daemon does."
        case .daemonReload: "Reads the configuration again: as a whole, or not at all."
        case .daemonBackup: "Copies the whole store into a file."
        }
    }
}
