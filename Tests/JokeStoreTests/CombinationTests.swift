// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokeStore
import JokeTestSupport
import JokeWire
import Testing

/// Random sequences of everything that decides about jokes, over three packs that share ids and texts, compared with a
/// model. `JOKESD_COMBINATIONS` is the number of steps; each 250 have a new library.
@Suite(.serialized)
struct CombinationTests {
    private static let steps = getenv("JOKESD_COMBINATIONS").flatMap { Int(String(cString: $0)) } ?? 1_000

    @Test(
        "a decision is about a text, whatever order of requests, imports and undo", .rule(5),
        arguments: 1...max(steps / 250, 1))
    func combinations(seed: Int) async throws {
        let directory = TemporaryDirectory()
        var run = try await Run(directory, seed: UInt64(seed) &* 7_919)
        for step in 1...250 {
            try await run.step()
            let difference = try await run.difference()
            try #require(difference == nil, "seed \(seed), step \(step): \(difference ?? "")\n\(run.trace)")
        }
        run.core.store.close()
    }

    /// The decisions as the rules say it (docs/rules.md, rule 5): by text, from the newest of the jokes that have it.
    private struct Model: Equatable {
        enum Decision: Equatable { case none, saved, trash, disliked, dislikedInTrash }
        struct Row: Equatable {
            var decision = Decision.none, order = Int.min, lesson = 0, isTakenBack = false, isMarked = false
        }
        var rows: [String: Row] = [:]
        var text = Run.text
        var tally = [0, 0]
        var order = 0

        func keys(_ text: String) -> [String] { rows.keys.filter { self.text[$0] == text }.sorted() }
        func decided(_ text: String) -> String? {
            keys(text).filter { rows[$0]?.decision != Decision.none }.max {
                (rows[$0]?.order ?? 0) < (rows[$1]?.order ?? 0)
            }
        }
        /// The saved joke whose decision would count without the one that does.
        func superseded(_ text: String) -> String? {
            keys(text).filter { $0 != decided(text) && rows[$0]?.decision == .saved }
                .max { (rows[$0]?.order ?? 0) < (rows[$1]?.order ?? 0) }
        }
        func decision(_ text: String) -> Decision { decided(text).flatMap { rows[$0]?.decision } ?? .none }
        func lesson(_ text: String) -> Int { decided(text).flatMap { rows[$0]?.lesson } ?? 0 }
        var texts: Set<String> { Set(text.values) }
        func count(_ decision: Decision...) -> Set<String> {
            texts.filter { decision.contains(self.decision($0)) }
        }

        /// Sets the decision about the text of a joke, and what it has taught.
        mutating func set(_ key: String, _ decision: Decision, lesson: Int, teaches: Bool = true) {
            let text = text[key] ?? ""
            order += 10
            if teaches { learn(text, -1) }
            if decision == .none {
                for key in keys(text) where rows[key]?.decision != Decision.none {
                    rows[key] = Row(order: order)
                }
            }
            rows[key] = Row(decision: decision, order: order, lesson: lesson)
            if teaches { learn(text, 1) }
        }
        mutating func learn(_ text: String, _ count: Int) {
            if lesson(text) != 0 { tally[lesson(text) > 0 ? 0 : 1] += count }
        }
        mutating func decide(_ key: String, isLiked: Bool) {
            let text = text[key] ?? ""
            let (former, holder) = (decision(text), decided(text) ?? key)
            if isLiked {
                if former == .saved, holder == key { return }
                let lesson = former == .saved ? lesson(text) : 1
                if holder != key { set(holder, .none, lesson: 0) }
                set(key, .saved, lesson: lesson)
            } else if former != .disliked, former != .dislikedInTrash {
                set(holder, former == .none ? .disliked : .dislikedInTrash, lesson: -1)
            }
        }
        /// Merges a line, whose time is `order`. Returns whether it changed anything.
        mutating func merge(_ key: String, _ decision: Decision, at order: Int, isOfUser: Bool) -> Bool {
            var order = order
            let text = text[key] ?? ""
            // Nobody has decided about the text since the undo.
            let isMarked =
                rows[key]?.isMarked == true && decided(text).map { rows[$0]?.isMarked == true } ?? true
            if isOfUser, let old = rows[key], isMarked || decision == .saved && old.isTakenBack {
                let others = isMarked ? keys(text).filter { rows[$0]?.isMarked == true } : []
                order = max(
                    order, (others + [key]).compactMap { rows[$0]?.order }.max().map { $0 + 1 } ?? order)
            }
            if let old = rows[key], old.order >= order { return false }
            let former = decided(text)
            rows[key] = Row(decision: decision, order: order)
            if let former, decided(text) != former { rows[former]?.lesson = 0 }
            return true
        }
        /// Gives the jokes of a text the decisions that they had. If another joke has had it since, all others end.
        mutating func putBack(_ former: [String: Row], of text: String, lines: [String]?) {
            if lines == nil { learn(text, -1) }
            let decided = former.filter { $0.value.decision != .none }.sorted {
                $0.value.order < $1.value.order
            }
            let holder = decided.last?.key
            let others = (lines ?? []).filter { self.text[$0] == text && $0 != holder }
            let stays = holder != nil && holder == self.decided(text) && others.isEmpty
            order += 10
            for key in keys(text) where !stays && rows[key]?.decision != Decision.none {
                rows[key] = Row(order: order)
            }
            for (key, row) in stays ? decided.suffix(1) : decided[...] {
                order += 10
                rows[key] = row
                rows[key]?.order = order
                rows[key]?.isMarked = false
            }
            if lines == nil { learn(text, 1) }
        }
    }

    private struct Run {
        static let packs: [String: [(id: String, text: String)]] = [
            "p": [("1", "Alpha."), ("2", "S\u{fc}\u{df}e"), ("3", "Gamma"), ("5", "Same")],
            "q": [("1", "ALPHA!"), ("2", "Delta"), ("5", "same."), ("6", "SU\u{308}SSE")],
            "r": [("7", "alpha"), ("8", "gamma"), ("1", "Epsilon"), ("9", "Zeta")],
        ]
        /// The text of each joke, by its source and id, as all that is no letter leaves it.
        static let text = Dictionary(
            uniqueKeysWithValues: packs.flatMap { source, jokes in
                jokes.map { ("\(source) \($0.id)", $0.text.uppercased().lowercased().filter(\.isLetter)) }
            })

        /// The ids that jokes of the packs may have here.
        static let ids = text.keys.map { $0.split(separator: " ").map(String.init) }
            .flatMap { [Joke.ID(rawValue: $0[1]), Joke.ID(rawValue: "\($0[0]):\($0[1])")] }
        static func text(of joke: Joke) -> String { joke.value.uppercased().lowercased().filter(\.isLetter) }

        let core: CoreOnStore
        private let corpora: [InMemoryCorpus]
        private var packs = Self.packs
        private var generator: Xorshift
        private var model = Model()
        private var undo: [(texts: [String: [String: Model.Row]], keys: [String]?)] = []
        private(set) var trace = ""
        private var imports = 0
        /// The lines of imports, which may come again.
        private var imported:
            [(key: String, value: String?, decision: Model.Decision, order: Int, line: String)] = []

        init(_ directory: TemporaryDirectory, seed: UInt64) async throws {
            generator = Xorshift(state: seed)
            corpora = Self.packs.keys.sorted().map { source in
                InMemoryCorpus(
                    ["f": Self.packs[source, default: []].map { .test($0.id, $0.text, source: source) }],
                    source: source)
            }
            let sources = corpora.map {
                Settings.Source(name: $0.source, type: "pack", isLocal: true, hasPages: true)
            }
            core = try await CoreOnStore(
                directory, Settings(capacity: 4, lowWater: 2, sources: sources, spread: .zero),
                corpora: corpora)
        }

        private func key(_ joke: Joke) -> String { "\(joke.key.source) \(joke.key.id.rawValue)" }
        private mutating func any(_ keys: some Collection<String>) -> String? {
            keys.sorted().randomElement(using: &generator)
        }
        private func records(_ keys: [String]) async throws -> [JokeRecord] {
            var records: [JokeRecord] = []
            for key in keys {
                let joke = Joke.test(String(key.suffix(1)), value(key), source: String(key.prefix(1)))
                records += try await core.store.records(.sourced([joke]))
            }
            return records
        }

        /// Notes the decisions about some texts before a step.
        private mutating func remember(_ keys: [String], isImport: Bool = false) {
            var texts: [String: [String: Model.Row]] = [:]
            for key in keys {
                let text = model.text[key] ?? ""
                texts[text] = model.rows.filter { model.text[$0.key] == text }
            }
            undo.append((texts, isImport ? keys : nil))
            undo = undo.suffix(ViewModel.undoDepth)
        }

        mutating func step() async throws {
            let choice = Int.random(in: 0..<100, using: &generator)
            switch choice {
            case 0..<20:
                let source = Bool.random(using: &generator) ? any(Self.packs.keys) : nil
                trace += "next \(source ?? "")\n"
                let former = core.model.current.state.joke
                await core.request(.next(.init(source: source), wait: false))
                let joke = core.model.current.state.joke
                if joke.id != former.id,
                    [.disliked, .dislikedInTrash].contains(model.decision(Self.text(of: joke)))
                {
                    Issue.record("a disliked text came:\n\(trace)")
                }
            case 20..<26:
                let source = any(Self.packs.keys) ?? ""
                trace += "page \(source)\n"
                try await browse(source)
            case 26..<28: try await mend()
            case 28..<60: try await decide(isLiked: Bool.random(using: &generator))
            case 60..<68:
                guard let text = any(model.count(.saved)), let key = any(model.keys(text)) else { return }
                guard try await isStored(key), let holder = model.decided(text) else { return }
                trace += "delete \(key)\n"
                remember([holder])
                let lesson = model.lesson(text)
                model.set(holder, .trash, lesson: lesson)
                await core.request(.delete([try await records([key])[0].joke.id.rawValue]))
            case 68..<76:
                guard let text = any(model.count(.trash, .disliked, .dislikedInTrash)),
                    let key = any(model.keys(text)), try await isStored(key), let holder = model.decided(text)
                else { return }
                trace += "restore \(key)\n"
                remember([holder])
                let former = model.decision(text)
                let rest = model.superseded(text)
                model.set(
                    holder, former == .disliked ? .none : .saved,
                    lesson: former == .trash ? model.lesson(text) : 0)
                if former == .disliked, let rest { model.set(rest, .saved, lesson: 0) }
                await core.request(.restore([try await records([key])[0].joke.id.rawValue]))
            case 76..<88:
                trace += "undo\n"
                await core.request(.undo)
                undoModel()
            default: try await importLines(isOfUser: Bool.random(using: &generator))
            }
        }

        private func browse(_ source: String) async throws {
            await core.request(.browse(FeedKey(source: source), page: 1))
            guard case .feed(let page) = try core.reply?.get().product else { return }
            for joke in page.items {
                let decision = model.decision(Self.text(of: joke))
                if decision == .disliked || decision == .dislikedInTrash
                    || (decision == .saved) != page.saved.contains(joke.id)
                {
                    Issue.record("\(key(joke)) is wrong on a page:\n\(trace)")
                }
            }
        }

        /// Gives a joke whose id no other one has another text, in its pack and in the library.
        private mutating func mend() async throws {
            guard let key = any(["p 3", "q 6", "r 7", "r 8", "r 9"]) else { return }
            let (source, id) = (String(key.prefix(1)), String(key.suffix(1)))
            guard let place = packs[source]?.firstIndex(where: { $0.id == id }),
                // A page of a pack has each text once.
                let text = any(
                    model.texts.union(["eta", "theta"]).subtracting(
                        model.text.filter { $0.key.hasPrefix(source) }.values)),
                let old = model.text[key]
            else { return }
            // What undo does with a text that has changed since is not the matter here.
            while !undo.isEmpty {
                trace += "undo\n"
                await core.request(.undo)
                undoModel()
                guard try await difference() == nil else { return }
            }
            try await browse(source)
            let former = packs[source]?[place].text ?? ""
            packs[source]?[place].text = text
            trace += "\(key) becomes \(text)\n"
            let others = try await core.store.records(.jokes(Self.ids)).filter {
                Self.text(of: $0.joke) == old && self.key($0.joke) != key
            }
            write(source)
            let (isDecided, isHolder) = (
                model.rows[key, default: .init()].decision != .none, model.decided(old) == key
            )
            if isHolder, others.isEmpty, model.decided(text) != nil {
                // The joke keeps its text, and so does the pack from now on.
                try await browse(source)
                packs[source]?[place].text = former
                return write(source)
            }
            model.text[key] = text
            if isDecided, !isHolder || !others.isEmpty {
                let row = model.rows[key]
                model.order += 10
                model.rows[key] = Model.Row(order: model.order)
                try await browse(source)
                guard isHolder, let decision = row?.decision else { return }
                let heir = try await core.store.records(.jokes([others[0].joke.id])).first?.decidedID
                let joke = others.first { $0.joke.id == heir }?.joke
                model.order += 10
                if let joke {
                    model.rows[self.key(joke)] = Model.Row(
                        decision: decision, order: model.order, isTakenBack: row?.isTakenBack == true)
                }
            } else {
                try await browse(source)
            }
        }
        private func write(_ source: String) {
            corpora.first { $0.source == source }?.write(
                "f", packs[source, default: []].map { .test($0.id, $0.text, source: source) })
        }

        private func isStored(_ key: String) async throws -> Bool {
            guard let id = try await records([key]).first?.joke.id else { return false }
            return try await !core.store.records(.jokes([id])).isEmpty
        }

        private mutating func decide(isLiked: Bool) async throws {
            let card = core.model.current.state.joke
            let isOnCard = Bool.random(using: &generator) && card.id != .error && model.text[key(card)] != nil
            let key = isOnCard ? key(card) : any(model.text.keys) ?? ""
            let isKnown = try await isStored(key)
            guard isOnCard || isKnown else { return }
            trace += "\(isLiked ? "like" : "dislike") \(key)\(isOnCard ? " on the card" : "")\n"
            let (former, steps) = (model, undo)
            if isOnCard, Self.text(of: card) != model.text[key] {
                Issue.record("the card shows another text than that of its joke:\n\(trace)")
            }
            remember([key])
            let id = isOnCard ? card.id : try await records([key])[0].joke.id
            let isAboutCard = id == card.id
            // The taste counts a joke that two packs have for the one that has shown it.
            if isAboutCard, let stored = try await core.store.records(.jokes([id])).first?.joke,
                stored.source != card.source
            {
                undo = steps
                return
            }
            await core.request(.decide(isLiked ? .like : .dislike, isAboutCard ? .card : .joke(id)))
            // Two packs may have one joke: the same text under the same id. It belongs to one of them.
            guard let stored = try await core.store.records(.jokes([id])).first else { return }
            model.decide(self.key(stored.joke), isLiked: isLiked)
            // A decision that was in effect is a step only if it moves the card on.
            if model == former, !isAboutCard { undo = steps }
        }

        private mutating func undoModel() {
            guard let step = undo.popLast() else { return }
            for (text, former) in step.texts {
                let isNew = former.values.allSatisfy { $0.decision == .none }
                if step.keys != nil, isNew, model.decision(text) == .saved, let key = model.decided(text) {
                    model.set(key, .trash, lesson: 0, teaches: false)
                    model.rows[key]?.isTakenBack = true
                } else {
                    model.putBack(former, of: text, lines: step.keys)
                }
                guard let keys = step.keys else { continue }
                for key in model.keys(text)
                where keys.contains(key) || former[key, default: .init()].decision != .none {
                    model.rows[key, default: .init()].isMarked = true
                }
            }
        }

        private func value(_ key: String) -> String? {
            packs[String(key.prefix(1))]?.first { $0.id == key.suffix(1) }?.text
        }

        private mutating func newLine() -> (
            key: String, value: String?, decision: Model.Decision, order: Int, line: String
        )? {
            let decisions: [Model.Decision] = [.saved, .saved, .trash, .disliked, .none, .dislikedInTrash]
            guard let key = any(model.text.keys), let decision = decisions.randomElement(using: &generator)
            else { return nil }
            let isOld = Int.random(in: 0..<4, using: &generator) == 0
            model.order += 10
            let order = isOld ? imports * 10 - 10_000_000 : model.order
            let joke = Joke.test(String(key.suffix(1)), value(key), source: String(key.prefix(1)))
            // Later than all that this machine has decided, and less than a day ahead.
            let time = WallTime(
                milliseconds: Int64(imports * 10)
                    + (isOld ? 0 : core.clock.now.wall.milliseconds + 3_600_000))
            imports += 1
            let status: JokeStatus =
                switch decision {
                case .saved: JokeStatus(savedAt: time)
                case .trash: JokeStatus(savedAt: time, deletedAt: time.next)
                case .disliked: JokeStatus(dislikedAt: time)
                case .dislikedInTrash: JokeStatus(savedAt: time, dislikedAt: time)
                default: .undecided
                }
            let line = LibraryLine(joke, status: status, changedAt: time).text
            return (key, value(key), decision, order, line)
        }

        private mutating func importLines(isOfUser: Bool) async throws {
            var (lines, changed, before): ([String], [String], Model) = ([], [], model)
            var (undone, decided): (_, Set<String>) = (undo, [])
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let isRepeated = Int.random(in: 0..<4, using: &generator) == 0
                guard let line = isRepeated ? imported.randomElement(using: &generator) : newLine(),
                    line.value == value(line.key)
                else { continue }
                imported.append(line)
                lines.append(line.line)
                let text = model.text[line.key] ?? ""
                let former = model.decided(text)
                guard model.merge(line.key, line.decision, at: line.order, isOfUser: isOfUser) else {
                    continue
                }
                changed.append(line.key)
                // An older decision than that about the text changes nothing about it.
                if former != model.decided(text) || model.decided(text) == line.key { decided.insert(text) }
            }
            trace += "import\(isOfUser ? " of the user" : ""): \(lines)\n"
            swap(&before, &model)
            if isOfUser, !changed.isEmpty { remember(changed, isImport: true) }
            swap(&before, &model)
            if !isOfUser {
                for index in undone.indices {
                    undone[index].texts = undone[index].texts.filter { !decided.contains($0.key) }
                }
                undo = undone
            }
            imports += 1
            let id = ImportID(number: imports)
            _ = try await core.store.query(.stage(lines, id)).get()
            await core.request(.merge(id, lines: lines.count, skipped: 0, isOfUser: isOfUser))
        }

        /// Returns the first difference between jokesd and the model, or nil.
        func difference() async throws -> String? {
            func texts(_ query: SavedQuery) async throws -> [String] {
                guard case .page(let page) = try await core.store.query(.saved(query)).get() else {
                    return []
                }
                return page.items.map { Self.text(of: $0.joke) }.sorted()
            }
            var query = SavedQuery(limit: 100)
            let saved = try await texts(query)
            query.isDeleted = true
            let trash = try await texts(query)
            (query.isDeleted, query.isDisliked) = (false, true)
            let disliked = try await texts(query)
            let evidence = Self.packs.keys.map { core.model.taste.evidence(of: .source($0)) }
            let tally = [evidence.map(\.likes).reduce(0, +), evidence.map(\.dislikes).reduce(0, +)]
            let pairs: [(String, String)] = [
                ("saved", "\(saved)"), ("saved", "\(model.count(.saved).sorted())"),
                ("trash", "\(trash)"), ("trash", "\(model.count(.trash, .dislikedInTrash).sorted())"),
                ("disliked", "\(disliked)"),
                ("disliked", "\(model.count(.disliked, .dislikedInTrash).sorted())"),
                ("count", "\(core.model.current.state.saved.count)"),
                ("count", "\(model.count(.saved).count)"),
                ("steps", "\(core.model.undo.count)"), ("steps", "\(undo.count)"),
                ("learned", "\(tally)"), ("learned", "\(model.tally)"),
            ]
            for record in try await core.store.records(
                .jokes(["3", "6", "7", "8", "9"].map(Joke.ID.init(rawValue:))))
            {
                let (text, expected) = (Self.text(of: record.joke), model.text[key(record.joke)] ?? "")
                if text != expected { return "text of \(key(record.joke)): \(text), expected \(expected)" }
            }
            for place in stride(from: 0, to: pairs.count, by: 2) where pairs[place].1 != pairs[place + 1].1 {
                return "\(pairs[place].0): \(pairs[place].1), expected \(pairs[place + 1].1)"
            }
            return nil
        }
    }
}
