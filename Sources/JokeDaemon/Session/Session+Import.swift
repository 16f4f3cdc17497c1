// SPDX-License-Identifier: MIT
import EventLoop
import JokeCore
import JokeWire

/// An import of a connection: its lines wait until the last ones are there.
struct Staging {
    let id: ImportID
    /// That were good and were handed to the archive.
    var staged = 0
    /// Of all lines so far, how many there were.
    var seen = 0
    var skipped = 0
}

// Importing: Protocol.md, "saved.import".
extension Session {
    func importLines(_ parameters: Parameters, _ answer: @escaping Answer) {
        let lines = parameters.strings("lines") ?? []
        if let number = parameters.integer("import") {
            guard staging?.id.number == number else {
                return answer(.failure(.unknownImport(number)), nil)
            }
        } else {
            dropStaging()
            staging = Staging(id: ImportID(number: house.nextImport()))
        }
        guard var staging else { return }
        let (good, bad) = Self.sorted(lines, from: staging.seen + 1, at: house.engine.now.wall)
        staging.seen += lines.count
        guard bad.isEmpty || parameters.bool("skipBad") == true else {
            dropStaging()
            return answer(.failure(WireError(badLines: bad)), nil)
        }
        staging.skipped += bad.count
        staging.staged += good.count
        self.staging = staging
        stage(good, of: staging, isLast: parameters.bool("last") == true, parameters, answer)
    }

    private func stage(
        _ lines: [String], of staging: Staging, isLast: Bool, _ parameters: Parameters,
        _ answer: @escaping Answer
    ) {
        house.engine.ask(.stage(lines, staging.id)) { [weak self] result in
            guard !isLast else { return }
            switch result {
            case .failure(let error):
                self?.dropStaging()
                answer(.failure(error), nil)
            case .success:
                answer(
                    .success(
                        Members {
                            $0.member("import", staging.id.number)
                            $0.member("staged", staging.staged)
                        }), nil)
            }
        }
        guard isLast else { return }
        self.staging = nil
        // Behind what is staged; where that has failed, lines are missing, and nothing is merged.
        let merge = ChangeRequest.Change.merge(
            staging.id, lines: staging.staged, skipped: staging.skipped)
        make(merge, .savedImport, parameters) { [weak self] result, afterwards in
            if case .failure = result { self?.house.engine.ask(.discard(staging.id)) { _ in } }
            answer(result, afterwards)
        }
    }

    /// What was staged and not merged goes.
    func dropStaging() {
        guard let staging else { return }
        self.staging = nil
        // What cannot be discarded now is gone at the next start.
        house.engine.ask(.discard(staging.id)) { _ in }
    }

    /// The lines that can be imported, and what is wrong with the others. Empty ones do not count.
    private static func sorted(
        _ lines: [String], from first: Int, at now: WallTime
    ) -> (good: [String], bad: [(number: Int, problem: String)]) {
        var (good, bad): ([String], [(Int, String)]) = ([], [])
        for (place, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
            do throws(LibraryLine.Problem) {
                _ = try LibraryLine(parsing: line, at: now)
                good.append(line)
            } catch {
                bad.append((first + place, error.message))
            }
        }
        return (good, bad)
    }
}

extension WireError {
    fileprivate static func unknownImport(_ number: Int) -> WireError {
        WireError(
            parameter: "import", expected: "the number of an import that this connection has begun",
            found: "\(number)")
    }

    /// The first of the lines are named in words, and some more of them in `lines`.
    fileprivate init(badLines bad: [(number: Int, problem: String)]) {
        let first = bad.prefix(3).map { "line \($0.number) \($0.problem)" }.joined(separator: "; ")
        let more = bad.count > 3 ? "; and \(bad.count - 3) more" : ""
        let lines = bad.prefix(20).map { bad in
            JSON.object(["line": .integer(bad.number), "problem": .string(bad.problem)])
        }
        self.init(
            .badData, "Nothing was imported: \(first)\(more).", data: ["lines": .array(Array(lines))])
    }
}
