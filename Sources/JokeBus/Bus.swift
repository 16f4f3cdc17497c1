// SPDX-License-Identifier: MIT
import CSystemd
import Glibc

/// The reason why the program has no bus, or no name on it.
struct BusError: Error {
    let message: String

    /// - Parameter code: a negative number of errno, as sd-bus returns it.
    init(_ problem: String, _ code: Int32) { message = "\(problem): \(String(cString: strerror(-code)))" }

    init(_ message: String) { self.message = message }
}

/// A connection to the session bus (sd-bus(3)).
final class Bus {
    let raw: OpaquePointer

    init() throws(BusError) {
        var raw: OpaquePointer?
        let code = sd_bus_open_user(&raw)
        guard code >= 0, let raw else {
            throw BusError("no session bus answers; run this in a session of the desktop", code)
        }
        self.raw = raw
    }

    /// Send what is not sent yet, and disconnect.
    deinit { sd_bus_flush_close_unref(raw) }

    func take(name: String) throws(BusError) {
        let code = sd_bus_request_name(raw, name, 0)
        guard code != -EEXIST, code != -EALREADY else {
            throw BusError("another program has the name \(name) on the bus; end it first")
        }
        guard code >= 0 else { throw BusError("the bus does not give the name \(name)", code) }
    }

    func release(name: String) throws(BusError) {
        let code = sd_bus_release_name(raw, name)
        guard code >= 0 else { throw BusError("the bus does not take back the name \(name)", code) }
    }

    /// Handles a message that has arrived. Returns false if there is none.
    func process() throws(BusError) -> Bool {
        let code = sd_bus_process(raw, nil)
        guard code >= 0 else { throw BusError("the session bus is gone", code) }
        return code > 0
    }

    /// Waits for a message. Returns false after `seconds` without one.
    func wait(seconds: Double) throws(BusError) -> Bool {
        let code = sd_bus_wait(raw, UInt64(max(0, seconds) * 1e6))
        guard code >= 0 || code == -EINTR else { throw BusError("the session bus is gone", code) }
        return code != 0
    }

    /// Whether a program has this name on the bus, or the bus can start one.
    func knows(name: String) -> Bool {
        var (acquired, activatable): (StringVector, StringVector) = (nil, nil)
        guard sd_bus_list_names(raw, &acquired, &activatable) >= 0 else { return false }
        // Both have to be freed.
        let names = takeStrings(acquired) + takeStrings(activatable)
        return names.contains(name)
    }

    /// Sends a call without waiting for its reply. The bus starts the program if it does not run.
    func send(_ call: MethodCall, _ write: (BusMessage) -> Void) {
        guard let message = BusMessage(call, on: self) else { return }
        write(message)
        guard message.error == 0 else { return }
        // Without a place for the number of the call, no reply is requested.
        _ = sd_bus_send(raw, message.raw, nil)
    }

    /// Calls a method without arguments, and returns its result, a list of strings, or nil if it fails.
    func strings(_ call: MethodCall, seconds: Double) -> [String]? {
        result(of: call, seconds: seconds, { _ in }, read: { $0.strings() })
    }

    /// Calls a method, and returns its result, a number, or nil if it fails.
    func number(_ call: MethodCall, seconds: Double, _ write: (BusMessage) -> Void) -> UInt32? {
        result(of: call, seconds: seconds, write) { $0.number() }
    }

    private func result<Value>(
        of call: MethodCall, seconds: Double, _ write: (BusMessage) -> Void,
        read: (inout MessageReader) -> Value?
    ) -> Value? {
        guard let message = BusMessage(call, on: self) else { return nil }
        write(message)
        var reply: OpaquePointer?
        guard message.error == 0, sd_bus_call(raw, message.raw, UInt64(seconds * 1e6), nil, &reply) >= 0,
            let reply
        else {
            return nil
        }
        defer { sd_bus_message_unref(reply) }
        var reader = MessageReader(reply)
        return read(&reader)
    }
}

/// A method of an object on the bus.
struct MethodCall {
    let destination: String
    let path: String
    let interface: String
    let member: String
}

/// A message while it is written. After an error, it must not be sent.
final class BusMessage {
    let raw: OpaquePointer
    /// The first error of writing, such as of too little memory: a negative number of errno, or 0.
    private(set) var error: Int32 = 0

    /// The reply to a call.
    init?(replyTo call: OpaquePointer) {
        var raw: OpaquePointer?
        guard sd_bus_message_new_method_return(call, &raw) >= 0, let raw else { return nil }
        self.raw = raw
    }

    init?(_ call: MethodCall, on bus: Bus) {
        var raw: OpaquePointer?
        let code = sd_bus_message_new_method_call(
            bus.raw, &raw, call.destination, call.path, call.interface, call.member)
        guard code >= 0, let raw else { return nil }
        self.raw = raw
    }

    deinit { sd_bus_message_unref(raw) }

    func append(_ text: String) {
        note(Self.carried(text).withCString { sd_bus_message_append_basic(raw, Self.type("s"), $0) })
    }

    /// Returns the text as a message can carry it. U+FFFD replaces U+0000, which would end it, and noncharacters, which
    /// sd-bus refuses (before D-Bus 1.8 every program did).
    static func carried(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map {
                    let isRefused =
                        $0.value == 0 || 0xFDD0...0xFDEF ~= $0.value || $0.value & 0xFFFE == 0xFFFE
                    return isRefused ? "\u{FFFD}" : $0
                }))
    }

    private func note(_ code: Int32) { if code < 0, error == 0 { error = code } }

    func append(int32 value: Int32) { append(value, as: "i") }
    func append(uint32 value: UInt32) { append(value, as: "u") }
    func append(byte value: UInt8) { append(value, as: "y") }
    func append(double value: Double) { append(value, as: "d") }
    func append(boolean value: Bool) { append(Int32(value ? 1 : 0), as: "b") }

    func append(_ values: [String]) {
        array(of: "s") { for value in values { append(value) } }
    }

    func array(of contents: String, _ body: () -> Void) { container("a", contents, body) }
    func structure(_ contents: String, _ body: () -> Void) { container("r", contents, body) }

    /// Writes an entry of a dictionary `a{sv}`.
    func entry(_ key: String, _ contents: String, _ body: () -> Void) {
        container("e", "sv") {
            append(key)
            container("v", contents, body)
        }
    }

    func variant(_ text: String) { container("v", "s") { append(text) } }

    func entry(_ key: String, _ value: String) { entry(key, "s") { append(value) } }

    private func container(_ type: Unicode.Scalar, _ contents: String, _ body: () -> Void) {
        note(sd_bus_message_open_container(raw, Self.type(type), contents))
        body()
        note(sd_bus_message_close_container(raw))
    }

    private func append<Value>(_ value: Value, as type: Unicode.Scalar) {
        note(withUnsafePointer(to: value) { sd_bus_message_append_basic(raw, Self.type(type), $0) })
    }

    private static func type(_ scalar: Unicode.Scalar) -> CChar { CChar(scalar.value) }
}

/// Reads the arguments of a message in their order.
struct MessageReader {
    private let raw: OpaquePointer

    init(_ raw: OpaquePointer) { self.raw = raw }

    mutating func string() -> String? {
        var text: UnsafePointer<CChar>?
        guard sd_bus_message_read_basic(raw, CChar(UInt8(ascii: "s")), &text) > 0 else { return nil }
        return text.map { String(cString: $0) }
    }

    mutating func number() -> UInt32? {
        var value: UInt32 = 0
        guard sd_bus_message_read_basic(raw, CChar(UInt8(ascii: "u")), &value) > 0 else { return nil }
        return value
    }

    mutating func strings() -> [String]? {
        var list: StringVector = nil
        guard sd_bus_message_read_strv(raw, &list) >= 0 else { return nil }
        return takeStrings(list)
    }
}

/// A list of C strings that ends with nil. It and its strings belong to the caller.
typealias StringVector = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?

/// Returns the strings, and frees the list.
private func takeStrings(_ list: StringVector) -> [String] {
    guard let list else { return [] }
    var strings: [String] = []
    var place = list
    while let text = place.pointee {
        strings.append(String(cString: text))
        free(text)
        place += 1
    }
    free(list)
    return strings
}
