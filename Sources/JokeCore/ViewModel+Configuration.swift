// SPDX-License-Identifier: MIT
import JokeWire

// Changes of the configuration while the daemon runs.
extension ViewModel {
    /// Applies a new configuration. Decisions, the card and what is known about the sources stay.
    ///
    /// Requests to sources that are no longer enabled end. A source whose configuration changed can be asked at once.
    mutating func configure(
        _ settings: Settings, _ changed: Set<String>, _ context: inout InputContext
    ) throws(InputContext.Interruption) {
        let former = prefetch.sources.filter(\.isEnabled).map(\.settings.name)
        let requests = prefetch.inFlight.entries.map(\.request).filter { !$0.isOnDemand }
        if settings.translation != self.settings.translation { configure(settings.translation, context) }
        if settings.hero != self.settings.hero || settings.languages != self.settings.languages {
            dropJokesOfPacks(at: context.at)
        }
        dropJokesOfFormerFiles(settings)
        for source in prefetch.sources where settings.filter != self.settings.filter {
            prefetch.update(source.settings.name) { $0.tally.filtered = [:] }
            rejected = []
        }
        self.settings = settings
        if !settings.isPunchlineHeld { isRevealed = true }
        spares = JokeQueue()
        prefetch.configure(settings, changed, restoring: persistedSources, at: context.at, using: &generator)
        for name in former where prefetch[name]?.isEnabled != true {
            for request in requests where request.source == name {
                try passOn(request, &context)
            }
            endOnDemand(from: name, cause: nil, &context)
        }
        dropUnwanted()
        lookAtFiles(at: context.at)
    }

    /// Makes the sources that consist of files look for changes. If no jokes are wanted, requests their categories.
    private mutating func lookAtFiles(at now: Timestamp) {
        prefetch.lookAgain()
        guard !isShort else { return }
        for source in prefetch.sources where source.isEnabled && source.settings.isFile {
            guard !prefetch.inFlight.isListingCategories(of: source.settings.name) else { continue }
            prefetch.place(.categories, to: source.settings.name, at: now)
        }
    }

    /// Makes the packs of the user look for changes that were made while jokesd was stopped, such as another path, if the
    /// queue has jokes of them.
    mutating func lookAtQueuedPacks(at now: Timestamp) {
        let queued = Set(queue.records.map(\.joke.source))
        for source in prefetch.sources
        where source.isEnabled && source.settings.type == "pack" && queued.contains(source.settings.name) {
            prefetch.place(.categories, to: source.settings.name, at: now)
        }
    }

    /// Removes the jokes of packs from the queue, which may have the former hero's name or be in a former language, and
    /// sends the requests for others again. The jokes come again as the new configuration has them.
    private mutating func dropJokesOfPacks(at now: Timestamp) {
        guard archiveTrouble == nil else { return }
        for source in prefetch.sources where source.settings.isPack {
            queue.remove(from: source.settings.name)
            guard let request = prefetch.inFlight.prefetch(from: source.settings.name) else { continue }
            prefetch.inFlight.retry(request.id, count: request.count, at: now.uptime)
        }
    }

    /// Removes the jokes of sources from the queue that consist of other files now.
    private mutating func dropJokesOfFormerFiles(_ settings: Settings) {
        guard archiveTrouble == nil else { return }
        for source in settings.sources {
            guard let former = prefetch[source.name]?.settings, former.paths != source.paths else { continue }
            queue.remove(from: source.name)
        }
    }

    /// Applies other languages or engines. Removes translations that are no longer wanted.
    private mutating func configure(_ translation: Settings.Translation, _ context: InputContext) {
        translations.configure(
            translation, restoring: PersistedSource.ofEngines(persistedSources), at: context.at,
            using: &generator)
        card.joke = translation.admitted(card.joke)
        for record in queue.records { queue.update(record.joke.id) { $0 = translation.admitted($0) } }
        if let joke = daily?.joke { daily?.joke = translation.admitted(joke) }
        translationTrouble = nil
    }

    /// Removes jokes from the queue that the configuration does not accept. While the archive cannot be written, the
    /// queue stays as it is stored.
    ///
    /// - Parameter isStart: Whether jokesd starts. What `undo` may have put back then stays: jokes beyond the capacity,
    ///   and those of a source that the user has disabled or that the configuration does not have.
    mutating func dropUnwanted(isStart: Bool = false) {
        guard archiveTrouble == nil else { return }
        queue.keep(atMost: isStart ? queue.count : settings.capacity) { joke in
            let source = prefetch[joke.source]
            let isOn = source?.isEnabled ?? isStart || isStart && source?.settings.isEnabled == true
            return isOn && settings.filter.admits(joke) && settings.isInBestLanguage(joke)
        }
    }
}

extension Settings {
    /// Whether the joke is in the first of the languages that its pack has it in. If not, the pack has it in that one.
    fileprivate func isInBestLanguage(_ joke: Joke) -> Bool {
        guard !joke.id.isOwn, joke.original == nil, let other = joke.translation,
            other.attribution.engine == Translation.pack,
            let best = languages.first(where: { [joke.language, other.language].contains($0) })
        else { return true }
        return best == joke.language
    }
}

extension Prefetch {
    /// Applies other sources. A source with the same name and type keeps its state.
    mutating func configure(
        _ settings: Settings, _ changed: Set<String>, restoring persisted: [PersistedSource],
        at now: Timestamp,
        using generator: inout SeededGenerator
    ) {
        spread = settings.spread
        let former = sources
        sources = []
        for settings in settings.sources {
            if var source = former.first(where: { $0.settings.isSame(as: settings) }) {
                source.settings = settings
                if changed.contains(settings.name) { source.forgetTrouble() }
                sources.append(source)
            } else {
                var source = Source(settings)
                // Its name may have changed.
                if settings.isOwn {
                    source.mayHaveJokes = former.contains { $0.settings.isOwn && $0.mayHaveJokes }
                }
                if let entry = persisted.first(where: { $0.name.hasBytes(of: settings.name) }) {
                    source.restore(entry, at: now)
                }
                sources.append(source)
            }
        }
        let enabled = Set(sources.filter(\.isEnabled).map(\.settings.name))
        for entry in inFlight.entries
        where !entry.request.isOnDemand && !enabled.contains(entry.request.source) {
            inFlight.remove(entry.request.id)
        }
    }
}

extension Settings.Source {
    /// Returns whether both are the same source. The types count, too: a name may now belong to another kind of source.
    fileprivate func isSame(as other: Self) -> Bool { name.hasBytes(of: other.name) && type == other.type }
}

extension Prefetch.Source {
    /// Forgets failures, which the new configuration may have repaired. The budget, and the time that the source asked
    /// for, still apply.
    fileprivate mutating func forgetTrouble() {
        (failures, trouble, isExhausted, repeats) = (0, nil, false, 0)
        backoffUntil = retryAfter
    }
}
