// SPDX-License-Identifier: MIT

/// An object on the wire. `visit` is the only list of its members: they are read, written, compared, described and
/// documented by it.
///
/// `CardState.Queue` is a short example.
package protocol Shape: WireValue {
    /// The object's name in docs/methods.md, or an empty text for one that has none: the result of only one method.
    static var name: String { get }
    /// The meaning of the object in one sentence.
    static var summary: String { get }

    /// Passes each member to `v`, in the order of the wire.
    mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure)
}

/// An operation on the members of a shape: `JSONWriter` writes them, `ObjectReader` reads them.
///
/// It is a protocol instead of an array of closures, so that the compiler can specialize a visit.
package protocol Visitor {
    associatedtype Failure: Error

    /// Visits one member.
    ///
    /// - Parameters:
    ///   - summary: The meaning of the member in one sentence, or nil if the name is enough.
    ///   - schema: The schema of the member, if it is not that of its type.
    ///   - absent: The value if the member is left out, or nil if it must be there. A member that was added after the
    ///     first version needs one, since an older daemon does not send it (Protocol.md, "Compatibility").
    mutating func member<Value: WireValue>(
        _ name: StaticString, _ value: inout Value, _ summary: StaticString?,
        as schema: @autoclosure () -> ValueSchema, absent: Value?
    ) throws(Failure)
}

extension Visitor {
    @inline(__always)
    package mutating func callAsFunction<Value: WireValue>(
        _ name: StaticString, _ value: inout Value, _ summary: StaticString? = nil,
        as schema: @autoclosure () -> ValueSchema = Value.schema, absent: Value? = Value.absent
    ) throws(Failure) {
        try member(name, &value, summary, as: schema(), absent: absent)
    }
}

extension Shape {
    package static var name: String { "" }
    package static var summary: String { "" }
    package static var schema: ValueSchema { NamedSchema(Self.self).map { .shape($0) } ?? .object(members) }
    package static var expected: String { "an object" }

    /// The names, schemas and summaries of the members.
    @_semantics("optimize.sil.specialize.generic.never")
    package static var members: [ValueSchema.Member] {
        var (object, list) = (Self(), MemberList())
        object.visit(&list)
        return list.members
    }

    /// Creates an object whose members `set` assigns.
    package init(_ set: (inout Self) -> Void) {
        self.init()
        set(&self)
    }

    package init(json: JSON) throws(WireDecodingError) {
        self.init()
        try read(json)
    }

    /// Sets the members to those of `json`.
    package mutating func read(_ json: JSON) throws(WireDecodingError) {
        var reader = try ObjectReader(json)
        try visit(&reader)
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(to: &writer)
        writer.endObject()
    }

    /// Writes the members without the braces.
    package func writeMembers(to writer: inout JSONWriter) {
        var object = self
        object.visit(&writer)
    }

    /// The names of the members that are not written as those of `older` are, in the order of the wire.
    package func changed(since older: Self) -> [String] {
        var (new, old) = (MemberTexts(), MemberTexts())
        var (object, other) = (self, older)
        object.visit(&new)
        other.visit(&old)
        return zip(new.texts, old.texts).compactMap { $0.json == $1.json ? nil : "\($0.name)" }
    }
}

extension JSONWriter: Visitor {
    // It is not inlined, so that it is compiled only once for each type of value.
    @inline(never)
    package mutating func member<Value: WireValue>(
        _ name: StaticString, _ value: inout Value, _ summary: StaticString?,
        as schema: @autoclosure () -> ValueSchema, absent: Value?
    ) {
        key(name)
        value.write(to: &self)
    }
}

extension ObjectReader: Visitor {
    package mutating func member<Value: WireValue>(
        _ name: StaticString, _ value: inout Value, _ summary: StaticString?,
        as schema: @autoclosure () -> ValueSchema, absent: Value?
    ) throws(WireDecodingError) {
        value = try read(name, absent: absent)
    }
}

/// A visitor that collects the names, schemas and summaries of the members.
private struct MemberList: Visitor {
    var members: [ValueSchema.Member] = []

    mutating func member<Value: WireValue>(
        _ name: StaticString, _ value: inout Value, _ summary: StaticString?,
        as schema: @autoclosure () -> ValueSchema, absent: Value?
    ) {
        members.append(ValueSchema.Member("\(name)", schema(), summary.map { "\($0)" }))
    }
}

/// A visitor that collects the members as JSON.
private struct MemberTexts: Visitor {
    var texts: [(name: StaticString, json: [UInt8])] = []

    mutating func member<Value: WireValue>(
        _ name: StaticString, _ value: inout Value, _ summary: StaticString?,
        as schema: @autoclosure () -> ValueSchema, absent: Value?
    ) {
        var writer = JSONWriter(reserving: 64)
        value.write(to: &writer)
        texts.append((name, writer.take()))
    }
}
