// SPDX-License-Identifier: MIT
import JokeCore
import JokeLinux
import JokeWire

// Methods that concern only this connection.
extension ClientSession {
    /// Stores what the parameters of `hello` say of the client.
    func setClientInfo(from parameters: Parameters) {
        if let isGreased = parameters.bool("grease") { self.isGreased = isGreased }
        guard let name = parameters.string("client") else { return }
        client = QuotedExcerpt.beginning(of: name, 64)
        server.onClient?(client)
    }

    func hello() -> HelloResponse {
        HelloResponse {
            ($0.server, $0.version) = ("jokesd", Version.program)
            ($0.protocolVersion, $0.epoch) = (Version.protocolVersion, server.epoch)
            ($0.connection, $0.features) = (number, Method.allCases.map(\.rawValue))
            $0.limits = AdvertisedLimits(connections: server.connectionLimit)
        }
    }
}

// MARK: Subscriptions

extension ClientSession {
    func subscribe(_ parameters: Parameters, _ answer: @escaping Handler.Answer) {
        guard subscriptions.count < Limits.subscriptions else {
            let error = WireError(
                .busy, "This connection has \(subscriptions.count) subscriptions already; end one first.")
            return answer(.failure(error), nil)
        }
        let topics = parameters.strings("topics")?.compactMap(Topic.init(word:)) ?? [.state]
        let sequence = server.engine.committed.current.sequence
        let known = parameters.object("since").flatMap { number(in: $0, upTo: sequence) }
        let subscription = Subscription(
            number: server.nextSubscription(), topics: Set(topics),
            logCursor: server.log.cursor(after: known ?? sequence), receivedFeeds: known ?? -1)
        subscriptions.append(subscription)
        let assigned = subscription.number
        let result = SubscribeResponse {
            ($0.subscription, $0.connection, $0.epoch) = (assigned, number, server.epoch)
            ($0.sequence, $0.isResumed) = (sequence, known != nil)
        }
        answer(.success(result)) { [weak self] in self?.activate(assigned, knowing: known) }
    }

    /// Returns the sequence number of the newest event that the client has, or nil if the epoch is another one or the
    /// number is higher than `newest`.
    private func number(in since: JSONObject, upTo newest: Int) -> Int? {
        guard (since["epoch"]?.stringValue).hasBytes(of: server.epoch), let seq = since["seq"]?.integerValue
        else {
            return nil
        }
        return seq <= newest ? seq : nil
    }

    /// Activates a subscription after its reply was sent. First sends the log events that the client missed, and the
    /// current state and feeds.
    ///
    /// - Parameter known: The sequence number up to which the client has all events, or nil. A state that has not
    ///   changed since is not sent.
    private func activate(_ number: Int, knowing known: Int?) {
        guard let index = subscriptions.firstIndex(where: { $0.number == number }) else { return }
        subscriptions[index].isActive = true
        let model = server.engine.committed
        if subscriptions[index].wants(.state), known.map(model.isCurrent) != true {
            _ = subscriptions[index].hold(StateEvent(model.snapshot))
        }
        sendMissing()
    }

    func unsubscribe(_ parameters: Parameters, _ answer: @escaping Handler.Answer) {
        let number = parameters.integer("subscription") ?? 0
        guard let index = subscriptions.firstIndex(where: { $0.number == number }) else {
            let error = WireError(
                parameter: "subscription", expected: "a subscription of this connection", found: "\(number)")
            return answer(.failure(error), nil)
        }
        subscriptions.remove(at: index)
        answer(.success(EmptyResponse()), nil)
    }
}
