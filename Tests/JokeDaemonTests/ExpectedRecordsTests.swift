// SPDX-License-Identifier: MIT
import JokeCore
import JokeDaemon
import JokeWire
import Testing

/// The records that one query reads for several decisions.
struct ExpectedRecordsTests {
    private let records = [("a", "Twins."), ("b", "twins!"), ("c", "Another.")].map { id, text in
        JokeRecord(joke: Joke(id: Joke.ID(rawValue: id), value: text, source: "script", language: "en"))
    }

    private func handled(_ change: ChangeRequest.Change, _ writes: [Write]) -> [ArchiveResult?] {
        var expected = ExpectedRecords()
        expected.add(["a", "b", "c", "unknown"].map(Joke.ID.init(rawValue:)), records)
        let token = ReplyToken(number: 1, cause: Cause(method: "", client: "", connection: 0))
        let time = Timestamp(
            uptime: .zero, wall: WallTime(milliseconds: 0), date: LocalDate(rawValue: "2026-11-22"),
            midnight: WallTime(milliseconds: 0))
        let input = Input(.requested(ChangeRequest(change, token: token)), at: time)
        expected.remove(changedBy: input, writes)
        return ["a", "b", "c", "unknown"].map { expected.answer(about: Joke.ID(rawValue: $0)) }
    }

    private let a = Joke.ID(rawValue: "a")

    @Test("a decision removes the records of its joke and of the jokes with its text")
    func decision() {
        let left = handled(
            .decide(.like, .joke(a)), [.upsertJoke(records[0].joke), .setStatus(a, .undecided)])
        #expect(left == [nil, nil, .records([records[2]]), .records([])])
    }

    @Test("an input without writes removes none, and any other input removes all")
    func others() {
        let all: [ArchiveResult?] = records.map { .records([$0]) } + [.records([])]
        #expect(handled(.decide(.like, .joke(a)), []) == all)
        #expect(handled(.undo, [.popUndo]) == [nil, nil, nil, nil])
        #expect(
            handled(.decide(.like, .joke(a)), [.setStatus(a, .undecided), .card(nil)]) == [
                nil, nil, nil, nil,
            ])
        let unexpected = Joke.ID(rawValue: "d")
        #expect(
            handled(.decide(.like, .joke(unexpected)), [.setStatus(unexpected, .undecided)]) == [
                nil, nil, nil, nil,
            ])
    }
}
