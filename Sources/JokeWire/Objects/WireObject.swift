// SPDX-License-Identifier: MIT

/// An object on the wire. One table, `visitMembers`, lists its members; they are written, read, compared, described and
/// documented from it.
///
/// `CardState.Queue` is a short example.
package protocol WireObject: WireValue {
    /// The object's name in docs/methods.md, or nil for one that has none: the result of only one method.
    static var schemaName: String? { get }
    /// The meaning of the object in one sentence.
    static var summary: String { get }

    /// Passes each member to `visitor`, in the order of the wire, and creates an object from the results.
    static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self

    /// Writes the members without the braces.
    func writeMembers(to writer: inout JSONWriter)
}

/// An operation that is called for the members of an object, one after the other.
///
/// It is a protocol instead of an array of closures, so that the compiler can specialize a table for a visitor.
package protocol MemberVisitor<Object> {
    associatedtype Object
    associatedtype Failure: Error

    /// Visits one member.
    ///
    /// - Parameters:
    ///   - summary: The meaning of the member in one sentence, or nil if the name is enough.
    ///   - schema: The schema of the member, if it is not that of its type.
    ///   - absent: The value if the member is left out. A member that was added after the first version needs one,
    ///     since an older daemon does not send it (Protocol.md, "Compatibility").
    ///   - get: Returns the member of an object.
    mutating func member<Value: WireValue>(
        _ name: StaticString, _ summary: StaticString?, as schema: @autoclosure () -> ValueSchema,
        absent: Value?, _ get: (Object) -> Value
    ) throws(Failure) -> Value
}

extension MemberVisitor {
    @inline(__always)
    package mutating func member<Value: WireValue>(
        _ name: StaticString, _ summary: StaticString? = nil, absent: Value? = Value.absent,
        _ get: (Object) -> Value
    ) throws(Failure) -> Value {
        try member(name, summary, as: Value.schema, absent: absent, get)
    }

    @inline(__always)
    package mutating func member<Value: WireValue>(
        _ name: StaticString, _ summary: StaticString?, as schema: @autoclosure () -> ValueSchema,
        _ get: (Object) -> Value
    ) throws(Failure) -> Value {
        try member(name, summary, as: schema(), absent: Value.absent, get)
    }

    @inline(__always)
    package mutating func member<Value: WireValue>(
        _ name: StaticString, as schema: @autoclosure () -> ValueSchema, _ get: (Object) -> Value
    ) throws(Failure) -> Value {
        try member(name, nil, as: schema(), absent: Value.absent, get)
    }
}

extension WireObject {
    package static var schemaName: String? { nil }
    package static var summary: String { "" }
    package static var schema: ValueSchema { NamedSchema(Self.self).map { .shape($0) } ?? .object(members) }
    package static var expected: String { "an object" }

    @_semantics("optimize.sil.specialize.generic.never")
    package static var placeholder: Self {
        var describer = MemberDescriber<Self>()
        return visitMembers(&describer)
    }

    /// The names, schemas and summaries of the members.
    @_semantics("optimize.sil.specialize.generic.never")
    package static var members: [ValueSchema.Member] {
        var describer = MemberDescriber<Self>()
        _ = visitMembers(&describer)
        return describer.members
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(to: &writer)
        writer.endObject()
    }

    // If the compiler specialized each table for reading and for writing, compiling the module would take three times
    // as long.

    @_semantics("optimize.sil.specialize.generic.never")
    package init(json: JSON) throws(WireDecodingError) { self = try Self.readByTable(json) }

    @_semantics("optimize.sil.specialize.generic.never")
    package func writeMembers(to writer: inout JSONWriter) { writeByTable(to: &writer) }

    @inline(__always)
    fileprivate static func readByTable(_ json: JSON) throws(WireDecodingError) -> Self {
        var reader = MemberReader<Self>(reader: try ObjectReader(json))
        return try visitMembers(&reader)
    }

    @inline(__always)
    package func writeByTable(to writer: inout JSONWriter) {
        withUnsafePointer(to: self) { object in
            withUnsafeMutablePointer(to: &writer) { writer in
                var visitor = MemberWriter(object: object, writer: writer)
                _ = Self.visitMembers(&visitor)
            }
        }
    }

    /// The names of the members that differ from those of `older`, in the order of the wire.
    @inline(__always)
    func changedByTable(since older: Self) -> [String] {
        withUnsafePointer(to: self) { object in
            withUnsafePointer(to: older) { older in
                var comparison = MemberComparison(object: object, older: older)
                _ = Self.visitMembers(&comparison)
                return comparison.names
            }
        }
    }
}

/// An object that is written with every event, or up to 200 times on a page, or that a run of jokectl reads. Its table
/// is specialized, which makes it three times as fast: a process that reads once would mostly look up generic metadata.
package protocol FrequentWireObject: WireObject {}

extension FrequentWireObject {
    package init(json: JSON) throws(WireDecodingError) { self = try Self.readByTable(json) }

    package func writeMembers(to writer: inout JSONWriter) { writeByTable(to: &writer) }
}

/// A visitor that writes the members of an object.
///
/// It holds pointers, which are valid only during the visit, because copying the object would cost more than encoding
/// it.
private struct MemberWriter<Object>: MemberVisitor {
    let object: UnsafePointer<Object>
    let writer: UnsafeMutablePointer<JSONWriter>

    mutating func member<Value: WireValue>(
        _ name: StaticString, _ summary: StaticString?, as schema: @autoclosure () -> ValueSchema,
        absent: Value?, _ get: (Object) -> Value
    ) -> Value {
        let value = get(object.pointee)
        writer.pointee.write(name, value)
        return value
    }
}

/// A visitor that reads the members of an object.
private struct MemberReader<Object>: MemberVisitor {
    let reader: ObjectReader

    mutating func member<Value: WireValue>(
        _ name: StaticString, _ summary: StaticString?, as schema: @autoclosure () -> ValueSchema,
        absent: Value?, _ get: (Object) -> Value
    ) throws(WireDecodingError) -> Value {
        try reader.member(name, absent: absent)
    }
}

/// A visitor that collects the names of the members that differ.
private struct MemberComparison<Object>: MemberVisitor {
    let object: UnsafePointer<Object>
    let older: UnsafePointer<Object>
    var names: [String] = []

    mutating func member<Value: WireValue>(
        _ name: StaticString, _ summary: StaticString?, as schema: @autoclosure () -> ValueSchema,
        absent: Value?, _ get: (Object) -> Value
    ) -> Value {
        let value = get(object.pointee)
        if value != get(older.pointee) { names.append("\(name)") }
        return value
    }
}

/// A visitor that collects the names, schemas and summaries of the members.
private struct MemberDescriber<Object>: MemberVisitor {
    var members: [ValueSchema.Member] = []

    mutating func member<Value: WireValue>(
        _ name: StaticString, _ summary: StaticString?, as schema: @autoclosure () -> ValueSchema,
        absent: Value?, _ get: (Object) -> Value
    ) -> Value {
        members.append(ValueSchema.Member("\(name)", schema(), summary.map { "\($0)" }))
        return Value.placeholder
    }
}

extension JSONWriter {
    /// Writes a key and its value. It is not inlined, so that it is compiled only once for each type of value.
    @inline(never)
    fileprivate mutating func write<Value: WireValue>(_ name: StaticString, _ value: Value) {
        key(name)
        value.write(to: &self)
    }
}
