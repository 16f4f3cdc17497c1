// SPDX-License-Identifier: MIT
import CGtk

// The glue between Swift and GObject: casts, and signals with closures.

typealias Widget = UnsafeMutablePointer<GtkWidget>

/// A pointer to a GObject. The C headers hide the structs of some classes, so Swift imports their pointers as opaque.
protocol ObjectPointer {
    var raw: UnsafeMutableRawPointer { get }
}

extension OpaquePointer: ObjectPointer {
    var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension UnsafeMutablePointer: ObjectPointer {
    var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

/// Returns a pointer that is never null: an object that GTK creates, or the data of a callback.
func made<Pointer>(_ pointer: Pointer?) -> Pointer {
    guard let pointer else { fatalError("GTK returned no object") }
    return pointer
}

extension ObjectPointer {
    /// Returns the pointer as one to a class whose struct is in the headers. The cast is not checked.
    func cast<Type>(to type: Type.Type = Type.self) -> UnsafeMutablePointer<Type> {
        raw.assumingMemoryBound(to: type)
    }

    /// The pointer as one to a class whose struct is hidden.
    var opaque: OpaquePointer { OpaquePointer(raw) }
}

/// The closure of a signal. The signal owns it.
private final class Handler<Closure> {
    let call: Closure
    init(_ call: Closure) { self.call = call }

    static func of(_ data: gpointer?) -> Closure {
        Unmanaged<Handler<Closure>>.fromOpaque(made(data)).takeUnretainedValue().call
    }
}

extension ObjectPointer {
    /// Calls the closure for a signal without arguments.
    func on(_ signal: String, _ closure: @escaping () -> Void) {
        let callback: @convention(c) (gpointer?, gpointer?) -> Void = { _, data in
            Handler<() -> Void>.of(data)()
        }
        connect(signal, unsafeBitCast(callback, to: GCallback.self), Handler(closure))
    }

    /// Calls the closure for a signal with one pointer, such as the change of a property (`notify::NAME`).
    func onPointer(_ signal: String, _ closure: @escaping (OpaquePointer?) -> Void) {
        let callback: @convention(c) (gpointer?, OpaquePointer?, gpointer?) -> Void = { _, pointer, data in
            Handler<(OpaquePointer?) -> Void>.of(data)(pointer)
        }
        connect(signal, unsafeBitCast(callback, to: GCallback.self), Handler(closure))
    }

    /// Calls the closure for a signal with a position.
    func onPosition(_ signal: String, _ closure: @escaping (_ x: Double, _ y: Double) -> Void) {
        let callback: @convention(c) (gpointer?, Double, Double, gpointer?) -> Void = { _, x, y, data in
            Handler<(Double, Double) -> Void>.of(data)(x, y)
        }
        connect(signal, unsafeBitCast(callback, to: GCallback.self), Handler(closure))
    }

    /// Calls the closure for the signal `pressed` of a click, with its position.
    func onPress(_ closure: @escaping (_ x: Double, _ y: Double) -> Void) {
        let callback: @convention(c) (gpointer?, gint, Double, Double, gpointer?) -> Void = {
            _, _, x, y, data in
            Handler<(Double, Double) -> Void>.of(data)(x, y)
        }
        connect("pressed", unsafeBitCast(callback, to: GCallback.self), Handler(closure))
    }

    /// Calls the closure for a signal with a new state, such as `state-set` of a switch. It returns whether it has
    /// handled the change.
    func onState(_ signal: String, _ closure: @escaping (Bool) -> Bool) {
        let callback: @convention(c) (gpointer?, gboolean, gpointer?) -> gboolean = { _, state, data in
            Handler<(Bool) -> Bool>.of(data)(state != 0) ? 1 : 0
        }
        connect(signal, unsafeBitCast(callback, to: GCallback.self), Handler(closure))
    }

    /// Calls the closure for a signal with a number, such as the place of a row.
    func onNumber(_ signal: String, _ closure: @escaping (Int) -> Void) {
        let callback: @convention(c) (gpointer?, guint, gpointer?) -> Void = { _, number, data in
            Handler<(Int) -> Void>.of(data)(Int(number))
        }
        connect(signal, unsafeBitCast(callback, to: GCallback.self), Handler(closure))
    }

    /// Calls the closure for a signal with two numbers, such as a range of rows.
    func onTwoNumbers(_ signal: String, _ closure: @escaping (Int, Int) -> Void) {
        let callback: @convention(c) (gpointer?, guint, guint, gpointer?) -> Void = {
            _, first, second, data in
            Handler<(Int, Int) -> Void>.of(data)(Int(first), Int(second))
        }
        connect(signal, unsafeBitCast(callback, to: GCallback.self), Handler(closure))
    }

    /// Calls the closure for the signal `key-pressed`. It returns whether it has handled the key.
    func onKey(_ closure: @escaping (_ key: UInt32, GdkModifierType) -> Bool) {
        let callback: @convention(c) (gpointer?, guint, guint, GdkModifierType, gpointer?) -> gboolean = {
            _, key, _, modifiers, data in
            Handler<(UInt32, GdkModifierType) -> Bool>.of(data)(key, modifiers) ? 1 : 0
        }
        connect("key-pressed", unsafeBitCast(callback, to: GCallback.self), Handler(closure))
    }

    /// Calls the closure for the signal `event` of a legacy controller, which passes the event on.
    func onEvent(_ closure: @escaping (OpaquePointer) -> Void) {
        let callback: @convention(c) (gpointer?, OpaquePointer?, gpointer?) -> gboolean = { _, event, data in
            Handler<(OpaquePointer) -> Void>.of(data)(made(event))
            return 0
        }
        connect("event", unsafeBitCast(callback, to: GCallback.self), Handler(closure))
    }

    private func connect(_ signal: String, _ callback: GCallback, _ handler: AnyObject) {
        g_signal_connect_data(
            raw, signal, callback, Unmanaged.passRetained(handler).toOpaque(),
            { data, _ in Unmanaged<AnyObject>.fromOpaque(made(data)).release() }, GConnectFlags(rawValue: 0))
    }
}

/// Runs the closure on the main loop after a time. Keep the number to remove the source before that.
func after(_ milliseconds: Int, _ closure: @escaping () -> Void) -> guint {
    g_timeout_add_full(
        G_PRIORITY_DEFAULT, guint(max(milliseconds, 0)),
        { data in
            Handler<() -> Void>.of(data)()
            return 0
        },
        Unmanaged.passRetained(Handler(closure)).toOpaque(),
        { Unmanaged<AnyObject>.fromOpaque(made($0)).release() })
}

/// Calls the closure when the descriptor is ready, until it returns false.
func watch(
    _ descriptor: Int32, _ condition: GIOCondition, _ closure: @escaping () -> Bool
) -> guint {
    g_unix_fd_add_full(
        G_PRIORITY_DEFAULT, descriptor, condition,
        { _, _, data in Handler<() -> Bool>.of(data)() ? 1 : 0 },
        Unmanaged.passRetained(Handler(closure)).toOpaque(),
        { Unmanaged<AnyObject>.fromOpaque(made($0)).release() })
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
    /// Calls the closure before each frame with the frame's time in microseconds, until it returns false.
    func onTick(_ closure: @escaping (Int64) -> Bool) {
        gtk_widget_add_tick_callback(
            self,
            { _, clock, data in
                Handler<(Int64) -> Bool>.of(data)(Int64(gdk_frame_clock_get_frame_time(clock))) ? 1 : 0
            },
            Unmanaged.passRetained(Handler(closure)).toOpaque(),
            { Unmanaged<AnyObject>.fromOpaque(made($0)).release() })
    }

    /// Sets the side at which its text begins.
    func setDirection(rightToLeft isRightToLeft: Bool) {
        gtk_widget_set_direction(self, isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
    }

    func add(class name: String, _ isOn: Bool = true) {
        if isOn { gtk_widget_add_css_class(self, name) } else { gtk_widget_remove_css_class(self, name) }
    }
}
