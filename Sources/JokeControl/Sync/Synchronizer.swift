// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
package import JokeWire

/// Syncs a library with a folder: writes the changes of the library to this machine's file, and imports those of the
/// other files.
///
/// A pass reads only what was appended and writes only what was changed. If it cannot know that, it compares the whole
/// library with the folder. Nothing is concluded from the absence of a file or of a record.
package struct Synchronizer<Library: SyncLibrary> {
    package private(set) var library: Library
    package private(set) var state: SyncState
    package private(set) var report = SyncReport()
    private let folder: SyncFolder
    private let machine: String
    private let name: String
    private let save: (SyncState) throws -> Void
    /// The position of showings after the imports of the pass, or nil if it has imported none.
    private var seen: Int?

    /// The whole library is compared if the last comparison is older. Some changes are in no log, such as a translation.
    private static var comparisonInterval: Duration { .seconds(24 * 3_600) }
    /// A file of another machine that is missing for longer counts as removed, so that its lines are written by another
    /// machine.
    private static var patience: Duration { .seconds(3_600) }
    /// The number of bytes that a file may have in excess, and that may be written and read, before it is compacted.
    /// Without it, a carrier would get a new file for each change of a small library.
    private static var slack: Int { 1 << 10 }
    /// The most passes of a run.
    private static var mostPasses: Int { 10 }
    /// The most bytes of a file that are imported without a comparison.
    private static var mostNews: Int { 256 << 10 }
    /// The bytes of lines after which an import takes no further one.
    private static var fullImport: Int { 4 << 20 }

    /// - Parameters:
    ///   - machine: The id of this machine.
    ///   - name: Its name, for people.
    ///   - save: Stores the state. It is called after each pass.
    package init(
        _ library: Library, folder: SyncFolder, machine: String, name: String, state: SyncState,
        save: @escaping (SyncState) throws -> Void
    ) {
        (self.library, self.folder, self.machine, self.name) = (library, folder, machine, name)
        (self.state, self.save) = (state, save)
    }

    /// Runs passes until one finds nothing to do.
    ///
    /// - Parameter comparesAll: Whether the first pass compares the whole library.
    package mutating func run(comparesAll: Bool, at now: WallTime) throws {
        for pass in 1...Self.mostPasses {
            let hasChanged = try self.pass(comparesAll: comparesAll && pass == 1, at: now)
            if !hasChanged { break }
        }
    }

    private var ownName: SyncFileName { SyncFileName(machine: machine, number: state.number) }

    private mutating func pass(comparesAll: Bool, at now: WallTime) throws -> Bool {
        guard folder.exists else { throw SystemError(code: ENOENT, operation: "open", path: folder.path) }
        let stored = state
        seen = nil
        let all = try folder.files()
        noteMissing(all, at: now)
        let files = readable(all)
        let before = state
        var comparesAll = comparesAll || state.isDue || isComparisonDue(at: now) || !isOwnFileIntact(files)
        var lines: [String] = []
        for file in files where file.name != ownName && !comparesAll {
            guard let news = appended(to: file, at: now) else {
                comparesAll = true
                break
            }
            lines += news
        }
        let changes = try library.changes(since: state.position)
        // Only a comparison knows which records are superseded.
        let isGrown = state.bytes > max(Self.slack, state.data / 20)
        if comparesAll || !changes.isComplete || state.isDue || isGrown {
            // The comparison reads the files again.
            state = before
            let hasChanged = try compare(files, at: now)
            note(changes.position)
            try save(state)
            return hasChanged
        }
        var changed: [String] = []
        if !changes.jokes.isEmpty { try library.export(changes.jokes.sorted()) { changed.append($0) } }
        changed += changes.showings
        report.written += changed.count
        if !changed.isEmpty { try append(changed) }
        if !lines.isEmpty { _ = try merge(lines) }
        note(changes.position)
        if state != stored { try save(state) }
        return !changed.isEmpty || !lines.isEmpty
    }

    private mutating func note(_ position: SyncPosition) {
        state.position = position
        if let seen { state.position?.seen = seen }
    }

    /// Imports lines, without those of what this machine itself has learned, which are in files of others, too.
    private mutating func merge(_ lines: [String]) throws -> SyncMerge {
        let own = SyncLine.tastePrefix(machine)
        let merge = try library.merge(lines.filter { !$0.utf8.starts(with: own.utf8) })
        report.merge.added += merge.added
        report.merge.updated += merge.updated
        report.merge.skipped += merge.skipped
        report.merge.remembered += merge.remembered
        seen = merge.seen ?? seen
        return merge
    }

    private func isComparisonDue(at now: WallTime) -> Bool {
        state.comparedAt > now || state.comparedAt.advanced(by: Self.comparisonInterval) < now
    }

    // MARK: This machine's file

    /// Whether this machine's newest file is as it was written. A carrier may have truncated, doubled or removed it.
    private func isOwnFileIntact(_ files: [SyncFolder.File]) -> Bool {
        guard state.number > 0, let own = files.first(where: { $0.name == ownName }), own.size == state.size
        else { return false }
        return (try? folder.open(ownName).mark(before: own.size)) == state.mark
    }

    /// The most lines whose records are in memory.
    private static var linesTogether: Int { 2_000 }

    private mutating func append(_ lines: [String]) throws {
        for start in stride(from: 0, to: lines.count, by: Self.linesTogether) {
            let records = SyncRecord.bytes(of: Array(lines[start...].prefix(Self.linesTogether)))
            try folder.append(records, to: ownName)
            state.size += records.count
            state.bytes += records.count
        }
        state.mark = try folder.open(ownName).mark(before: state.size)
    }

    private mutating func writeSnapshot(_ lines: [String], at now: WallTime) throws {
        let name = SyncFileName(
            machine: machine, number: max(try folder.highestNumber(of: machine), state.number) + 1)
        guard SyncFileName.numbers ~= name.number else {
            throw SystemError(code: EOVERFLOW, operation: "open", path: "\(folder.path)/\(name.text)")
        }
        let header = SyncHeader(machine: machine, name: self.name, number: name.number, created: now)
        var size = 0
        try folder.create(name) { write throws(SystemError) in
            var records = SyncRecord.bytes(header.payload)
            for start in stride(from: 0, to: max(1, lines.count), by: Self.linesTogether) {
                records += SyncRecord.bytes(of: Array(lines[start...].prefix(Self.linesTogether)))
                try write(records)
                size += records.count
                records = []
            }
        }
        (state.number, state.size) = (name.number, size)
        state.mark = try folder.open(name).mark(before: size)
    }

    // MARK: The other files

    /// Returns the files that are read, in the order in which they count if there are too many: those of this machine, then
    /// the smaller ones. The first one of the others is reported as one that cannot be read.
    private mutating func readable(_ files: [SyncFolder.File]) -> [SyncFolder.File] {
        let sorted = files.sorted {
            ($0.name.machine == machine ? 0 : 1, $0.size) < ($1.name.machine == machine ? 0 : 1, $1.size)
        }
        if sorted.count > SyncFolder.mostFiles {
            let first = sorted[SyncFolder.mostFiles]
            state.files[first.name.key, default: SyncState.File()].problem = SyncState.File.tooManyFiles
        }
        return Array(sorted.prefix(SyncFolder.mostFiles))
    }

    /// Remembers since when a file is missing. After an hour, it counts as removed. It does so at once if its machine has
    /// written a newer one.
    private mutating func noteMissing(_ files: [SyncFolder.File], at now: WallTime) {
        let present = Set(files.map(\.name.key))
        let newest = Self.newest(files)
        for (name, file) in state.files {
            if present.contains(name) {
                state.files[name]?.missingSince = nil
            } else if let old = SyncFileName(name), let newer = newest[old.machine], newer.number > old.number
            {
                state.files[name] = nil
            } else if let since = file.missingSince, since <= now {
                guard since.advanced(by: Self.patience) < now else { continue }
                state.files[name] = nil
                state.isDue = true
            } else {
                state.files[name]?.missingSince = now
                state.files[name]?.problem = nil
            }
        }
    }

    /// Returns the name of each machine's newest file. Copies do not count.
    private static func newest(_ files: [SyncFolder.File]) -> [String: SyncFileName] {
        Dictionary(files.filter(\.name.isOriginal).map { ($0.name.machine, $0.name) }) {
            $0.number > $1.number ? $0 : $1
        }
    }

    /// Returns the lines that were appended to a file since it was read, or nil if the whole library must be compared: the
    /// file is new, was replaced, or can or cannot be read unlike before.
    private mutating func appended(to file: SyncFolder.File, at now: WallTime) -> [String]? {
        guard var known = state.files[file.name.key] else { return nil }
        let isSame = known.size == file.size && known.changed == file.changed
        if let problem = known.problem, problem != SyncState.File.tooManyLines || !isSame {
            return folder.reading(file) { _ in }.problem == problem ? [] : nil
        }
        if isSame { return [] }
        guard !known.isNewer, known.offset...known.offset + Self.mostNews ~= file.size else { return nil }
        var (records, lines): (SyncRecords, [String]) = (SyncRecords(), [])
        let (before, after) = (known.offset, known.mark)
        let (mark, problem) = folder.reading(file) { open throws(SystemError) in
            guard try open.mark(before: before) == after else {
                throw SystemError(code: ESTALE, operation: "read")
            }
            try open.read(from: before, to: file.size) { records.read($0) { lines.append($0.text) } }
            return try open.mark(before: before + records.length)
        }
        guard let mark, problem == nil, !records.isNewer else { return nil }
        (known.size, known.changed) = (file.size, file.changed)
        known.offset += records.length
        known.mark = mark
        known.lines += records.lines
        known.damaged += records.damaged
        if records.lines > 0 { known.readAt = now }
        state.bytes += records.length
        state.files[file.name.key] = known
        return lines
    }

    // MARK: Comparing the whole library

    /// Compares all lines of the library with all records of the folder. Returns whether something was imported or
    /// written.
    private mutating func compare(_ files: [SyncFolder.File], at now: WallTime) throws -> Bool {
        let isIntact = isOwnFileIntact(files)
        let machines = Set(files.map(\.name.machine)).union([machine])
        var index = SyncIndex(
            own: machine, machines: machines, at: now, mostKeys: folder.mostKeys)
        let newest = Self.newest(files)
        var ownDamage = 0
        let ownTasteKey = "taste:\(machine)"
        var ownTaste: OwnTaste?
        for file in files {
            let isNewest =
                file.name.machine == machine
                ? file.name == ownName : newest[file.name.machine] == file.name
            let wasFull = index.isFull
            let records = read(file, at: now) { line in
                index.add(line, of: file.name.machine, isNewestFile: isNewest)
                // A line that is too far ahead was not written by this machine, or no machine takes it.
                guard line.key.utf8.elementsEqual(ownTasteKey.utf8), line.changedAt <= now.latestElsewhere
                else {
                    return
                }
                OwnTaste.add(line, to: &ownTaste)
            }
            if index.isFull, !wasFull { state.files[file.name.key]?.problem = SyncState.File.tooManyLines }
            if file.name == ownName {
                ownDamage = records.damaged + (records.length == file.size ? 0 : 1)
            }
        }
        var (missing, kept): ([String], [String]) = ([], [])
        // The bytes of all lines, and of those that the file of this machine keeps.
        var (data, keptData) = (0, 0)
        let machine = machine
        try library.export(nil) { text in
            guard let text = Self.named(text, by: machine, after: ownTaste, at: now),
                let line = SyncLine(text)
            else { return }
            let size = SyncRecord.size(of: text)
            data += size
            switch index.note(line) {
            case .missing: missing.append(text)
            case .own:
                kept.append(text)
                keptData += size
            case .others: break
            }
        }
        let allowance = Self.allowance(kept: keptData, data: data, machines: machines.count)
        let isLoose = state.size - keptData > allowance
        let isNewest = try folder.highestNumber(of: machine) <= state.number
        let needsSnapshot = !isIntact || ownDamage > 0 || !isNewest || isLoose
        let imported = try importNews(of: &index, files)
        let hasImported = imported > 0
        // A file of this machine may have lines that the library had lost. A snapshot needs them.
        if needsSnapshot, hasImported {
            state.isDue = true
            return true
        }
        if needsSnapshot {
            missing = kept + missing
            try writeSnapshot(missing, at: now)
        } else if !missing.isEmpty {
            try append(missing)
        }
        report.written += missing.count
        // The lines that were imported may be in old files only. The next comparison writes them.
        state.isDue = hasImported && !oldFiles(files).isEmpty
        if !hasImported { try removeOldFiles(files) }
        (state.comparedAt, state.bytes, state.data) = (now, 0, data + imported)
        return hasImported || needsSnapshot || !missing.isEmpty
    }

    /// Returns the number of bytes that this machine's file may have besides the lines that it keeps.
    ///
    /// The allowances of all machines are at most 15% of the data, and ``slack`` each. The next comparison comes after 5%
    /// at the latest. A snapshot rewrites at most ten times the bytes that it saves.
    private static func allowance(kept: Int, data: Int, machines: Int) -> Int {
        slack + kept / 10 + data / 20 / machines
    }

    /// Returns the line of what this machine has learned with its id and a time, and every other line as it is. Returns nil
    /// if nothing was learned yet.
    ///
    /// The time is that of the newest lines in the folder if nothing has changed since. Otherwise it is later, even if the
    /// clock was set back by less than a day. There are two newest lines if this machine gave a time twice, because its file was damaged.
    private static func named(
        _ text: String, by machine: String, after newest: OwnTaste?, at now: WallTime
    ) -> String? {
        guard text.utf8.starts(with: SyncLine.ownTastePrefix.utf8) else { return text }
        let rest = Substring(text.utf8.dropFirst(SyncLine.ownTastePrefix.utf8.count))
        let prefix = SyncLine.tastePrefix(machine)
        guard let newest else {
            return rest == noTaste ? nil : "\(prefix)\(max(0, now.milliseconds)),\(rest)"
        }
        let time = newest.line.changedAt.milliseconds
        let same = "\(prefix)\(time),\(rest)"
        return newest.isOnlyOne && newest.line.text.utf8.elementsEqual(same.utf8)
            ? same : "\(prefix)\(max(now.milliseconds, time + 1)),\(rest)"
    }

    private static var noTaste: Substring { #""source":{},"category":{}}"# }

    /// The newest line of what this machine has learned.
    private struct OwnTaste {
        var line: SyncLine
        /// Whether there is no other line of that time.
        var isOnlyOne = true

        static func add(_ line: SyncLine, to newest: inout OwnTaste?) {
            guard let known = newest, line.changedAt <= known.line.changedAt else {
                return newest = OwnTaste(line: line)
            }
            if line.changedAt == known.line.changedAt, line.hash != known.line.hash {
                newest?.isOnlyOne = false
            }
        }
    }

    /// Reads a whole file, and remembers how far.
    private mutating func read(
        _ file: SyncFolder.File, at now: WallTime, _ visit: (SyncLine) -> Void
    ) -> SyncRecords {
        var records = SyncRecords()
        let (mark, problem) = folder.reading(file) { open throws(SystemError) in
            try open.read(from: 0, to: file.size) { records.read($0, visit) }
            return try open.mark(before: records.length)
        }
        guard file.name != ownName else { return records }
        var known = state.files[file.name.key] ?? SyncState.File()
        let hasChanged = known.lines != records.lines || known.size != file.size
        (known.size, known.changed, known.offset) = (file.size, file.changed, records.length)
        known.mark = mark ?? 0
        (known.lines, known.damaged, known.isNewer) = (records.lines, records.damaged, records.isNewer)
        known.problem = problem
        if let header = records.header { known.title = header.name }
        if hasChanged, problem == nil { known.readAt = now }
        known.missingSince = nil
        state.files[file.name.key] = known
        return records
    }

    /// Imports the lines that the library may need. Returns their size in bytes, or 0 if the library has not changed.
    private mutating func importNews(of index: inout SyncIndex, _ files: [SyncFolder.File]) throws -> Int {
        guard index.hasNews else { return 0 }
        var (lines, size, imported): ([String], Int, Int) = ([], 0, 0)
        func send() throws {
            guard !lines.isEmpty else { return }
            // Three of the store's indexes are in the order of the texts. In this order, an import changes fewer pages.
            lines.sort { SyncLine.value(of: $0).lexicographicallyPrecedes(SyncLine.value(of: $1)) }
            if try merge(lines).hasChanged { imported += size }
            (lines, size) = ([], 0)
        }
        for file in files {
            var failure: (any Error)?
            var records = SyncRecords()
            _ = folder.reading(file) { open throws(SystemError) in
                try open.read(from: 0, to: file.size) { piece in
                    records.read(piece) { line in
                        guard failure == nil, index.takeNews(line) else { return }
                        lines.append(line.text)
                        size += SyncRecord.size(of: line.text)
                        guard size >= Self.fullImport else { return }
                        do { try send() } catch { failure = error }
                    }
                }
            }
            if let failure { throw failure }
        }
        try send()
        return imported
    }

    /// Returns the older files of this machine, and copies of its files, except those of a later version, which may still
    /// be on the way.
    private func oldFiles(_ files: [SyncFolder.File]) -> [SyncFolder.File] {
        files.filter {
            $0.name.machine == machine && $0.name != ownName && state.files[$0.name.key]?.isNewer != true
        }
    }

    /// Removes the old files. The library and the newest file have all of their lines.
    private mutating func removeOldFiles(_ files: [SyncFolder.File]) throws {
        for file in oldFiles(files) {
            try folder.remove(file.name)
            state.files[file.name.key] = nil
        }
    }
}
