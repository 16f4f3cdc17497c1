// SPDX-License-Identifier: MIT
import EventLoop
import JokeCore
import JokeWire

// What each method does: the daemon's side of `Method`. Changes are here, reads in Session+Reads.
extension Session {
    /// Called once; what is to be done once the reply is on its way comes with it.
    typealias Answer = @LoopActor (Result<any JSONWritable, WireError>, (@LoopActor () -> Void)?) -> Void

    func carryOut(_ request: Request, inBatch: Bool, answer: @escaping Answer) {
        do throws(WireError) {
            guard let method = Method(rawValue: request.method) else {
                throw WireError(unknownMethod: request.method)
            }
            let parameters = try Parameters(request.params, for: method.description)
            // Its changes from here on are this client's, however long the answer takes.
            if method == .hello { introduce(parameters) }
            if let change = try change(method, parameters, inBatch: inBatch) {
                make(change, method, parameters, answer)
            } else if pendingChanges > 0 {
                house.engine.readBehindChanges { [weak self] in self?.read(method, parameters, answer) }
            } else {
                house.engine.read { [weak self] in self?.read(method, parameters, answer) }
            }
        } catch {
            answer(.failure(error), nil)
        }
    }

    /// nil for a method that changes nothing.
    private func change(
        _ method: Method, _ parameters: Parameters, inBatch: Bool
    ) throws(WireError) -> ChangeRequest.Change? {
        switch method {
        case .cardDrag:
            .drag(
                translation: parameters.double("translation") ?? 0,
                predictedEndX: parameters.double("predictedEndX") ?? 0,
                width: parameters.double("width") ?? 0)
        case .cardRelease: .release
        case .cardReset: .reset
        case .jokeNext: try next(parameters, inBatch: inBatch)
        case .jokeLike: .decide(.like, reference(parameters))
        case .jokeDislike: .decide(.dislike, reference(parameters))
        case .jokeUndo: .undo
        case .savedDelete: .delete(parameters.strings("jokes") ?? [])
        case .dailyGet: .daily
        case .hello, .ping, .stateGet, .stateSubscribe, .stateUnsubscribe, .jokeCurrent, .savedList,
            .savedGet, .queueList, .daemonStatus:
            nil
        }
    }

    private func next(_ parameters: Parameters, inBatch: Bool) throws(WireError) -> ChangeRequest.Change {
        let selection = ChangeRequest.Selection(
            source: parameters.string("source"), category: parameters.string("category"))
        let wait = parameters.bool("wait") ?? false
        if inBatch, wait || !selection.isAny {
            throw WireError(
                .invalidRequest, "A batch waits for no source; send this joke.next by itself.")
        }
        return .next(selection, wait: wait)
    }

    private func reference(_ parameters: Parameters) -> ChangeRequest.Reference {
        switch parameters.string("joke") {
        case nil: .card
        case "daily": .daily
        case let id?: .joke(Joke.ID(rawValue: id))
        }
    }

    private func make(
        _ change: ChangeRequest.Change, _ method: Method, _ parameters: Parameters,
        _ answer: @escaping Answer
    ) {
        pendingChanges += 1
        house.engine.request(
            change, ifJoke: parameters.string("ifJoke").map(Joke.ID.init(rawValue:)),
            cause: Cause(method: method.rawValue, client: client, connection: number)
        ) { [weak self] result in
            self?.pendingChanges -= 1
            answer(result.map { $0 }, nil)
        }
    }
}

extension WireError {
    fileprivate init(unknownMethod name: String) {
        let nearest = NearestName.of(name, among: Method.allCases.map(\.rawValue))
        let advice = nearest.map { "did you mean '\($0)'?" } ?? "Protocol.md lists those there are."
        self.init(.methodNotFound, "There is no method '\(name.prefix(60))': \(advice)")
    }
}
