// SPDX-License-Identifier: MIT
import EventLoop
import JokeCore
import JokeWire

// Methods that are answered from what is committed.
extension Session {
    func read(_ method: Method, _ parameters: Parameters, _ answer: @escaping Answer) {
        let (sequence, state) = house.engine.committed.current
        switch method {
        case .hello: answer(.success(hello()), nil)
        case .stateGet: answer(.success(house.stateResult()), nil)
        case .stateSubscribe: subscribe(parameters, answer)
        case .stateUnsubscribe: unsubscribe(parameters, answer)
        case .jokeCurrent:
            answer(
                .success(
                    Members {
                        $0.member("joke", state.joke)
                        $0.member("seq", sequence)
                    }), nil)
        case .savedList, .savedSearch: savedPage(parameters, answer)
        case .savedGet: savedGet(parameters, answer)
        case .savedExport: savedExport(parameters, answer)
        case .sourcesList:
            let sources = house.sources(explained: parameters.bool("explain") ?? false)
            answer(.success(Members { $0.member("items", sources) }), nil)
        case .queueList:
            let ready = house.engine.committed.ready
            answer(
                .success(
                    Members {
                        $0.member("items", ready)
                        $0.member("total", ready.count)
                        $0.member("capacity", state.queue.capacity)
                    }), nil)
        case .tasteGet:
            let model = house.engine.committed
            answer(
                .success(
                    Members {
                        $0.member("enabled", model.settings.isTasteOn)
                        $0.member("arms", model.outlook)
                    }), nil)
        case .daemonStatus:
            answer(.success(house.status(withClients: parameters.bool("clients") ?? false)), nil)
        case .daemonReload: reload(answer)
        case .shareTargets:
            let targets = house.shareTargets
            answer(.success(Members { $0.member("items", targets) }), nil)
        case .daemonBackup:
            house.engine.backUp(.asked) { result in
                answer(result.flatMap { $0.map { .success($0) } ?? .failure(WireError(.internal)) }, nil)
            }
        case .ping: answer(.success(Members()), nil)
        case .rpcDiscover: answer(.success(ServiceDescription()), nil)
        case .cardDrag, .cardRelease, .cardReset, .jokeNext, .jokeLike, .jokeDislike, .jokeUndo, .dailyGet,
            .translationShow, .translationRequest, .savedDelete, .savedRestore, .savedImport,
            .sourcesEnable, .sourcesDisable, .sourcesCategories, .feedPage, .tasteReset:
            preconditionFailure("\(method) is a change")
        }
    }

    /// Answered once the new configuration holds.
    private func reload(_ answer: @escaping Answer) {
        guard let reload = house.onReload else { return answer(.failure(WireError(.unsupported)), nil) }
        let result: Result<any JSONWritable, WireError> = reload().map { $0 }
        house.engine.readBehindChanges { answer(result, nil) }
    }

    func introduce(_ parameters: Parameters) {
        if let isGreased = parameters.bool("grease") { self.isGreased = isGreased }
        guard let name = parameters.string("client") else { return }
        client = Quoted.beginning(of: name, 64)
    }

    private func hello() -> Members {
        let (epoch, connections, number) = (house.epoch, house.connectionLimit, number)
        return Members {
            $0.member("server", "jokesd")
            $0.member("version", Version.program)
            $0.member("protocol", Version.protocolVersion)
            $0.member("epoch", epoch)
            $0.member("connection", number)
            $0.member("features", Method.allCases.map(\.rawValue))
            $0.member(
                "limits",
                Members {
                    for limit in Limits.told(connections: connections) {
                        $0.key(name: limit.name)
                        $0.integer(limit.value)
                    }
                })
        }
    }
}

// MARK: Subscriptions

extension Session {
    private func subscribe(_ parameters: Parameters, _ answer: @escaping Answer) {
        guard subscriptions.count < Limits.subscriptions else {
            let error = WireError(
                .busy, "This connection has \(subscriptions.count) subscriptions already; end one first.")
            return answer(.failure(error), nil)
        }
        let topics = parameters.strings("topics")?.compactMap(Topic.init(rawValue:)) ?? [.state]
        let sequence = house.engine.committed.current.sequence
        let known = parameters.object("since").flatMap { number(in: $0, upTo: sequence) }
        let subscription = Subscription(
            number: house.nextSubscription(), topics: Set(topics),
            place: house.log.place(after: known ?? sequence), knownFeeds: known ?? -1)
        subscriptions.append(subscription)
        let (epoch, connection, assigned) = (house.epoch, number, subscription.number)
        let result = Members {
            $0.member("subscription", assigned)
            $0.member("connection", connection)
            $0.member("epoch", epoch)
            $0.member("seq", sequence)
            $0.member("resumed", known != nil)
        }
        answer(.success(result)) { [weak self] in self?.activate(assigned, knowing: known) }
    }

    /// The number of the newest event that the subscriber has; nil where it is none of ours.
    private func number(in since: JSONObject, upTo newest: Int) -> Int? {
        guard since["epoch"]?.stringValue == house.epoch, let seq = since["seq"]?.integerValue else {
            return nil
        }
        return seq <= newest ? seq : nil
    }

    /// From now on it is told; first what it has missed of the log, and the state and the feeds as they are, unless that is known.
    private func activate(_ number: Int, knowing known: Int?) {
        guard let index = subscriptions.firstIndex(where: { $0.number == number }) else { return }
        subscriptions[index].isActive = true
        let model = house.engine.committed
        if subscriptions[index].wants(.state), known.map(model.isCurrent) != true {
            _ = subscriptions[index].hold(StateEvent(model.snapshot))
        }
        sendMissing()
    }

    private func unsubscribe(_ parameters: Parameters, _ answer: @escaping Answer) {
        let number = parameters.integer("subscription") ?? 0
        guard let index = subscriptions.firstIndex(where: { $0.number == number }) else {
            let error = WireError(
                parameter: "subscription", expected: "a subscription of this connection", found: "\(number)")
            return answer(.failure(error), nil)
        }
        subscriptions.remove(at: index)
        answer(.success(Members()), nil)
    }
}
