// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire
import Testing

@Suite("The categories of a source")
struct CategoriesTests {
    private let driver = ModelDriver(.with(.paged, .pack, lowWater: 1))

    private func ask(_ source: String = "paged") -> ModelDriver.Call {
        driver.request(.categories(source: source))
    }

    private func names(_ call: ModelDriver.Call) -> [String]? {
        if case .success(let outcome) = call.reply, case .categories(let names, _) = outcome.product {
            names
        } else {
            nil
        }
    }

    private func failure(_ call: ModelDriver.Call) -> SourceError? {
        if case .failure(.fetchFailed(let failure)) = call.reply { failure } else { nil }
    }

    @Test("the categories of a source are fetched when a client asks for them")
    func fetchedOnRequest() {
        let call = ask()
        #expect(driver.categoryRequests.map(\.source) == ["paged"])
        #expect(driver.state.fetching)
        #expect(call.reply == nil)
        driver.deliverCategories("dev", "food")
        #expect(names(call) == ["dev", "food"])
    }

    @Test("the categories of a source are requested once for several clients")
    func sharedByClients() {
        let calls = [ask(), ask()]
        #expect(driver.categoryRequests.count == 1)
        driver.deliverCategories("dev")
        #expect(calls.map(names) == [["dev"], ["dev"]])
    }

    @Test("a request for categories counts against the source's budget and stays within it")
    func countsAgainstBudget() {
        let driver = ModelDriver(.with(.paged.limited(to: 1)))
        driver.request(.categories(source: "paged"))
        driver.deliverCategories("dev")
        let call = driver.request(.categories(source: "paged"))
        #expect(failure(call)?.kind == .rateLimited)
        #expect(driver.categoryRequests.isEmpty)
    }

    @Test("categories that took no request do not say that the network is back")
    func offline() {
        let driver = ModelDriver(.with(.net, lowWater: 1))
        driver.fail(.noNetwork)
        driver.pass(.seconds(2))
        driver.fail(.noNetwork)
        #expect(!driver.state.online)
        let call = driver.request(.categories(source: "net"))
        driver.pass(.seconds(2))
        driver.deliverCategories("dev", requests: 0)
        #expect(names(call) == ["dev"])
        #expect(!driver.state.online)
        driver.request(.categories(source: "net"))
        driver.pass(.seconds(2))
        driver.deliverCategories("dev")
        #expect(driver.state.online)
    }

    @Test("a request for the categories of a disabled or unknown source is refused")
    func disabledSource() {
        driver.request(.enable(source: "paged", false))
        for source in ["paged", "nobody"] {
            guard case .failure(.invalid("source", let expected)) = ask(source).reply else {
                Issue.record("\(source) is not refused")
                continue
            }
            #expect(expected == "an enabled source: pack")
        }
    }

    @Test("a failed request for categories ends the fetch and reports the error to the client")
    func failureIsReported() {
        let call = ask()
        driver.failCategories(SourceError(.nonsense, "It said something else."))
        #expect(failure(call)?.kind == .nonsense)
        #expect(driver.pending.isEmpty == !driver.state.fetching)
        let late = ask()
        driver.pass(.seconds(2))
        driver.pass(Prefetch.timeout)
        #expect(failure(late)?.kind == .timedOut)
    }

    @Test("a request for categories ends when its source is disabled")
    func endsWhenDisabled() {
        let call = ask()
        driver.request(.enable(source: "paged", false))
        #expect(failure(call)?.kind == .unavailable)
    }
}
