// SPDX-License-Identifier: MIT

/// A value that moves to a target like a mass on a damped spring.
package struct Spring: Sendable, Hashable {
    package var value: Double
    /// The change of the value per second.
    package var velocity = 0.0
    package var target: Double
    /// The undamped angular frequency, in radians per second.
    private let frequency: Double
    /// The damping ratio. From 1 on, the value does not overshoot.
    private let damping: Double

    /// The distance from the target and the speed below which the spring rests.
    private static let stillness = 0.0005

    package init(_ value: Double, frequency: Double = 16, damping: Double = 0.62) {
        (self.value, target) = (value, value)
        (self.frequency, self.damping) = (frequency, damping)
    }

    package var isResting: Bool { value == target && velocity == 0 }

    /// Puts the value somewhere, with a speed.
    package mutating func set(_ value: Double, velocity: Double = 0) {
        (self.value, target, self.velocity) = (value, value, velocity)
    }

    /// Moves the value for a small time, in seconds.
    package mutating func step(_ time: Double) {
        guard !isResting else { return }
        velocity += ((target - value) * frequency - 2 * damping * velocity) * frequency * time
        value += velocity * time
        if abs(target - value) < Self.stillness, abs(velocity) < Self.stillness * frequency { set(target) }
    }
}
