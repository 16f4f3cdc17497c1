// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

/// A seeded random walk of clients, sources, the disk and restarts, in any order.
final class RandomWalk {
    let driver: ModelDriver
    /// The violated invariants, each with its step.
    private(set) var violations: [String] = []
    private var generator: SeededGenerator
    private var delivered: [Joke] = []
    private var step = 0

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed &* 7_919)
        let pack: [Joke] = seed % 2 == 0 ? (1...4).map { .sample("p\($0)", source: "builtin") } : []
        var net = Settings.Source.net
        net.requestsPerDay = 30
        net.hasPages = true
        let all = [net, .other, .pack]
        let sources = Array(all.prefix(Int(seed % 4)))
        let settings = Settings(
            capacity: 6, lowWater: 3, sources: sources, spread: .seconds(60),
            translation: seed % 3 == 0 ? Settings.Translation() : .spanish)
        driver = ModelDriver(settings, archive: ModelArchive(pack: pack), seed: seed)
    }

    func walk(_ steps: Int) {
        for _ in 0..<steps where violations.isEmpty {
            step += 1
            takeStep()
            check()
        }
    }

    /// Ends the disturbances. Every request then has a reply after the last timeout.
    func endFaults() {
        driver.fillDisk(false)
        for _ in 0..<10 where violations.isEmpty {
            driver.pass(.seconds(60))
            check()
        }
        expect(driver.unanswered.isEmpty, "\(driver.unanswered.count) were never answered")
    }

    private func takeStep() {
        switch chance(64) {
        case 0..<5: next()
        case 5..<12: decide()
        case 12..<16: driver.undo()
        case 16..<18: delete()
        case 18..<20: driver.daily()
        case 20..<23: drag()
        case 23: driver.release()
        case 24: driver.request(chance(2) == 0 ? .reset : .resetTaste)
        case 25..<32: deliver()
        case 32..<35: fail()
        case 35..<38: pass()
        case 38 where chance(2) == 0: toggleSource()
        case 38: restart()
        case 39..<43: driver.browse([nil, "cats", "dogs"][chance(3)], of: "net", page: 1 + chance(4))
        case 43..<45: deliverPage()
        case 45..<48: translate()
        case 48: driver.request(.showTranslation(TranslationSwitch.allCases[chance(3)]))
        case 49: driver.request(.translate(chance(2) == 0 ? .card : .joke(anyID()), again: chance(2) == 0))
        case 52..<58: previous()
        case 58..<60: restore()
        case 60..<64: edit()
        default: driver.fillDisk(!driver.isDiskFull && chance(4) == 0)
        }
    }

    private func chance(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

    private func expect(_ holds: Bool, _ what: @autoclosure () -> String) {
        if !holds { violations.append("step \(step): \(what())") }
    }
}

// MARK: Steps

extension RandomWalk {
    private func next() {
        guard chance(5) > 0 else { return handOut() }
        let sources = driver.settings.sources.map(\.name)
        driver.next(
            source: chance(4) == 0 ? sources.randomElement(using: &generator) : nil,
            category: chance(4) == 0 ? ["dev", "pun"].randomElement(using: &generator) : nil,
            wait: chance(2) == 0, ifJoke: chance(3) == 0 ? driver.card : chance(8) == 0 ? "nobody" : nil)
    }

    /// Requests a joke that does not come on the card.
    private func handOut() {
        let model = driver.model
        driver.request(.next(.init(), wait: chance(2) == 0, delivery: .reply))
        expect(driver.model.card.joke.id == model.card.joke.id, "a joke without the card came on the card")
        expect(driver.model.history == model.history, "a joke without the card came into the history")
    }

    /// Moves back, and sometimes forward again. Neither changes the queue or what was seen, and each joke that is shown
    /// was on the card before.
    private func previous() {
        let (model, seen) = (driver.model, driver.nextArchive.seen)
        let isNext = chance(3) == 0 && model.history.position.map { $0 < model.history.ids.count - 1 } == true
        let call = isNext ? driver.next() : driver.request(.previous)
        // Without a later joke that is not queued, `next` takes one from the queue. The first write after a failure drops
        // queued jokes of disabled sources.
        guard model.archiveTrouble == nil, call.outcome != nil,
            !model.queue.ids.contains(driver.model.card.joke.id),
            driver.model.history.ids == model.history.ids
        else { return }
        expect(model.history.ids.contains(driver.model.card.joke.id), "a joke from nowhere")
        expect(driver.nextArchive.seen == seen, "a move in the history changed what was seen")
        expect(driver.model.queue.ids == model.queue.ids, "a move in the history changed the queue")
    }

    private func decide() {
        let decision: ChangeRequest.Decision = chance(2) == 0 ? .like : .dislike
        switch chance(6) {
        case 0: driver.request(.decide(decision, .daily))
        case 1, 2: driver.request(.decide(decision, .joke(anyID())))
        default: driver.request(.decide(decision, .card))
        }
    }

    private func delete() {
        let saved = driver.saved
        guard !saved.isEmpty else { return }
        let count = 1 + chance(3)
        let prefixes = (0..<count).compactMap { _ in saved.randomElement(using: &generator) }
        driver.request(.delete(chance(4) == 0 ? prefixes.map { String($0.prefix(2)) } : prefixes))
    }

    private func restore() {
        let decided = driver.nextArchive.statuses.filter { $0.value != .undecided }
        let ids = decided.keys.map(\.rawValue).sorted()
        let some = (0..<1 + chance(3)).compactMap { _ in ids.randomElement(using: &generator) }
        driver.request(.restore(some))
    }

    /// Gives a saved joke a text of few, which others have, too, or that of its source.
    private func edit() {
        guard let id = driver.saved.randomElement(using: &generator) else { return }
        let texts = ["One.", "Two.", "Three."] + delivered.suffix(3).map(\.value)
        let text = Joke.sample("", texts[chance(texts.count)])
        driver.request(.edit(id, chance(4) == 0 ? nil : .init(text: text)))
    }

    private func toggleSource() {
        guard let source = driver.settings.sources.randomElement(using: &generator) else { return }
        driver.request(.enable(source: source.name, chance(3) > 0))
    }

    private func drag() {
        let places = [-0.9, -0.6, -0.5, 0.0, 0.3, 0.5, 0.6, 0.9, .nan]
        driver.drag(places[chance(places.count)], end: [-50, 200, 414][chance(3)])
    }

    private func deliver() {
        guard !driver.pending.isEmpty else { return }
        let request = driver.pending[chance(driver.pending.count)]
        let jokes = (0..<min(request.candidates, chance(16))).map { _ in
            anyJoke(of: request.source, category: request.category)
        }
        let (archive, queue, card) = (driver.nextArchive, Set(driver.queue), driver.card)
        driver.deliver(jokes, from: request.source)
        let newlyShown =
            driver.queue.filter { !queue.contains($0) } + (driver.card == card ? [] : [driver.card])
        let fetched = Set(jokes.map(\.id.rawValue))
        for joke in jokes where newlyShown.contains(joke.id.rawValue) && !queue.contains(joke.id.rawValue) {
            let isNew =
                archive.lastSeen(joke) == nil && archive.statuses[joke.id, default: .undecided] == .undecided
            // The fallback of a waiting `next` may be a joke that was just fetched and seen before.
            expect(isNew || driver.card == joke.id.rawValue, "\(joke.id.rawValue) was brought again")
        }
        expect(driver.queue.allSatisfy { queue.contains($0) || fetched.contains($0) }, "queued from nowhere")
    }

    private func anyJoke(of source: String, category: String? = nil) -> Joke {
        if chance(3) == 0, let old = delivered.randomElement(using: &generator) {
            return chance(2) == 0
                ? old : .sample("again\(step)x\(chance(9_999_999))", old.value + "!", source: source)
        }
        let category = category ?? ["dev", "pun", "explicit"][chance(3)]
        let joke = Joke.sample(
            "\(chance(9))n\(delivered.count)", categories: [category], source: source)
        delivered.append(joke)
        return joke
    }

    private func anyID() -> Joke.ID {
        let known =
            driver.queue + driver.saved + delivered.suffix(30).map(\.id.rawValue) + [driver.card, "nobody"]
        return Joke.ID(rawValue: known[chance(known.count)])
    }

    private func fail() {
        guard !driver.pending.isEmpty else { return }
        let kinds: [SourceError.Kind] = SourceError.Kind.allCases
        let retryAt = chance(4) == 0 ? driver.now.wall.advanced(by: .seconds(chance(4_000) - 100)) : nil
        let request = driver.pending[chance(driver.pending.count)]
        driver.fail(SourceError(kinds[chance(kinds.count)], "No.", retryAt: retryAt), from: request.source)
    }

    private func translate() {
        guard let request = driver.translating.first else { return }
        let failures: [SourceError.Kind] = [.timedOut, .unsupported, .httpStatus, .rateLimited, .nonsense]
        if chance(3) == 0 {
            return driver.failTranslation(SourceError(failures[chance(failures.count)], "No."))
        }
        let text = request.texts[chance(request.texts.count)]
        driver.translate([text: ["", text, "Another one.", "es: \(text)"][chance(4)]])
    }

    private func deliverPage() {
        guard let request = driver.pages.first else { return }
        if chance(3) == 0 { return driver.failPage(.noNetwork) }
        let jokes = (0..<chance(4)).map { _ in
            anyJoke(of: request.source)
        }
        driver.deliverPage(jokes, hasMore: chance(4) > 0)
    }

    private func pass() {
        let spans: [Duration] = [
            .milliseconds(1), .seconds(1), .seconds(5), .seconds(30), .seconds(3_600), .seconds(90_000),
        ]
        driver.pass(spans[chance(spans.count)])
    }

    /// Numbers that were used while nothing could be written are not promised after a restart.
    private func restart() {
        guard !driver.isDiskFull, driver.model.archiveTrouble == nil else { return }
        let before = driver.model
        driver.restart(seed: UInt64(step))
        let after = driver.model
        expect(
            isPreserved(before.queue.records, in: after.queue.records) || before.card.joke.id == .error,
            "the queue")
        expect(
            isPreserved([before.card], in: [after.card]) || before.card.joke.id == .error,
            "the card \(before.card) became \(after.card)")
        expect(after.daily?.date == before.daily?.date, "the day")
        expect(after.daily?.joke.id == before.daily?.joke.id, "the day's joke")
        expect(after.undo == before.undo, "the undo steps")
        expect(after.history == before.history || before.card.joke.id == .error, "the history")
        expect(after.taste.tallies == before.taste.tallies, "the taste")
        expect(after.showTranslation == before.showTranslation, "which text is shown")
        expect(after.savedCount == before.savedCount, "how many are saved")
        expect(Set(after.feeds.keys) == Set(feedRecords(before).map(\.key)), "the feeds")
        expect(after.current.sequence > before.current.sequence, "the sequence")
    }
}

// MARK: Invariants

extension RandomWalk {
    /// Whether the records are equal, except for translations that a joke, or the one that it was edited from, kept when
    /// it came again without one.
    private func isPreserved(_ records: [JokeRecord], in others: [JokeRecord]) -> Bool {
        records.count == others.count
            && zip(records, others).allSatisfy { record, other in
                var other = other
                if record.joke.translation == nil { other.joke.translation = nil }
                if let original = record.joke.original?.joke, original.translation == nil,
                    var stored = other.joke.original?.joke
                {
                    stored.translation = nil
                    other.joke.original = .joke(stored)
                }
                return record == other
            }
    }
}

extension RandomWalk {
    private func check() {
        let (model, archive) = (driver.model, driver.nextArchive)
        let queue = model.queue.ids
        expect(Set(queue).count == queue.count, "a joke is queued twice")
        expect(!queue.contains(model.card.joke.id), "the joke on the card is queued")
        expect(!queue.contains(.error), "the error joke is queued")
        expect(!queue.contains { archive.record($0)?.status.isDisliked == true }, "a disliked text is queued")
        expect(
            model.savedCount == archive.saved.count,
            "\(model.savedCount) are counted, \(archive.saved.count) saved")
        expect(queue == archive.queue, "the queue is not kept")
        expect(
            archive.card == (model.card.joke.id == .error ? nil : model.card.joke.id), "the card is not kept")
        expect(model.undo == archive.undo, "the undo steps are not kept")
        checkHistory(model, archive)
        expect(model.taste.tallies == archive.taste, "the taste is not kept")
        expect(model.undo.count <= ViewModel.undoDepth, "there are too many undo steps")
        for record in model.queue.records + [model.card] where record.joke.id != .error {
            let known = archive.record(record.joke.id).map { isPreserved([record], in: [$0]) } ?? false
            expect(known, "\(record.joke.id.rawValue) is known otherwise")
        }
        expect(model.current.state == model.state, "a change was not told")
        expect(Set(feedRecords(model)) == Set(archive.feeds), "the feeds are not kept")
        expect(
            model.pending.entries.count == driver.unanswered.count,
            "who waits, and who is not answered")
        for source in model.prefetch.sources {
            let limit = source.settings.requestsPerDay ?? .max
            expect(source.requests <= limit, "\(source.requests) requests in a day")
        }
        checkFetching(model)
    }

    private func checkHistory(_ model: ViewModel, _ archive: ModelArchive) {
        let (history, card) = (model.history, model.card.joke.id)
        expect(history == archive.history, "the history is not kept")
        expect(Set(history.ids).count == history.ids.count, "a joke is twice in the history")
        expect(history.ids.count <= History.capacity, "the history is too long")
        expect(!history.ids.contains(.error), "the error joke is in the history")
        let place = history.position.map { history.ids[$0] } ?? history.ids.last
        expect(
            place == card || card == .error && history.position == nil, "the card is elsewhere in the history"
        )
    }

    private func feedRecords(_ model: ViewModel) -> [FeedRecord] {
        model.feeds.publications.map(\.record).filter { $0.page > 0 }
    }

    private func checkFetching(_ model: ViewModel) {
        let requests = model.prefetch.inFlight.entries.map(\.request)
        let prefetches = requests.filter { !$0.isOnDemand }
        expect(
            Set(prefetches.map(\.source)).count == prefetches.count, "two prefetches from one source")
        let sent = model.prefetch.inFlight.entries.filter(\.isSent).map(\.request.source)
        expect(Set(sent).count == sent.count, "two requests to one source at a time")
        expect(
            model.pending.entries.allSatisfy { entry in
                switch entry.awaited {
                case .next(let next): next.source.map(model.prefetch.isFetching) == true
                case .page(let feed): model.prefetch.inFlight.isLoading(feed)
                case .filePage(let id): model.prefetch.inFlight[id] != nil
                case .categories, .translation: true
                }
            }, "a wait without a request")
        expect(
            model.feeds.publications.allSatisfy {
                $0.isLoading == model.prefetch.inFlight.isLoading($0.record.key)
            }, "loading is told otherwise")
        expect(
            model.pending.entries.isEmpty
                || driver.nextDeadline.map { $0 <= PendingReplies.timeLimit } == true,
            "a wait without an end")
        guard model.prefetch.isFetching else { return }
        let longest = (requests.map(model.prefetch.timeLimit) + [Prefetch.timeout]).max() ?? .zero
        expect(driver.nextDeadline.map { $0 <= longest } == true, "a fetch without an end")
    }
}
