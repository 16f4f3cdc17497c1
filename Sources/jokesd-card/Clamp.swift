// SPDX-License-Identifier: MIT
import CGtk

/// A widget that gives its child at most a width that is easy to read, in the middle.
final class Clamp: CustomWidget {
    private let child: Widget
    private let limit: Int

    /// The widest column of text, in pixels.
    static let text = 680

    init(_ child: Widget, limit: Int = Clamp.text) {
        (self.child, self.limit) = (child, limit)
        super.init()
        adopt(child)
        gtk_widget_set_hexpand(widget, 1)
    }

    override var wrapsText: Bool { true }

    override func measure(_ orientation: GtkOrientation, for size: Int) -> (minimum: Int, natural: Int) {
        let isHeight = orientation == GTK_ORIENTATION_VERTICAL
        var (minimum, natural): (Int32, Int32) = (0, 0)
        gtk_widget_measure(
            child, orientation, isHeight && size >= 0 ? Int32(min(size, limit)) : -1, &minimum, &natural, nil,
            nil)
        return (Int(minimum), isHeight ? Int(natural) : max(Int(minimum), min(Int(natural), limit)))
    }

    override func allocate(width: Int, height: Int) {
        let own = min(width, limit)
        let position = gsk_transform_translate(nil, [graphene_point_t(x: Float((width - own) / 2), y: 0)])
        gtk_widget_allocate(child, Int32(own), Int32(height), -1, position)
    }

    override func snapshot(_ snapshot: OpaquePointer) { gtk_widget_snapshot_child(widget, child, snapshot) }
}
