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
    case jokeReveal = "joke.reveal"
    case jokePrevious = "joke.previous"
    case jokeHistory = "joke.history"
    case jokeLike = "joke.like"
    case jokeDislike = "joke.dislike"
    case jokeAdd = "joke.add"
    case jokeUndo = "joke.undo"
    case dailyGet = "daily.get"
    case translationShow = "translation.show"
    case translationRequest = "translation.request"
    case savedList = "saved.list"
    case savedGet = "saved.get"
    case savedSearch = "saved.search"
    case savedEdit = "saved.edit"
    case savedDelete = "saved.delete"
    case savedRestore = "saved.restore"
    case savedExport = "saved.export"
    case savedImport = "saved.import"
    case sourcesList = "sources.list"
    case sourcesCategories = "sources.categories"
    case sourcesEnable = "sources.enable"
    case sourcesDisable = "sources.disable"
    case sourcesReset = "sources.reset"
    case feedPage = "feed.page"
    case queueList = "queue.list"
    case tasteGet = "taste.get"
    case tasteReset = "taste.reset"
    case memoryExport = "memory.export"
    case memoryImport = "memory.import"
    case shareTargets = "share.targets"
    case daemonStatus = "daemon.status"
    case daemonReload = "daemon.reload"
    case daemonBackup = "daemon.backup"
}

extension Method {
    /// The description of the method. All descriptions are created once, because every request needs one.
    package var description: MethodDescription { Self.table[rawValue] ?? describe() }

    /// The description of the method with this name on the wire, or nil if there is none.
    package static func description(named name: String) -> MethodDescription? { table[name] }

    private static let table = Dictionary(
        uniqueKeysWithValues: allCases.map { method in
            let description = method.describe()
            return (method.rawValue, description)
        })
}
