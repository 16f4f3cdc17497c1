// SPDX-License-Identifier: MIT
import EventLoop
import JokeCore
import JokeWire

// What each method does: the daemon's side of `Method`. Changes are here, reads in Session+Reads.
extension Session {
    /// Called once; what is to be done once the reply is on its way comes with it.
    typealias Answer = @LoopActor (Result<any JSONWritable, WireError>, (@LoopActor () -> Void)?) -> Void

    func carryOut(_ call: Result<Call, WireError>, answer: @escaping Answer) {
        switch call {
        case .failure(let error): answer(.failure(error), nil)
        case .success(let call):
            let (method, parameters) = (call.method, call.parameters)
            // Its changes from here on are this client's, however long the answer takes.
            if method == .hello { introduce(parameters) }
            if method == .savedImport {
                importLines(parameters, answer)
            } else if let change = call.change {
                make(change, method, parameters, answer)
            } else if pendingChanges > 0 {
                house.engine.readBehindChanges { [weak self] in self?.read(method, parameters, answer) }
            } else {
                house.engine.read { [weak self] in self?.read(method, parameters, answer) }
            }
        }
    }

    func make(
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
