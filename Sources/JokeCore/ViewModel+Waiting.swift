// SPDX-License-Identifier: MIT
import JokeWire

// `next` requests that wait for a source.
extension ViewModel {
    /// Removes and returns the `next` requests that wait for a request that ended.
    ///
    /// - Parameter isDone: Whether the source has nothing more to give now, so that the requests of its category skip
    ///   it.
    mutating func takePending(for request: SourceRequest, isDone: Bool) -> [PendingNext] {
        pending.takeNext(from: request.source).map { waiting in
            var waiting = waiting
            if isDone, waiting.selection.category == request.category {
                waiting.untried.removeAll { $0 == request.source }
            }
            return waiting
        }
    }

    /// Makes the requests that waited for a failed request wait for their next source.
    mutating func passOn(
        _ request: SourceRequest, because error: SourceError? = nil, _ context: inout InputContext
    ) throws(InputContext.Interruption) {
        let waiting = takePending(for: request, isDone: true).map { waiting in
            var waiting = waiting
            // That a source does not know the category matters only to a request that names this source.
            let isReason = waiting.selection.source != nil || error?.kind != .unsupported
            if isReason || request.category == nil { waiting.failure = error ?? waiting.failure }
            return waiting
        }
        try tryNextSource(waiting, &context)
    }

    /// The most `next` requests that one input answers or assigns to a source. The next `.timePassed`, which is due at
    /// once, continues with the others, so that the engine handles the inputs of other clients in between.
    static let waitsTogether = 16

    /// Replies to the clients whose time is over. What they waited for may still come, for the queue or the feed.
    mutating func endWaits(_ context: inout InputContext) throws(InputContext.Interruption) {
        let error = SourceError(
            .timedOut,
            "Nothing came within \(PendingReplies.timeLimit.components.seconds) s; try again later.",
            requests: 0)
        for wait in pending.takeOverdue(at: context.at.uptime, atMost: Self.waitsTogether) {
            if case .next(var waiting) = wait.awaited {
                waiting.failure = waiting.failure ?? error
                try giveUp(waiting, &context)
            } else {
                context.effects.append(.reply(wait.token, .failure(.fetchFailed(error))))
            }
        }
    }

    /// Makes each request wait for the next source that was not asked for it. Without one, the wait ends.
    mutating func tryNextSource(
        _ unserved: [PendingNext], _ context: inout InputContext
    ) throws(InputContext.Interruption) {
        for var waiting in unserved.dropFirst(Self.waitsTogether) {
            waiting.source = nil
            pending.add(waiting)
        }
        let unserved = unserved.prefix(Self.waitsTogether)
        for var waiting in unserved {
            guard let source = nextSource(for: &waiting, context) else {
                try giveUp(waiting, &context)
                continue
            }
            waiting.source = source
            // A request that is in flight may bring a suitable joke, but it does not count as a try: it was placed for
            // another reason.
            if prefetch.inFlight.prefetch(from: source) == nil {
                let category = waiting.selection.category
                let count = unserved.count { $0.selection.category == category }
                prefetch.place(count, of: category, from: source, at: context.at)
                waiting.untried.removeFirst()
            }
            pending.add(waiting)
        }
    }

    /// Returns the first source of a request that is enabled and can be asked, or nil.
    private func nextSource(for waiting: inout PendingNext, _ context: InputContext) -> String? {
        while let source = waiting.untried.first {
            guard prefetch[source]?.isEnabled == true else {
                waiting.untried.removeFirst()
                continue
            }
            if prefetch.inFlight.prefetch(from: source) != nil { return source }
            guard let error = prefetch.unavailability(of: source, at: context.at) else { return source }
            waiting.failure = waiting.failure ?? error
            waiting.untried.removeFirst()
        }
        return nil
    }

    /// Delivers a joke and replies. If the card no longer has the joke that `ifJoke` names, the joke enters the queue
    /// instead.
    ///
    /// - Parameter failure: Why the joke is none that was fetched for this request, or nil.
    mutating func answer(
        _ waiting: PendingNext, with record: JokeRecord, because failure: SourceError? = nil,
        _ context: inout InputContext
    ) {
        if let stale = staleness(waiting.request.ifJoke) {
            queue.putBack(record)
            return refuse(waiting, stale, &context)
        }
        pending.answered(waiting)
        let product = deliver(record, to: waiting.request, because: failure, &context)
        if !waiting.request.leavesCard { context.handedOut.append(record.joke) }
        publish(cause: waiting.request.token.cause, &context)
        reply(product, to: waiting.request.token, &context)
    }

    /// Ends a wait without success. If the request accepts any joke, it gets the one that `nextRecord` returns,
    /// otherwise one of a local source that was shown before.
    private mutating func giveUp(
        _ waiting: PendingNext, _ context: inout InputContext
    ) throws(InputContext.Interruption) {
        if let stale = staleness(waiting.request.ifJoke) { return refuse(waiting, stale, &context) }
        var waiting = waiting
        guard waiting.selection.isAny else {
            // A failed fetch fails a request that asked for one, even if there is a seen joke.
            if waiting.failure == nil || !waiting.request.fetches {
                if let record = try spare(waiting.selection, for: waiting.request, &context) {
                    if context.handedOut.contains(record.joke) {
                        // The others have received the rest of the round. The next input begins another one.
                        (waiting.source, spares) = (nil, JokeQueue())
                        return pending.add(waiting)
                    }
                    queue.remove(duplicatesOf: record.joke)
                    let isRepeated = record.joke.id == card.joke.id && !waiting.request.leavesCard
                    let failure =
                        isRepeated || waiting.selection.source != nil ? waiting.failure : nil
                    return answer(
                        waiting, with: record, because: failure ?? (isRepeated ? .noOther : nil), &context)
                }
            }
            let refusal = waiting.failure.map(ChangeError.fetchFailed)
            return refuse(waiting, refusal ?? .noneOfThatKind(waiting.selection), &context)
        }
        let record = try nextRecord(for: waiting.request, &context)
        if waiting.request.leavesCard, record.joke.id == .error {
            return refuse(waiting, .empty(record.joke.value), &context)
        }
        answer(waiting, with: record, because: waiting.failure, &context)
    }

    private mutating func refuse(
        _ waiting: PendingNext, _ refusal: ChangeError, _ context: inout InputContext
    ) {
        pending.answered(waiting)
        context.effects.append(.reply(waiting.request.token, .failure(refusal)))
    }
}

extension SourceError {
    /// The joke on the card comes again.
    static let noOther = SourceError(.empty, "No other joke of that kind is left.", requests: 0)
}

extension ChangeError {
    /// Returns the error for a selection that no joke meets.
    fileprivate static func noneOfThatKind(_ selection: ChangeRequest.Selection) -> ChangeError {
        let advice = selection.category == nil ? "" : " `jokectl categories` lists the categories."
        return .empty(
            "No enabled source has a joke of that kind now. Dislikes, `filter` and `languages` leave jokes out; "
                + "`jokectl sources` says more.\(advice)")
    }
}
