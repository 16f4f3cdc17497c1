// SPDX-License-Identifier: MIT
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

@Suite("What other machines have shown and learned")
struct MemoryTests {
    private static let (a, b) = ("aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb")

    /// The lines that another machine exports after it has shown these jokes, at the time of the driver.
    private func shown(_ ids: String..., at driver: ModelDriver) -> ChangeRequest.Change {
        let hashes = ids.flatMap { Seen.fingerprints(of: .sample($0, source: "pack")) }
        let time = Int(driver.now.wall.milliseconds)
        return .remember(hashes.map { .seen(Seen.Mark($0, at: time)) }, skipped: 0)
    }

    private func updated(_ call: ModelDriver.Call) -> Int? {
        guard case .remembered(let updated, _, _, _) = call.outcome?.product else { return nil }
        return updated
    }

    @Test(
        "a joke that another machine has shown leaves the queue, and comes only after all unseen ones",
        .rule(8))
    func shownElsewhere() {
        let pack = (0..<6).map { Joke.sample("t\($0)", source: "pack") }
        let driver = ModelDriver(.with(.pack, lowWater: 1), archive: ModelArchive(pack: pack))
        driver.deliver(["t1", "t2", "t3"])
        #expect(driver.queue == ["t1", "t2", "t3"])
        let call = driver.request(shown("t2", "t4", at: driver))
        #expect(updated(call) == 4)
        #expect(call.outcome?.changed == true)
        #expect(driver.queue == ["t1", "t3"])
        // The same lines again change nothing.
        let again = driver.request(shown("t2", "t4", at: driver))
        #expect(updated(again) == 0)
        #expect(again.outcome?.changed == false)
        var told: [String] = []
        for _ in 0..<6 {
            driver.next()
            told.append(driver.card)
            while !driver.pending.isEmpty { driver.deliverNothing() }
        }
        #expect(Set(told.prefix(4)) == ["t0", "t1", "t3", "t5"])
        // A round of a few jokes begins with those of the first half of the last one, shuffled.
        #expect(Set(told.suffix(2)).isDisjoint(with: told[2..<4]))
    }

    @Test("a joke that another machine shows again in a round comes later than the others here", .rule(8))
    func rounds() {
        let pack = (0..<4).map { Joke.sample("t\($0)", source: "pack") }
        let driver = ModelDriver(.with(.pack, lowWater: 1), archive: ModelArchive(pack: pack))
        func tell(_ count: Int) -> [String] {
            (0..<count).map { _ in
                while !driver.pending.isEmpty { driver.deliverNothing() }
                driver.next()
                return driver.card
            }
        }
        #expect(Set(tell(4)).count == 4)
        let first = tell(1)
        let elsewhere = pack.map(\.id.rawValue).first { !first.contains($0) } ?? ""
        driver.pass(.seconds(60))
        driver.request(shown(elsewhere, at: driver))
        let rest = tell(2)
        #expect(!(first + rest).contains(elsewhere))
        #expect(Set(first + rest).count == 3)
    }

    @Test(
        "positions of showings grow although the clock is set back, also after those of a machine of the future"
    )
    func positions() {
        let driver = ModelDriver.ready("a", "b", "c")
        let future = Int(driver.now.wall.milliseconds) + 315_000_000_000
        driver.request(.remember([.seen(Seen.Mark(7, at: future))], skipped: 0))
        driver.next()
        let marks = driver.archive.seen.positions
        let shown = Seen.fingerprints(of: .sample("b", source: "pack")).compactMap { marks[$0] }
        #expect(shown == [future + 1, future + 1] || shown.allSatisfy { $0 > future })
    }

    @Test("what machines have learned is added up, and the newest share of each counts once, in any order")
    func shares() {
        let arm = Taste.Arm.category("pun")
        let old = Taste.Share(machine: Self.a, time: 5, arms: [arm: .init(likes: 9, dislikes: 9)])
        let new = Taste.Share(machine: Self.a, time: 6, arms: [arm: .init(likes: 3, dislikes: 1)])
        let other = Taste.Share(machine: Self.b, time: 1, arms: [arm: .init(likes: 2)])
        for order in [[old, new, other], [new, old, other, new], [other, new, new, old]] {
            let driver = ModelDriver.ready("x")
            driver.request(.decide(.like, .card))
            for share in order { driver.request(.remember([.taste(share)], skipped: 0)) }
            #expect(driver.model.taste.evidence(of: arm) == .init(likes: 5, dislikes: 1))
            let before = driver.model.taste
            driver.restart()
            #expect(driver.model.taste.evidence(of: arm) == .init(likes: 5, dislikes: 1))
            #expect(driver.model.taste == before)
            // A reset forgets what this machine has learned.
            driver.request(.resetTaste)
            #expect(driver.model.taste.tallies.isEmpty)
            #expect(driver.model.taste.evidence(of: arm) == .init(likes: 5, dislikes: 1))
        }
    }

    @Test("of too many machines, those with the oldest shares are forgotten")
    func tooManyMachines() {
        var taste = Taste()
        for number in 0..<(Taste.mostMachines + 3) {
            let share = Taste.Share(
                machine: HexDigits.of(UInt64(number)), time: number,
                arms: [.source("s"): .init(likes: 1)])
            let isNew = taste.adopt(share)
            #expect(isNew)
        }
        #expect(taste.shares.count == Taste.mostMachines)
        #expect(taste.shares.values.map(\.time).min() == 3)
        #expect(taste.evidence(of: .source("s")).likes == Taste.mostMachines)
        let isOldNew = taste.adopt(Taste.Share(machine: "ffffffffffffffff", time: 0, arms: [:]))
        #expect(!isOldNew)
    }

    @Test("a line reads back as it was written")
    func lines() {
        var taste = Taste()
        taste.learn(isLiked: true, from: .sample("a", categories: ["Pun", "a\"b"], source: "my pack"))
        let share = Taste.Share(machine: Self.a, time: 7, arms: taste.share.arms)
        let lines: [MemoryLine] = [
            .seen(Seen.Mark(.max, at: 0)), .seen(Seen.Mark(1, at: Seen.lastPosition)), .taste(share),
            .taste(Taste.Share(machine: Self.b, time: 0, arms: [:])),
        ]
        for line in lines { #expect(MemoryLine(line.text) == line) }
        #expect(lines[1].text == #"{"seen":"0000000000000001","at":253402300799999}"#)
        #expect(
            MemoryLine.taste(taste.share).text
                == #"{"taste":"","at":0,"source":{"my pack":[1,0]},"category":{"a\"b":[1,0],"pun":[1,0]}}"#)
    }

    @Test(
        "a line beyond a limit is invalid",
        arguments: [
            #"{"seen":"1","at":0}"#, #"{"seen":"000000000000000g","at":0}"#, #"{"seen":"0000000000000001"}"#,
            #"{"seen":"0000000000000001","at":-1}"#, #"{"seen":"0000000000000001","at":253402300800000}"#,
            #"{"taste":"","at":0,"source":{},"category":{}}"#,
            #"{"taste":"aaaaaaaaaaaaaaaa","at":1,"source":{"pack":[41,0]}}"#,
            #"{"taste":"aaaaaaaaaaaaaaaa","at":1,"source":{"pack":[21,20]}}"#,
            #"{"taste":"aaaaaaaaaaaaaaaa","at":1,"source":{"pack":[-1,0]}}"#,
            #"{"taste":"aaaaaaaaaaaaaaaa","at":1,"source":{"pack":[1]}}"#,
            #"{"taste":"aaaaaaaaaaaaaaaa","at":1,"category":{"\u001b":[1,0]}}"#, "[]", "x", "{}",
        ])
    func invalidLines(text: String) { #expect(MemoryLine(text) == nil) }
}
