// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokeDaemon
import JokeWire
import Testing

@Suite("The status line")
struct StatusLineTests {
    private static let noon: Timestamp = {
        // 2026-04-01, 12:00 on the user's clock.
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday, parts.tm_hour, parts.tm_isdst) = (126, 3, 1, 12, -1)
        let seconds = Int64(mktime(&parts))
        return Timestamp(
            uptime: .seconds(1_000), wall: WallTime(milliseconds: seconds * 1_000),
            date: LocalDate(rawValue: "2026-04-01"),
            midnight: WallTime(milliseconds: (seconds + 12 * 3_600) * 1_000))
    }()

    /// Returns a model whose sources have these errors.
    private func model(_ failures: [String: SourceError]) -> ViewModel {
        let sources = ["a", "b"].map { Settings.Source(name: $0, isLocal: true) }
        var model = ViewModel(
            settings: Settings(capacity: 2, lowWater: 2, sources: sources, spread: .zero),
            kept: PersistedState(epoch: "e"), seed: 1)
        var effects = model.handle(Input(.started, at: Self.noon))
        while let index = effects.firstIndex(where: { if case .request = $0 { true } else { false } }) {
            guard case .request(let request) = effects.remove(at: index) else { break }
            guard let failure = failures[request.source] else { continue }
            effects += model.handle(Input(.fetchFailed(request, failure), at: Self.noon))
        }
        return model
    }

    private func failure(_ text: String, in seconds: Int64) -> SourceError {
        SourceError(
            .rateLimited, text,
            retryAt: WallTime(milliseconds: Self.noon.wall.milliseconds + seconds * 1_000))
    }

    @Test("without errors it has the queue and the saved jokes")
    func withoutErrors() {
        #expect(StatusLine(model([:]), at: Self.noon).text == "0 of 2 jokes ready, 0 saved")
    }

    @Test("with an error it has the source, the reason and the time of the next fetch")
    func withError() {
        let text = StatusLine(model(["a": failure("Slower.", in: 7_200)]), at: Self.noon).text
        #expect(text.hasPrefix("0 of 2 jokes ready, 0 saved; a: Slower.; next fetch 14:"), "\(text)")
    }

    @Test("several failed sources are named, and another day has its date")
    func severalErrors() {
        let failures = ["a": failure("Slower.", in: 100_000), "b": failure("No.", in: 100_000)]
        let text = StatusLine(model(failures), at: Self.noon).text
        #expect(
            text.hasPrefix("0 of 2 jokes ready, 0 saved; failing: a, b; next fetch 2026-04-02 1"),
            "\(text)")
    }
}
