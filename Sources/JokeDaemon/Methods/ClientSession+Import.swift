// SPDX-License-Identifier: MIT
import JokeCore
import JokeLinux
import JokeWire

/// An import that a client has begun. The archive stages its lines until the last request, which merges them.
struct PendingImport {
    let id: ImportID
    /// The number of valid lines that were passed to the archive.
    var staged = 0
    /// The number of bytes of these.
    var bytes = 0
    /// The number of lines so far, including invalid and empty ones.
    var seen = 0
    /// The number of invalid lines that were skipped.
    var skipped = 0
    /// The number of lines that were skipped because they add no joke.
    var removals = 0
    /// The number of lines with a time that is more than a day ahead.
    var postdated = 0
}

// The method `saved.import` (docs/methods.md, "saved.import").
extension ClientSession {
    /// Checks the lines of one request, and stages the valid ones. An invalid line ends the import, unless `skipBad` is
    /// set.
    func importLines(_ parameters: Parameters, _ answer: @escaping Handler.Answer) {
        let lines = parameters.strings("lines") ?? []
        if let number = parameters.integer("import") {
            guard pendingImport?.id.number == number else {
                return answer(.failure(.unknownImport(number)), nil)
            }
        } else {
            discardImport()
            pendingImport = PendingImport(id: ImportID(number: server.nextImport()))
        }
        guard var pending = pendingImport else { return }
        let mode = parameters.string("mode")
        let (valid, invalid) = Self.parsed(
            lines, addingOnly: mode == "add", to: &pending, at: server.engine.now.wall)
        guard invalid.isEmpty || parameters.bool("skipBad") == true else {
            discardImport()
            return answer(.failure(WireError(invalidLines: invalid)), nil)
        }
        pending.skipped += invalid.count
        pending.staged += valid.count
        pending.bytes += valid.reduce(0) { $0 + $1.utf8.count }
        pendingImport = pending
        let merge = ChangeRequest.Change.merge(
            pending.id, lines: pending.staged, bytes: pending.bytes, skipped: pending.skipped,
            isOfUser: mode == "add" || mode == "merge")
        stage(
            valid, of: pending, then: parameters.bool("last") == true ? merge : nil, parameters.ifJoke, answer
        )
    }

    /// Stages lines, and after the last ones merges all.
    private func stage(
        _ lines: [String], of pending: PendingImport, then merge: ChangeRequest.Change?, _ ifJoke: Joke.ID?,
        _ answer: @escaping Handler.Answer
    ) {
        var stagingFailure: WireError?
        server.engine.query(.stage(lines, pending.id)) { [weak self] result in
            if case .failure(let error) = result { stagingFailure = error }
            guard merge == nil else { return }
            switch result {
            case .failure(let error):
                self?.discardImport()
                answer(.failure(error), nil)
            case .success:
                let response = StagedImportResponse {
                    ($0.number, $0.staged) = (pending.id.number, pending.staged)
                }
                answer(.success(response), nil)
            }
        }
        guard let merge else { return }
        pendingImport = nil
        // The merge comes after all staging. If a staging failed, lines are missing, and the merge fails.
        make(merge, for: .savedImport, ifJoke) { [weak self] result, afterwards in
            if case .success(var response as ImportResponse) = result {
                (response.removals, response.postdated) = (pending.removals, pending.postdated)
                return answer(.success(response), afterwards)
            }
            guard case .failure(let error) = result else { return answer(result, afterwards) }
            self?.server.engine.query(.discard(pending.id)) { _ in }
            answer(.failure(stagingFailure ?? error), afterwards)
        }
    }

    /// Discards the staged lines of an import that was not finished.
    func discardImport() {
        guard let pending = pendingImport else { return }
        pendingImport = nil
        // Lines that cannot be discarded now are discarded at the next start.
        server.engine.query(.discard(pending.id)) { _ in }
    }

    /// Counts the lines, and returns those to import, and the number and the problem of each invalid one. Empty lines are
    /// neither.
    private static func parsed(
        _ lines: [String], addingOnly: Bool, to pending: inout PendingImport, at now: WallTime
    ) -> (valid: [String], invalid: [(number: Int, problem: String)]) {
        var (valid, invalid): ([String], [(Int, String)]) = ([], [])
        for line in lines {
            pending.seen += 1
            guard !line.utf8.allSatisfy({ $0 == 0x20 || 0x09...0x0D ~= $0 }) else { continue }
            do throws(LibraryLine.ParseError) {
                let parsed = try LibraryLine(parsing: line, at: now)
                if parsed.isPostdated { pending.postdated += 1 }
                if addingOnly, parsed.isRemoval { pending.removals += 1 } else { valid.append(line) }
            } catch {
                invalid.append((pending.seen, error.message))
            }
        }
        return (valid, invalid)
    }
}

extension WireError {
    fileprivate static func unknownImport(_ number: Int) -> WireError {
        WireError(
            parameter: "import", expected: "the number of an import that this connection has begun",
            found: "\(number)")
    }

    /// The error for invalid lines. The message names the first 3, and `data.lines` lists the first 20.
    fileprivate init(invalidLines invalid: [(number: Int, problem: String)]) {
        let first = invalid.prefix(3).map { "line \($0.number) \($0.problem)" }.joined(separator: "; ")
        let more = invalid.count > 3 ? "; and \(invalid.count - 3) more" : ""
        let lines = invalid.prefix(20).map { line in
            JSON.object(["line": .integer(line.number), "problem": .string(line.problem)])
        }
        self.init(
            .badData, "Nothing was imported: \(first)\(more).", data: ["lines": .array(Array(lines))])
    }
}
