// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire
import Testing

@Suite("The sequence number")
struct SequenceTests {
    @Test(
        "no number is used twice, however often the daemon restarts", arguments: [1, 7, 999, 1_000, 1_001])
    func uniqueNumbers(changes: Int) {
        let driver = ModelDriver()
        for _ in 0..<3 {
            for number in 0..<changes { driver.drag(number % 2 == 0 ? 0.1 : 0.2, end: 100) }
            driver.restart()
            #expect(driver.model.current.sequence > driver.publications.last?.sequence ?? -1)
        }
        let numbers = driver.publications.map(\.sequence)
        #expect(numbers.count == 3 * changes)
        #expect(Set(numbers).count == numbers.count)
        #expect(numbers == numbers.sorted())
    }

    @Test("numbers are reserved in the transaction of the change before they are used")
    func reservedBeforeUse() {
        let driver = ModelDriver()
        for number in 0..<2_500 {
            driver.drag(number % 2 == 0 ? 0.1 : 0.2, end: 100)
            #expect(driver.archive.kept.reservedSequence > driver.model.current.sequence)
        }
        let reservations = driver.effects.count {
            if case .write(.reserveSequence) = $0 { true } else { false }
        }
        #expect(reservations == 3, "one at the start, then one for each thousand")
    }

    @Test("a read has the number of the last published event")
    func currentNumber() {
        let driver = ModelDriver.ready("a")
        driver.like()
        #expect(driver.model.current.sequence == driver.publications.last?.sequence)
        #expect(driver.model.current.state == driver.publications.last?.state)
        driver.next(ifJoke: "nobody")
        driver.undo()
        #expect(driver.model.current.sequence == driver.logged.last?.sequence)
    }

    @Test("a reply without a change has the current number")
    func replyWithoutChange() {
        let driver = ModelDriver.ready("a")
        let outcome = driver.request(.reset).outcome
        #expect(outcome?.changed == false)
        #expect(outcome?.sequence == driver.publications.last?.sequence)
        #expect(outcome?.product == .nothing)
    }

    @Test("a change names the client that caused it, or no cause")
    func changeCause() {
        let driver = ModelDriver(.with(.net))
        #expect(driver.publications.last?.cause == nil)
        driver.request(.drag(translation: 0.3, predictedEndX: 1, width: 2), client: "bar")
        #expect(driver.publications.last?.cause?.client == "bar")
        driver.pass(.seconds(5))
        #expect(driver.publications.last?.cause == nil)
    }
}
