// SPDX-License-Identifier: MIT
import JokeCards
package import JokeWire

/// The position and the look of one card on the stage.
package struct CardPose: Sendable, Hashable {
    /// The shift to the right, in widths of the card.
    package var x = 0.0
    /// The shift downwards, in heights of the card.
    package var y = 0.0
    /// The place in the deck: 0 is in front, 1 is the first card below.
    package var depth = 0.0
    /// The strength of the color, 0...1. Its sign is that of a like (green) or a dislike (red).
    package var tint = 0.0

    package init(x: Double = 0, y: Double = 0, depth: Double = 0, tint: Double = 0) {
        (self.x, self.y, self.depth, self.tint) = (x, y, depth, tint)
    }

    /// The strength of the mark (a laughing face or a thumb down), 0...1. It comes late and then quickly.
    package var mark: Double {
        let way = max(way - Self.markStart, 0) / (1 - Self.markStart)
        return way * way
    }

    /// The opacity of the quotation mark. It has gone before the mark comes to its place.
    package var quote: Double { max(1 - way / Self.markStart, 0) }

    /// The part of the way at which the quotation mark has gone and the mark comes.
    private static let markStart = 0.25

    private var way: Double { min(abs(x) / Self.decisiveShift, 1) }

    private static let decisiveShift = Double(DragReport.decisiveSteps) / Double(DragReport.stepsPerCard)
}

/// The movement of the cards: the card follows the hand, springs back, or flies out while the next one rises.
///
/// Only the animation is computed here. The daemon decides what a drag means. Without animations every change is
/// immediate, and nothing ever moves by itself.
package struct CardMotion: Sendable {
    /// The way in which a card leaves the stage.
    package enum Exit: Sendable, Hashable {
        /// The card was decided: it flies out, to the right if 1 and to the left if −1.
        case thrown(Double)
        /// The next joke was requested: the card sinks.
        case sinking
        /// An earlier joke drops onto the card, which becomes the first of the deck.
        case covered
    }

    /// Whether changes are animated.
    package var isEnabled: Bool
    /// The distance from the middle, in widths of the card, at which a card is out of sight.
    package var reach = 2.0

    private var shift = Spring(0)
    private var height = Spring(0, frequency: 14, damping: 0.8)
    private var depth = Spring(0, frequency: 14, damping: 0.8)
    private var tint = Spring(0, frequency: 60, damping: 1)
    private var isHeld = false
    private var exit: (kind: Exit, pose: CardPose, velocity: Double)?
    private var last: Duration = .zero

    private static let step = 0.002
    /// A pause between two frames is not made up for if it is longer than this, in seconds.
    private static let longestStep = 0.05
    /// The lowest speed of a thrown card, in its widths per second.
    private static let slowestThrow = 3.2
    private static let throwAcceleration = 6.0
    private static let fallAcceleration = 14.0

    package init(isEnabled: Bool) { self.isEnabled = isEnabled }

    // MARK: - Changes

    /// Puts the card under the hand.
    package mutating func hold(at translation: Double, velocity: Double) {
        isHeld = true
        shift.set(translation, velocity: velocity)
        settleTint()
    }

    /// Lets the card move to a position: the middle, or where another client drags it.
    package mutating func moveTo(_ translation: Double) {
        isHeld = false
        shift.target = translation
        if !isEnabled { shift.set(translation) }
        settleTint()
    }

    /// Starts the exchange of the card for the next one.
    package mutating func exchange(_ kind: Exit) {
        let pose = pose
        let velocity = shift.velocity
        isHeld = false
        shift.set(0)
        tint.set(0)
        height.set(0)
        depth.set(0)
        guard isEnabled else { return exit = nil }
        switch kind {
        case .thrown(let direction):
            exit = (kind, pose, direction * max(velocity * direction, Self.slowestThrow))
            rise(from: 1 - lift(of: pose))
        case .sinking:
            exit = (kind, pose, 0)
            rise(from: 1)
        case .covered:
            exit = (kind, pose, 0)
            height.value = -1.3
            height.target = 0
        }
    }

    private mutating func rise(from place: Double) {
        depth.value = place
        depth.target = 0
    }

    /// The color begins in the middle. From half the card's width on it is full, as the rule says.
    private mutating func settleTint() {
        let way = min(abs(shift.value) / 0.5, 1)
        tint.target = (way < 1 ? 0.6 * way * way : 1) * (shift.value < 0 ? -1 : 1)
        if !isEnabled { tint.set(tint.target) }
    }

    // MARK: - Frames

    /// Whether a frame must be drawn again soon.
    package var isMoving: Bool {
        guard isEnabled else { return false }
        return exit != nil || !depth.isResting || !height.isResting || !tint.isResting
            || !isHeld && !shift.isResting
    }

    /// Whether the cards stay where they are until the next change: no hand holds one, and nothing moves.
    package var isSettled: Bool { !isHeld && !isMoving }

    /// Moves everything on to this time. Call it once for each frame while ``isMoving`` is true.
    package mutating func advance(to now: Duration) {
        var time = min((now - last).seconds, Self.longestStep)
        last = now
        while time > 0 {
            let part = min(time, Self.step)
            time -= part
            move(part)
        }
    }

    /// Begins to count time, after a rest.
    package mutating func start(at now: Duration) { last = now }

    private mutating func move(_ time: Double) {
        if !isHeld {
            shift.step(time)
            settleTint()
        }
        height.step(time)
        depth.step(time)
        tint.step(time)
        guard var (_, pose, velocity) = exit, let kind = exit?.kind else { return }
        switch kind {
        case .thrown(let direction):
            velocity += direction * Self.throwAcceleration * time
            pose.x += velocity * time
            pose.tint += (direction - pose.tint) * min(time * 40, 1)
        case .sinking:
            velocity += Self.fallAcceleration * time
            pose.y += velocity * time
            pose.x -= pose.x * min(time * 10, 1)
            pose.tint -= pose.tint * min(time * 14, 1)
        case .covered:
            pose.depth += (1 - pose.depth) * min(time * 10, 1)
            pose.x -= pose.x * min(time * 10, 1)
            pose.tint -= pose.tint * min(time * 14, 1)
        }
        exit = (kind, pose, velocity)
        if hasLeft { exit = nil }
    }

    private var hasLeft: Bool {
        guard let exit else { return true }
        return switch exit.kind {
        case .thrown: abs(exit.pose.x) > reach
        case .sinking: exit.pose.y > 1.6
        case .covered: height.isResting
        }
    }

    // MARK: - What is drawn

    package var pose: CardPose {
        CardPose(x: shift.value, y: height.value, depth: depth.value, tint: tint.value)
    }

    /// The pose of the previous card while it leaves, and whether the card covers it.
    package var leaving: (pose: CardPose, isCovered: Bool)? { exit.map { ($0.pose, $0.kind == .covered) } }

    /// How far the deck has moved up, 0...1, because the card is dragged away or the first of the deck has become it.
    package var lift: Double { depth.isResting ? lift(of: pose) : 1 - min(max(depth.value, 0), 1) }

    private func lift(of pose: CardPose) -> Double { min(abs(pose.x), 1) * 0.6 }
}

extension CardMotion {
    /// Starts the exchange of a card that the daemon has replaced.
    ///
    /// - Parameter cause: the method that replaced it, or nil if it is not known.
    package mutating func exchange(of old: CardState, cause: Method?) {
        switch (cause, old.decisionState) {
        case (.jokeUndo, _), (.jokePrevious, _): exchange(.covered)
        case (.jokeLike, _), (_, .liked): exchange(.thrown(1))
        case (.jokeDislike, _), (_, .disliked): exchange(.thrown(-1))
        default: exchange(.sinking)
        }
    }
}
