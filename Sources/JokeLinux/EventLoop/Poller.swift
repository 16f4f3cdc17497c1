// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// The events that a descriptor is watched for. Hang-ups and errors are always reported.
package struct Interest: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let readable = Interest(rawValue: EPOLLIN.rawValue)
    package static let writable = Interest(rawValue: EPOLLOUT.rawValue)
    /// Report each change only once (epoll(7), edge-triggered), for a hang-up that cannot be handled yet.
    static let changesOnly = Interest(rawValue: EPOLLET.rawValue)
}

/// The events that epoll_wait(2) returned for a descriptor.
package struct Readiness: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let readable = Readiness(rawValue: EPOLLIN.rawValue)
    package static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
    package static let hungUp = Readiness(rawValue: EPOLLHUP.rawValue)
    package static let failed = Readiness(rawValue: EPOLLERR.rawValue)
}

/// A receiver of the events of a descriptor.
@LoopActor
protocol EventTarget: AnyObject {
    func handle(_ readiness: Readiness)
}

/// The registration of a descriptor with the poller.
struct Registration {
    fileprivate let slot: Int
    fileprivate let generation: UInt32
    let descriptor: Int32
    fileprivate(set) var interest: Interest

    /// The value that epoll returns with an event. The generation distinguishes this registration from an earlier one
    /// of the same slot, whose events may still be in the batch.
    fileprivate var token: UInt64 { UInt64(generation) << 32 | UInt64(slot) }
}

/// A level-triggered epoll(7) instance, with the target of each descriptor. The poller keeps a target until it is
/// removed.
@LoopActor
final class Poller {
    private struct Slot {
        var generation: UInt32 = 0
        var target: (any EventTarget)?
    }

    private let descriptor: FileDescriptor
    private var slots: [Slot] = []
    private var vacant: [Int] = []
    private var batch = [epoll_event](repeating: epoll_event(), count: 256)

    init() throws(SystemError) {
        descriptor = try FileDescriptor(epoll_create1(Int32(EPOLL_CLOEXEC)), "epoll_create1")
    }

    func add(
        _ watched: Int32, interest: Interest, target: any EventTarget
    ) throws(SystemError) -> Registration {
        let slot = vacant.popLast() ?? slots.count
        if slot == slots.count { slots.append(Slot()) }
        let registration = Registration(
            slot: slot, generation: slots[slot].generation, descriptor: watched, interest: interest)
        guard control(EPOLL_CTL_ADD, registration) == 0 else {
            let error = SystemError.last("epoll_ctl")
            vacant.append(slot)
            throw error
        }
        slots[slot].target = target
        return registration
    }

    /// Changes the events of a registration. If that fails, the loop ends with the error: without the events the
    /// descriptor would never be served again.
    func change(_ registration: inout Registration, to interest: Interest) {
        guard registration.interest != interest else { return }
        registration.interest = interest
        guard control(EPOLL_CTL_MOD, registration) != 0 else { return }
        LoopActor.shared.loop.stop(because: .last("epoll_ctl"))
    }

    /// Removes a registration. Its target is not called again, not even for events that epoll_wait(2) has returned
    /// already. Nor is it if epoll_ctl(2) fails, and closing the descriptor ends its events.
    func remove(_ registration: Registration) {
        _ = control(EPOLL_CTL_DEL, registration)
        slots[registration.slot].generation &+= 1
        slots[registration.slot].target = nil
        vacant.append(registration.slot)
    }

    /// Releases all targets after the loop has stopped. Their registrations may still be removed.
    func releaseTargets() {
        for slot in slots.indices { slots[slot].target = nil }
    }

    /// Waits for events. Returns their number for ``dispatch(_:)``. If that fails, the loop ends with the error.
    ///
    /// - Parameter timeout: The longest time in milliseconds, or -1 for no limit.
    func wait(_ timeout: Int32) -> Int {
        let count = epoll_wait(descriptor.raw, &batch, Int32(batch.count), timeout)
        if count < 0, errno != EINTR { LoopActor.shared.loop.stop(because: .last("epoll_wait")) }
        return max(0, Int(count))
    }

    func dispatch(_ count: Int) {
        for index in 0..<count {
            let event = batch[index]
            let slot = Int(event.data.u64 & 0xFFFF_FFFF)
            let generation = UInt32(event.data.u64 >> 32)
            guard slots[slot].generation == generation, let target = slots[slot].target else { continue }
            target.handle(Readiness(rawValue: event.events))
        }
    }

    private func control(_ operation: Int32, _ registration: Registration) -> Int32 {
        var event = epoll_event(
            events: registration.interest.rawValue, data: epoll_data(u64: registration.token))
        return epoll_ctl(descriptor.raw, operation, registration.descriptor, &event)
    }
}
