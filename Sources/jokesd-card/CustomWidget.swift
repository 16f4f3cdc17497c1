// SPDX-License-Identifier: MIT
import CGtk

/// A widget whose layout and drawing are in Swift: an instance of a class that is registered at run time.
///
/// The GObject owns this object until it is disposed.
class CustomWidget {
    let widget: Widget
    /// The children, which are unparented in the end.
    private var children: [Widget] = []

    private static let key = "jokesd-swift"

    init(role: GtkAccessibleRole = GTK_ACCESSIBLE_ROLE_GROUP) {
        var value = GValue()
        g_value_init(&value, gtk_accessible_role_get_type())
        g_value_set_enum(&value, gint(role.rawValue))
        var name = UnsafePointer(strdup("accessible-role"))
        let object = withUnsafePointer(to: value) { g_object_new_with_properties(Self.type, 1, &name, $0) }
        free(UnsafeMutablePointer(mutating: name))
        widget = made(object).cast()
        g_object_set_data_full(
            widget.cast(), Self.key, Unmanaged.passRetained(self).toOpaque(),
            { Unmanaged<CustomWidget>.fromOpaque(made($0)).release() })
    }

    /// Adds a child on top of the others.
    func adopt(_ child: Widget) {
        children.append(child)
        gtk_widget_set_parent(child, widget)
    }

    // MARK: - For subclasses

    /// Returns the smallest and the usual extent.
    func measure(_ orientation: GtkOrientation, for size: Int) -> (minimum: Int, natural: Int) { (0, 0) }
    func allocate(width: Int, height: Int) {}
    /// Whether the height depends on the width.
    var wrapsText: Bool { false }
    /// Draws the widget. Snapshots of the children are part of it.
    func snapshot(_ snapshot: OpaquePointer) {}

    // MARK: - The class

    private static let type: GType = g_type_register_static_simple(
        gtk_widget_get_type(), "JokesdWidget", guint(MemoryLayout<GtkWidgetClass>.size),
        { raw, _ in
            let widgetClass = made(raw).assumingMemoryBound(to: GtkWidgetClass.self)
            widgetClass.pointee.get_request_mode = { widget in
                CustomWidget.of(widget)?.wrapsText == true
                    ? GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH : GTK_SIZE_REQUEST_CONSTANT_SIZE
            }
            widgetClass.pointee.measure = { widget, orientation, size, minimum, natural, _, _ in
                let wanted =
                    CustomWidget.of(widget)?.measure(orientation, for: Int(size)) ?? (minimum: 0, natural: 0)
                minimum?.pointee = Int32(wanted.minimum)
                natural?.pointee = Int32(wanted.natural)
            }
            widgetClass.pointee.size_allocate = { widget, width, height, _ in
                CustomWidget.of(widget)?.allocate(width: Int(width), height: Int(height))
            }
            widgetClass.pointee.snapshot = { widget, snapshot in
                CustomWidget.of(widget)?.snapshot(made(snapshot))
            }
            widgetClass.pointee.parent_class.dispose = { object in
                if let custom = CustomWidget.of(made(object).cast()) {
                    for child in custom.children { gtk_widget_unparent(child) }
                    custom.children = []
                    g_object_set_data(object, CustomWidget.key, nil)
                }
                CustomWidget.parentClass.pointee.parent_class.dispose(object)
            }
        }, guint(MemoryLayout<GtkWidget>.size), nil, GTypeFlags(rawValue: 0))

    private static let parentClass: UnsafeMutablePointer<GtkWidgetClass> =
        made(g_type_class_peek(gtk_widget_get_type())).assumingMemoryBound(to: GtkWidgetClass.self)

    private static func of(_ widget: Widget?) -> CustomWidget? {
        guard let data = g_object_get_data(widget?.cast(), key) else { return nil }
        return Unmanaged<CustomWidget>.fromOpaque(data).takeUnretainedValue()
    }
}
