// SPDX-License-Identifier: MIT
import CGtk
import JokeClient
import JokeDesktop

/// One card with its words. It draws its own background, because the color follows the drag.
final class CardFace: CustomWidget {
    private let content = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    private let quote = made(gtk_label_new("“"))
    private let scroller = made(gtk_scrolled_window_new())
    private let setup = made(gtk_label_new(nil))
    private let punchline = made(gtk_label_new(nil))
    private let hint = made(gtk_label_new(localized("Space or a click tells the rest")))
    private let facts = made(gtk_label_new(nil))
    private let credit = made(gtk_link_button_new_with_label("", ""))
    private let liked: OpaquePointer
    private let disliked: OpaquePointer
    private var text: CardText?
    /// Whether to scroll to the punch line as soon as it has its place.
    private var isPunchlineWanted = false

    /// The color, the mark and the text's opacity follow the pose.
    var pose = CardPose() {
        didSet {
            guard pose.tint != oldValue.tint || pose.quote != oldValue.quote || pose.mark != oldValue.mark
            else { return }
            gtk_widget_set_opacity(quote, pose.quote)
            if (pose.tint == 0) != (oldValue.tint == 0) {
                // The fade has the color of the card at rest. GTK does not draw it anew by itself.
                content.add(class: "tinted", pose.tint != 0)
                gtk_widget_queue_draw(scroller)
            }
            gtk_widget_queue_draw(widget)
        }
    }

    static let radius: Float = 28
    private static let margin: Int32 = 30
    private static let markSize = 64.0
    /// The middle of the mark, which is above the text.
    private static let markMiddle: Float = 44

    init() {
        (liked, disliked) = (CardFace.mark("🤣"), CardFace.mark("👎"))
        super.init()
        widget.add(class: "face")
        buildText()
        adopt(content)
    }

    private func buildText() {
        let box = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 14))
        for (label, name) in [(setup, "setup"), (punchline, "punchline"), (hint, "hint")] {
            label.add(class: name)
            label.wrapText()
            gtk_label_set_xalign(label.opaque, 0)
        }
        for label in [setup, punchline] { gtk_box_append(box.cast(), label) }
        gtk_widget_set_valign(box, GTK_ALIGN_CENTER)
        gtk_widget_set_vexpand(box, 1)
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(scroller.opaque, box)
        gtk_widget_set_vexpand(scroller, 1)
        // The card itself takes the keys. Otherwise the Tab key would not leave the card.
        gtk_widget_set_can_focus(scroller, 0)
        for child in [quote, facts] { gtk_label_set_xalign(child.opaque, 0) }
        gtk_label_set_ellipsize(facts.opaque, PANGO_ELLIPSIZE_END)
        gtk_widget_set_halign(credit, GTK_ALIGN_START)
        let creditLabel = made(gtk_button_get_child(credit.cast()))
        creditLabel.wrapText()
        gtk_label_set_xalign(creditLabel.opaque, 0)
        quote.add(class: "quote")
        facts.add(class: "facts")
        credit.add(class: "credit")
        jokesd_accessible_hidden(quote, 1)
        for child in [quote, scroller, hint, facts, credit] { gtk_box_append(content.cast(), child) }
    }

    private static func mark(_ emoji: String) -> OpaquePointer {
        // A layout of the default font map, because the widget has no display yet.
        let context = pango_font_map_create_context(pango_cairo_font_map_get_default())
        let layout = made(pango_layout_new(context))
        let font = pango_font_description_new()
        pango_font_description_set_absolute_size(font, markSize * Double(PANGO_SCALE))
        pango_layout_set_font_description(layout, font)
        pango_layout_set_text(layout, emoji, -1)
        pango_font_description_free(font)
        g_object_unref(context?.raw)
        return layout
    }

    // MARK: - Text

    func show(_ text: CardText) {
        guard text != self.text else { return }
        let isTold = self.text?.id == text.id && self.text?.isHeldBack == true && text.punchline != nil
        self.text = text
        gtk_label_set_text(setup.opaque, text.setup)
        gtk_label_set_text(punchline.opaque, text.punchline ?? "")
        gtk_widget_set_visible(punchline, text.punchline == nil ? 0 : 1)
        gtk_widget_set_visible(hint, text.isHeldBack ? 1 : 0)
        gtk_label_set_text(facts.opaque, text.facts)
        gtk_widget_set_visible(facts, text.facts.isEmpty ? 0 : 1)
        gtk_widget_set_visible(credit, text.credit == nil ? 0 : 1)
        if let credit = text.credit {
            gtk_link_button_set_uri(self.credit.opaque, credit.url)
            gtk_button_set_label(self.credit.cast(), credit.text)
        }
        // The text begins at its own side, whatever the language of the desktop is.
        let isRightToLeft = runsRightToLeft(text.setup)
        for child in [content, quote, setup, punchline, hint, facts, credit] {
            child.setDirection(rightToLeft: isRightToLeft)
        }
        for size in 0...3 { content.add(class: "size\(size)", size == text.size) }
        content.add(class: "error", text.isError)
        isPunchlineWanted = isTold
        if !isTold { gtk_adjustment_set_value(adjustment, 0) }
    }

    /// Scrolls to the punch line that was told, or to its beginning if it is higher than the card.
    private func showPunchline() {
        let (box, space) = (made(gtk_widget_get_parent(punchline)), gtk_adjustment_get_page_size(adjustment))
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(punchline, box, &bounds) != 0 else { return }
        let (top, height) = (Double(bounds.origin.y), Double(bounds.size.height))
        gtk_adjustment_set_value(adjustment, min(top, top + height - space))
    }

    /// Whether the joke is higher than the card.
    var isLong: Bool { gtk_adjustment_get_upper(adjustment) > gtk_adjustment_get_page_size(adjustment) }

    /// Scrolls a joke that is higher than the card.
    func scroll(by lines: Double) {
        let step = gtk_adjustment_get_step_increment(adjustment)
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + lines * step)
    }

    func scrollToEnd(_ isEnd: Bool) {
        gtk_adjustment_set_value(adjustment, isEnd ? gtk_adjustment_get_upper(adjustment) : 0)
    }

    private var adjustment: UnsafeMutablePointer<GtkAdjustment> {
        gtk_scrolled_window_get_vadjustment(scroller.opaque)
    }

    // MARK: - Layout and drawing

    override func allocate(width: Int, height: Int) {
        let margin = Int(Self.margin)
        let position = gsk_transform_translate(
            nil, [graphene_point_t(x: Float(margin), y: Float(margin - 8))])
        gtk_widget_allocate(
            content, Int32(max(width - 2 * margin, 1)), Int32(max(height - 2 * margin + 12, 1)), -1, position)
        guard isPunchlineWanted else { return }
        isPunchlineWanted = false
        // The scrolling would change the layout while it is made.
        _ = after(0) { [weak self] in self?.showPunchline() }
    }

    override func measure(_ orientation: GtkOrientation, for size: Int) -> (minimum: Int, natural: Int) {
        var (minimum, natural): (Int32, Int32) = (0, 0)
        gtk_widget_measure(content, orientation, -1, &minimum, &natural, nil, nil)
        return (0, Int(natural) + 2 * Int(Self.margin))
    }

    override func snapshot(_ snapshot: OpaquePointer) {
        let (width, height) = (Float(gtk_widget_get_width(widget)), Float(gtk_widget_get_height(widget)))
        let colors = Palette(of: widget)
        let base = colors.card.mixed(with: pose.tint < 0 ? colors.disliked : colors.liked, abs(pose.tint))
        snapshot.fillRounded(
            Rect(x: 0, y: 0, width: width, height: height), radius: Self.radius, color: base,
            edge: colors.edge,
            edgeWidth: colors.edgeWidth)
        gtk_widget_snapshot_child(widget, content, snapshot)
        if pose.mark > 0.02 { drawMark(snapshot, width: width) }
    }

    private func drawMark(_ snapshot: OpaquePointer, width: Float) {
        let strength = Float(pose.mark)
        let layout = pose.x < 0 ? disliked : liked
        let size = Float(Self.markSize) * 1.3
        let scale = 0.6 + 0.4 * strength
        gtk_snapshot_save(snapshot)
        // A card that is dragged to the right shows the mark at its left edge, which is on the screen the longest.
        let middle = graphene_point_t(
            x: pose.x < 0 ? width - Float(Self.margin) - size / 2 : Float(Self.margin) + size / 2,
            y: Self.markMiddle)
        gtk_snapshot_translate(snapshot, [middle])
        gtk_snapshot_scale(snapshot, scale, scale)
        gtk_snapshot_translate(snapshot, [graphene_point_t(x: -size / 2, y: -size / 2)])
        gtk_snapshot_push_opacity(snapshot, Double(min(strength * 1.2, 1)))
        gtk_snapshot_append_layout(snapshot, layout, [GdkRGBA(red: 0, green: 0, blue: 0, alpha: 1)])
        gtk_snapshot_pop(snapshot)
        gtk_snapshot_restore(snapshot)
    }
}
