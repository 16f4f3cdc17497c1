// SPDX-License-Identifier: MIT
import JokeCore
import JokeFetchProtocol
import JokeWire
import Testing

@Suite("The categories of a source")
struct CategoriesTests {
    private let play = Play(.with(.paged, .pack, lowWater: 1))

    private func ask(_ source: String = "paged") -> Play.Call { play.request(.categories(source: source)) }

    private func names(_ call: Play.Call) -> [String]? {
        if case .success(let outcome) = call.reply, case .categories(let names) = outcome.product {
            names
        } else {
            nil
        }
    }

    private func failure(_ call: Play.Call) -> SourceError? {
        if case .failure(.fetchFailed(let failure)) = call.reply { failure } else { nil }
    }

    @Test("are those that it says, and are fetched meanwhile")
    func said() {
        let call = ask()
        #expect(play.categoryRequests.map(\.source) == ["paged"])
        #expect(play.state.fetching)
        #expect(call.reply == nil)
        play.deliverCategories("dev", "food")
        #expect(names(call) == ["dev", "food"])
    }

    @Test("are asked for once, however many want to know")
    func shared() {
        let calls = [ask(), ask()]
        #expect(play.categoryRequests.count == 1)
        play.deliverCategories("dev")
        #expect(calls.map(names) == [["dev"], ["dev"]])
    }

    @Test("cost what the source's budget counts, and no more than it has")
    func budget() {
        let play = Play(.with(.paged.limited(to: 1)))
        play.request(.categories(source: "paged"))
        play.deliverCategories("dev")
        let call = play.request(.categories(source: "paged"))
        #expect(failure(call)?.kind == .rateLimited)
        #expect(play.categoryRequests.isEmpty)
    }

    @Test("of a source that is off or unknown are refused")
    func off() {
        play.request(.enable(source: "paged", false))
        for source in ["paged", "nobody"] {
            guard case .failure(.invalid("source", let expected)) = ask(source).reply else {
                Issue.record("\(source) is not refused")
                continue
            }
            #expect(expected == "a source that is on: pack")
        }
    }

    @Test("that do not come end the fetching, and the one who asked is told why")
    func failed() {
        let call = ask()
        play.failCategories(SourceError(.nonsense, "It said something else."))
        #expect(failure(call)?.kind == .nonsense)
        #expect(play.pending.isEmpty == !play.state.fetching)
        let late = ask()
        play.pass(.seconds(2))
        play.pass(Prefetch.timeout)
        #expect(failure(late)?.kind == .timedOut)
    }

    @Test("end when the source is turned off")
    func turnedOff() {
        let call = ask()
        play.request(.enable(source: "paged", false))
        #expect(failure(call)?.kind == .unavailable)
    }
}
