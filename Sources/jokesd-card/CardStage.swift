// SPDX-License-Identifier: MIT
import CGtk
import JokeClient
import JokeDesktop

/// The place of the cards: two cards that take turns, and the deck below them.
///
/// The card that was decided flies out as it is, while the other one shows the next joke and rises from the deck. So a
/// thrown card never shows a wrong text.
final class CardStage: CustomWidget {
    private let faces = [CardFace(), CardFace()]
    /// The index of the card in front.
    private var front = 0
    private var motion = CardMotion(isEnabled: false)
    private let shadow = CardShadow()
    /// The size of the stage, and that of a card.
    private var area = (width: 0, height: 0)
    private var size = (width: 1, height: 1)
    /// The places at which GTK lays out the cards. While the cards move, they are drawn elsewhere.
    private var places = [CardPose(), CardPose()]

    /// Called with the distance from the middle, in widths of the card, at which a card is out of sight.
    var onReach: ((Double) -> Void)?

    private static let margin = 20
    /// The space above the card, and below it for the deck.
    private static let (above, below) = (24, 48)
    private static let largest = (width: 420, height: 540)
    private static let smallest = (width: 260, height: 240)
    /// The vertical distance of the cards in the deck, and how much narrower each one is.
    private static let deckStep = 20.0
    private static let deckScale = 0.055
    private static let deckCards = 3
    /// How far a card turns that is dragged by its width, in degrees, around a point below its foot.
    private static let turn = 11.0
    private static let pivot = 1.35

    init() {
        super.init()
        gtk_widget_set_focusable(widget, 1)
        gtk_widget_set_vexpand(widget, 1)
        gtk_widget_set_hexpand(widget, 1)
        widget.add(class: "stage")
        for face in faces { adopt(face.widget) }
        gtk_widget_set_visible(faces[1].widget, 0)
    }

    /// The width of a card in pixels.
    private(set) var cardWidth = 1

    // MARK: - What is shown

    func show(_ card: CardText?, leaving: CardText?, motion: CardMotion) {
        // The cards change places when the shown one begins to leave.
        if let leaving, self.leaving == nil || self.leaving != leaving {
            front = 1 - front
            faces[1 - front].show(leaving)
        }
        self.leaving = leaving
        gtk_widget_set_visible(faces[1 - front].widget, leaving == nil ? 0 : 1)
        gtk_widget_set_visible(faces[front].widget, card == nil ? 0 : 1)
        // The next card can be taken while the old one still flies over it.
        gtk_widget_set_can_target(faces[1 - front].widget, 0)
        gtk_widget_set_can_target(faces[front].widget, 1)
        if let card {
            faces[front].show(card)
            jokesd_accessible_label(widget, localized("Joke: %s", card.spoken))
            jokesd_accessible_description(widget, card.facts)
        } else {
            jokesd_accessible_label(widget, localized("No joke yet"))
        }
        move(motion)
    }

    private var leaving: CardText?

    func move(_ motion: CardMotion) {
        self.motion = motion
        faces[front].pose = motion.pose
        if let leaving = motion.leaving { faces[1 - front].pose = leaving.pose }
        // While the cards move, they are only drawn elsewhere. A layout for each frame would cost requests to the display.
        if motion.isSettled { gtk_widget_queue_allocate(widget) }
        gtk_widget_queue_draw(widget)
    }

    /// Whether the cards are where they stay.
    var isSettled: Bool { motion.isSettled }

    /// Whether the joke is higher than the card.
    var isLong: Bool { faces[front].isLong }

    func scroll(by lines: Double) { faces[front].scroll(by: lines) }
    func scrollToEnd(_ isEnd: Bool) { faces[front].scrollToEnd(isEnd) }

    /// Returns whether a point of the stage is on the card.
    func isOnCard(_ x: Double, _ y: Double) -> Bool {
        guard gtk_widget_get_visible(faces[front].widget) != 0 else { return false }
        let back = gsk_transform_invert(transform(motion.pose))
        defer { gsk_transform_unref(back) }
        var place = graphene_point_t()
        gsk_transform_transform_point(back, [point(x, y)], &place)
        return (0..<Float(size.width)).contains(place.x) && (0..<Float(size.height)).contains(place.y)
    }

    // MARK: - Layout

    override func measure(_ orientation: GtkOrientation, for size: Int) -> (minimum: Int, natural: Int) {
        if orientation == GTK_ORIENTATION_HORIZONTAL {
            return (Self.smallest.width + 2 * Self.margin, Self.largest.width + 2 * Self.margin)
        }
        let rest = Self.above + Self.below
        return (Self.smallest.height + rest, Self.largest.height + rest)
    }

    override func allocate(width: Int, height: Int) {
        let cardWidth = min(width - 2 * Self.margin, Self.largest.width)
        area = (width, height)
        size = (max(cardWidth, 1), max(min(height - Self.above - Self.below, Self.largest.height), 1))
        if cardWidth != self.cardWidth || width != lastWidth {
            (self.cardWidth, lastWidth) = (max(cardWidth, 1), width)
            // A turned card reaches further than its half.
            onReach?((Double(width) / 2) / Double(self.cardWidth) + 0.75)
        }
        place(front, motion.pose)
        // The card that leaves may be visible before it moves. Without a place, GTK would not draw it during its flight.
        place(1 - front, motion.leaving?.pose ?? places[1 - front])
    }

    private var lastWidth = 0

    private func place(_ number: Int, _ pose: CardPose) {
        let face = faces[number]
        guard gtk_widget_get_visible(face.widget) != 0 else { return }
        places[number] = pose
        // GTK warns about a child that it has not measured.
        var (minimum, natural): (Int32, Int32) = (0, 0)
        gtk_widget_measure(face.widget, GTK_ORIENTATION_VERTICAL, -1, &minimum, &natural, nil, nil)
        gtk_widget_allocate(face.widget, Int32(size.width), Int32(size.height), -1, transform(pose))
    }

    /// Returns the transformation of a card. The caller owns it.
    private func transform(_ pose: CardPose) -> OpaquePointer? {
        let (cardWidth, cardHeight) = (Double(size.width), Double(size.height))
        let left = (Double(area.width) - cardWidth) / 2 + pose.x * cardWidth
        let top = self.top + pose.y * (cardHeight + 60) + pose.depth * Self.deckStep
        var transform = gsk_transform_translate(nil, [point(left, top)])
        if pose.x != 0 {
            let pivot = point(cardWidth / 2, cardHeight * Self.pivot)
            transform = gsk_transform_translate(transform, [pivot])
            transform = gsk_transform_rotate(transform, Float(Self.turn * pose.x))
            transform = gsk_transform_translate(transform, [point(-Double(pivot.x), -Double(pivot.y))])
        }
        if pose.depth != 0 {
            let foot = point(cardWidth / 2, cardHeight)
            let scale = Float(1 - Self.deckScale * pose.depth)
            transform = gsk_transform_translate(transform, [foot])
            transform = gsk_transform_scale(transform, scale, scale)
            transform = gsk_transform_translate(transform, [point(-Double(foot.x), -Double(foot.y))])
        }
        return transform
    }

    private var top: Double {
        Double(Self.above) + Double(area.height - Self.above - Self.below - size.height) / 2
    }

    private func point(_ x: Double, _ y: Double) -> graphene_point_t {
        graphene_point_t(x: Float(x), y: Float(y))
    }

    // MARK: - Drawing

    override func snapshot(_ snapshot: OpaquePointer) {
        let colors = Palette(of: widget)
        for place in (1...Self.deckCards).reversed() {
            drawDeck(snapshot, depth: Double(place) - motion.lift, colors)
        }
        let leaving = motion.leaving
        if let leaving, leaving.isCovered { draw(1 - front, leaving.pose, snapshot, colors) }
        draw(front, motion.pose, snapshot, colors)
        if let leaving, !leaving.isCovered { draw(1 - front, leaving.pose, snapshot, colors) }
    }

    /// Draws an empty card of the deck. The last one appears as the others move up.
    private func drawDeck(_ snapshot: OpaquePointer, depth: Double, _ colors: Palette) {
        let opacity = min(max(Double(Self.deckCards) - depth, 0), 1)
        guard opacity > 0.01 else { return }
        gtk_snapshot_save(snapshot)
        let transform = transform(CardPose(depth: depth))
        gtk_snapshot_transform(snapshot, transform)
        gsk_transform_unref(transform)
        var (card, edge) = (colors.deck, colors.edge)
        (card.alpha, edge.alpha) = (card.alpha * Float(opacity), edge.alpha * Float(opacity))
        snapshot.fillRounded(
            Rect(x: 0, y: 0, width: Float(size.width), height: Float(size.height)), radius: CardFace.radius,
            color: card, edge: edge, edgeWidth: colors.edgeWidth)
        gtk_snapshot_restore(snapshot)
    }

    private func draw(_ number: Int, _ pose: CardPose, _ snapshot: OpaquePointer, _ colors: Palette) {
        let face = faces[number]
        guard gtk_widget_get_visible(face.widget) != 0 else { return }
        let transform = transform(pose)
        shadow.draw(snapshot, width: size.width, height: size.height, color: colors.shadow) { x, y in
            var place = graphene_point_t()
            gsk_transform_transform_point(transform, [point(x, y)], &place)
            return (Double(place.x), Double(place.y))
        }
        gtk_snapshot_save(snapshot)
        if pose != places[number] {
            // GTK adds the transformation of the place.
            let back = gsk_transform_invert(self.transform(places[number]))
            gtk_snapshot_transform(snapshot, transform)
            gtk_snapshot_transform(snapshot, back)
            gsk_transform_unref(back)
        }
        gsk_transform_unref(transform)
        gtk_widget_snapshot_child(widget, face.widget, snapshot)
        gtk_snapshot_restore(snapshot)
    }
}
