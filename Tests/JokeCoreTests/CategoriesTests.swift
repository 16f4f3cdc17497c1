// SPDX-License-Identifier: MIT
import JokeCore
import JokeFetchProtocol
import JokeWire
import Testing

@Suite("The categories of a source")
struct CategoriesTests {
    private let driver = ModelDriver(.with(.paged, .pack, lowWater: 1))

    private func ask(_ source: String = "paged") -> ModelDriver.Call {
        driver.request(.categories(source: source))
    }

    private func names(_ call: ModelDriver.Call) -> [String]? {
        if case .success(let outcome) = call.reply, case .categories(let names) = outcome.product {
            names
        } else {
            nil
        }
    }

    private func failure(_ call: ModelDriver.Call) -> SourceError? {
        if case .failure(.fetchFailed(let failure)) = call.reply { failure } else { nil }
    }

    @Test("are those that it says, and are fetched meanwhile")
    func said() {
        let call = ask()
        #expect(driver.categoryRequests.map(\.source) == ["paged"])
        #expect(driver.state.fetching)
        #expect(call.reply == nil)
        driver.deliverCategories("dev", "food")
        #expect(names(call) == ["dev", "food"])
    }

    @Test("are asked for once, however many want to know")
    func shared() {
        let calls = [ask(), ask()]
        #expect(driver.categoryRequests.count == 1)
        driver.deliverCategories("dev")
        #expect(calls.map(names) == [["dev"], ["dev"]])
    }

    @Test("cost what the source's budget counts, and no more than it has")
    func budget() {
        let driver = ModelDriver(.with(.paged.limited(to: 1)))
        driver.request(.categories(source: "paged"))
        driver.deliverCategories("dev")
        let call = driver.request(.categories(source: "paged"))
        #expect(failure(call)?.kind == .rateLimited)
        #expect(driver.categoryRequests.isEmpty)
    }

    @Test("of a source that is off or unknown are refused")
    func off() {
        driver.request(.enable(source: "paged", false))
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
        driver.failCategories(SourceError(.nonsense, "It said something else."))
        #expect(failure(call)?.kind == .nonsense)
        #expect(driver.pending.isEmpty == !driver.state.fetching)
        let late = ask()
        driver.pass(.seconds(2))
        driver.pass(Prefetch.timeout)
        #expect(failure(late)?.kind == .timedOut)
    }

    @Test("end when the source is turned off")
    func turnedOff() {
        let call = ask()
        driver.request(.enable(source: "paged", false))
        #expect(failure(call)?.kind == .unavailable)
    }
}
