// SPDX-License-Identifier: MIT
import JokeCore
import JokeStore
import JokeTestSupport
import JokeWire
import Testing

/// The core on a store: handles one input after another, commits each of them, and recovers from damage as the engine
/// does.
final class CoreOnStore {
    /// A sequence number that clients got.
    struct Number: Hashable {
        var epoch: String
        var sequence: Int
    }

    let store: Store
    private(set) var model: ViewModel
    private(set) var epoch: String
    /// The numbers that clients got in this run.
    private(set) var numbers: Set<Number> = []
    private(set) var recoveries = 0
    private(set) var clock = ManualClock()
    /// The newest reply to a request.
    private(set) var reply: Result<ChangeResult, ChangeError>?
    private var (generation, tokens) = (0, 0)
    private let corpora: [String: any Corpus]

    private static let settings = Settings(
        capacity: 4, lowWater: 2,
        sources: [
            Settings.Source(name: "pack", isLocal: true),
            Settings.Source(name: "icanhazdadjoke", isLocal: false, requestsPerDay: 50, hasPages: true),
        ],
        spread: .zero)

    /// Opens the store, which may recover it, and starts the core.
    ///
    /// - Parameter corpora: The local sources. Without any, the source `pack` has a new joke for each request.
    init(
        _ directory: TemporaryDirectory, _ settings: Settings = settings, corpora: [any Corpus] = []
    ) async throws {
        self.corpora = Dictionary(corpora.map { ($0.source, $0) }) { first, _ in first }
        store = try directory.store(fallback: corpora)
        let kept = try store.load()
        epoch = kept.epoch
        model = ViewModel(settings: settings, kept: kept, seed: 1)
        await handle(.started)
    }

    /// Handles a request of a client. Returns whether its changes are committed.
    @discardableResult
    func request(_ change: ChangeRequest.Change) async -> Bool {
        tokens += 1
        let cause = Cause(method: "test", client: "", connection: 1)
        return await handle(
            .requested(ChangeRequest(change, token: ReplyToken(number: tokens, cause: cause))))
    }

    @discardableResult
    func handle(_ event: Input.Event) async -> Bool {
        clock.advance(by: .seconds(3))
        var input = Input(event, at: clock.now)
        let before = model
        while true {
            let effects = model.handle(input)
            if effects.count == 1, case .query(let query) = effects[0] {
                let transaction = OpenTransaction(generation: generation, isDurable: true)
                switch await store.query(query, after: [], in: transaction) {
                case .success(let result): input.facts[query] = result
                case .failure(let error): return await fail(error, backTo: before)
                }
            } else {
                return await commit(effects, backTo: before)
            }
        }
    }

    private func commit(_ effects: [Effect], backTo before: ViewModel) async -> Bool {
        let writes = effects.compactMap { if case .write(let write) = $0 { write } else { nil } }
        if case .failure(let error) = await store.commit(writes, in: generation) {
            return await fail(error, backTo: before)
        }
        for effect in effects {
            switch effect {
            case .publish(let publication): note(publication.sequence)
            case .log(let entry): note(entry.sequence)
            case .publishFeed(let publication): note(publication.sequence)
            case .continueImport: await handle(.importContinues)
            case .request(let request): await answer(request)
            case .reply(_, let reply): self.reply = reply
            case .write, .query: break
            }
        }
        return true
    }

    private func note(_ sequence: Int) {
        let isNew = numbers.insert(Number(epoch: epoch, sequence: sequence)).inserted
        #expect(isNew, "the number \(sequence) came twice")
    }

    private func answer(_ request: SourceRequest) async {
        if let corpus = corpora[request.source] {
            let result = await withCheckedContinuation { continuation in
                store.source(for: corpus).perform(request) { continuation.resume(returning: $0) }
            }
            switch result {
            case .success(let result): await handle(.fetched(request, result))
            case .failure(let error): await handle(.fetchFailed(request, error))
            }
            return
        }
        guard request.source == "pack" else {
            await handle(.fetchFailed(request, SourceError(.timedOut, "Too slow.")))
            return
        }
        let jokes = (0..<request.count).map {
            Joke.test("\(request.id.rawValue)-\($0)-\(tokens)", source: "pack")
        }
        await handle(.fetched(request, SourceResult(jokes)))
    }

    /// Sets the core back to the last commit, and recovers the store.
    private func fail(_ error: ArchiveError, backTo before: ViewModel) async -> Bool {
        (model, generation) = (before, generation + 1)
        #expect(error.kind == .corrupt, "\(error.message)")
        guard error.kind == .corrupt, recoveries < 3 else { return false }
        recoveries += 1
        switch await store.restore(because: error) {
        case .failure(let error): Issue.record("\(error.message)")
        case .success(let kept):
            epoch = kept.epoch
            model.resume(from: kept)
            await handle(.archiveRestored)
        }
        return false
    }
}
