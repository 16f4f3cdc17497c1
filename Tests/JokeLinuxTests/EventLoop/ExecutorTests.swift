// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import Testing

private struct StartError: Error {}

@LoopActor private func threadOfActor() async -> UInt { UInt(pthread_self()) }

private nonisolated func threadOfNonisolatedCode() async -> UInt { UInt(pthread_self()) }

private actor Other {
    func thread() -> UInt { UInt(pthread_self()) }
}

extension EventLoopTests {
    @Suite("The loop as an executor")
    struct ExecutorTests {
        private let loop = LoopActor.shared.loop

        @Test("posts of one thread run in their order")
        func postOrder() async {
            let seen = EventQueue<(thread: Int, number: Int)>()
            await withTaskGroup(of: Void.self) { group in
                for thread in 0..<4 {
                    group.addTask { [loop] in
                        for number in 0..<500 { loop.post { seen.note((thread, number)) } }
                    }
                }
            }
            await onLoop {}
            let all = await seen.rest()
            #expect(all.count == 2000)
            for thread in 0..<4 {
                #expect(all.filter { $0.thread == thread }.map(\.number) == Array(0..<500))
            }
        }

        @Test("posts and tasks share one queue")
        func oneQueue() async {
            let seen = EventQueue<String>()
            await onLoop { [loop] in
                loop.post { seen.note("post") }
                Task(executorPreference: loop) { @LoopActor in seen.note("task") }
                loop.post { seen.note("second post") }
                Task(executorPreference: loop) { @LoopActor in seen.note("second task") }
            }
            #expect(await seen.next(4) == ["post", "task", "second post", "second task"])
        }

        @Test("a function of the actor runs on the loop's thread")
        func actorThread() async {
            let loopThread = await onLoop { UInt(pthread_self()) }
            #expect(await threadOfActor() == loopThread)
            #expect(UInt(pthread_self()) != loopThread)
        }

        @Test(
            "a task that prefers the loop stays on it with its nonisolated parts, children and other actors")
        func taskPreference() async {
            let loopThread = await onLoop { UInt(pthread_self()) }
            let threads = await Task(executorPreference: loop) {
                var threads = [UInt(pthread_self()), await threadOfNonisolatedCode(), await threadOfActor()]
                await Task.yield()
                threads.append(await threadOfNonisolatedCode())
                async let child = threadOfNonisolatedCode()
                threads.append(await child)
                threads.append(await Other().thread())
                return threads
            }.value
            #expect(threads == Array(repeating: loopThread, count: 6))
        }

        @Test("a plain function called from a handler may assume the isolation")
        func assumeIsolated() async {
            let seen = EventQueue<Int>()
            let plain: @Sendable () -> Void = {
                LoopActor.assumeIsolated { seen.note(LoopActor.shared.loop.iterations) }
                LoopActor.shared.assumeIsolated { _ in seen.note(-1) }
            }
            await onLoop { [loop] in loop.post { plain() } }
            #expect(await seen.next(2).last == -1)
        }

        @Test("assuming the isolation on another thread ends the process")
        func assumeIsolatedOnOtherThread() async {
            await #expect(processExitsWith: .failure) {
                await onLoop {}
                LoopActor.assumeIsolated {}
            }
        }

        @Test("afterIteration is called once, at the end of the iteration")
        func afterIterationOnce() async {
            let seen = EventQueue<String>()
            await onLoop { [loop] in
                loop.afterIteration = { seen.note("end of turn") }
                loop.post { seen.note("one") }
                loop.post {
                    seen.note("two")
                    loop.post { seen.note("three") }
                }
            }
            let expected = ["end of turn", "one", "two", "end of turn", "three", "end of turn"]
            #expect(await seen.next(6) == expected)
            await onLoop { [loop] in loop.afterIteration = nil }
        }

        @Test("a stopped loop can run again and then runs the posts made meanwhile")
        func runsAgain() async {
            await #expect(processExitsWith: .success) {
                let loop = LoopActor.shared.loop
                let runs = EventQueue<String>()
                loop.post { runs.note("posted before") }
                try loop.run {
                    runs.note("first")
                    loop.post { loop.stop() }
                }
                loop.post { runs.note("posted between") }
                try loop.run { loop.post { loop.stop() } }
                #expect(await runs.rest() == ["first", "posted before", "posted between"])
            }
        }

        @Test("the start is an iteration, which ends with afterIteration before the first wait")
        func startIsIteration() async {
            await #expect(processExitsWith: .success) {
                let loop = LoopActor.shared.loop
                try loop.run { loop.afterIteration = { loop.stop() } }
            }
        }

        @Test("an error of the start is thrown by run, and the loop does not run")
        func startThrows() async {
            await #expect(processExitsWith: .success) {
                let loop = LoopActor.shared.loop
                #expect(throws: StartError.self) { try loop.run { throw StartError() } }
                try loop.run {
                    #expect(loop.iterations == 0)
                    loop.stop()
                }
            }
        }

        @Test("an idle loop does not wake", .promise("An idle daemon sleeps"))
        func idleLoop() async {
            await #expect(processExitsWith: .success) {
                let iterations = EventQueue<Int>()
                await onLoop {
                    let loop = LoopActor.shared.loop
                    let timer = Timer { iterations.note(loop.iterations) }
                    timer.arm(after: .milliseconds(300))
                    loop.post { iterations.note(loop.iterations) }
                }
                let (before, after) = (await iterations.next(), await iterations.next())
                #expect(after == before.map { $0 + 1 })
            }
        }
    }
}
