// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

/// A request that was understood: its method is there, and its parameters are right.
struct Call {
    let method: Method
    let parameters: Parameters
    /// nil for a method that changes nothing.
    let change: ChangeRequest.Change?

    init(_ request: Request) throws(WireError) {
        guard let method = Method(rawValue: request.method) else {
            throw WireError(unknownMethod: request.method)
        }
        let parameters = try Parameters(request.params, for: method.description)
        try parameters.checkLibrary(method)
        self.method = method
        self.parameters = parameters
        change = Self.change(method, parameters)
    }

    /// The same inside a batch, which is answered at once.
    init(inBatch request: Request) throws(WireError) {
        try self.init(request)
        guard method != .savedImport else {
            throw WireError(.invalidRequest, "An import is no part of a batch; send it by itself.")
        }
        guard !waits else {
            throw WireError(
                .invalidRequest, "A batch waits for no source; send this \(method.rawValue) by itself.")
        }
    }

    /// Whether the answer may take as long as a fetch.
    var waits: Bool {
        switch change {
        case .next(let selection, let wait): wait || !selection.isAny
        case .browse, .categories, .translate: true
        default: false
        }
    }

    private static func change(_ method: Method, _ parameters: Parameters) -> ChangeRequest.Change? {
        switch method {
        case .cardDrag:
            .drag(
                translation: parameters.double("translation") ?? 0,
                predictedEndX: parameters.double("predictedEndX") ?? 0,
                width: parameters.double("width") ?? 0)
        case .cardRelease: .release
        case .cardReset: .reset
        case .jokeNext:
            .next(
                ChangeRequest.Selection(
                    source: parameters.string("source"), category: parameters.string("category")),
                wait: parameters.bool("wait") ?? false)
        case .jokeLike: .decide(.like, reference(parameters))
        case .jokeDislike: .decide(.dislike, reference(parameters))
        case .jokeUndo: .undo
        case .translationShow:
            .showTranslation(parameters.string("show").flatMap(TranslationSwitch.init) ?? .on)
        case .translationRequest:
            .translate(reference(parameters), again: parameters.bool("again") ?? false)
        case .savedDelete: parameters.deletion
        case .savedRestore: .restore(parameters.strings("jokes") ?? [])
        case .dailyGet: .daily
        case .sourcesEnable: .enable(source: parameters.string("source") ?? "", true)
        case .sourcesDisable: .enable(source: parameters.string("source") ?? "", false)
        case .sourcesCategories: .categories(source: parameters.string("source") ?? "")
        case .tasteReset: .resetTaste
        case .feedPage:
            .browse(
                FeedKey(source: parameters.string("source") ?? "", query: parameters.string("query")),
                page: parameters.integer("page") ?? 1)
        case .hello, .ping, .rpcDiscover, .stateGet, .stateSubscribe, .stateUnsubscribe, .jokeCurrent,
            .savedList, .savedSearch, .savedExport, .savedImport, .savedGet, .sourcesList, .queueList,
            .tasteGet, .daemonStatus, .daemonReload, .daemonBackup, .shareTargets:
            nil
        }
    }

    private static func reference(_ parameters: Parameters) -> ChangeRequest.Reference {
        switch parameters.string("joke") {
        case nil: .card
        case "daily": .daily
        case let id?: .joke(Joke.ID(rawValue: id))
        }
    }
}

extension WireError {
    fileprivate init(unknownMethod name: String) {
        let nearest = NearestName.of(name, among: Method.allCases.map(\.rawValue))
        let advice = nearest.map { "did you mean '\($0)'?" } ?? "Protocol.md lists those there are."
        self.init(.methodNotFound, "There is no method '\(Quoted.part(of: name))': \(advice)")
    }
}
