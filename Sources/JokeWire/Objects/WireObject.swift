// SPDX-License-Identifier: MIT

/// An object on the wire. Its members stand in one table, `visitMembers`, which writes, reads, compares, describes and
/// documents them.
///
/// `CardState.Queue` is a short one.
package protocol WireObject: WireValue {
    /// The object's name in Protocol.md, or nil for one that has none: the result of only one method.
    static var schemaName: String? { get }
    /// One sentence.
    static var summary: String { get }

    /// Hands each member to `visitor`, in the order of the wire, and makes an object of what comes back.
    static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self

    /// Writes the members without the braces: as the table says, unless an object knows a quicker way.
    func writeMembers(to writer: inout JSONWriter)
}

/// What is done with the members of an object, one after the other.
///
/// It is a protocol, and not an array of closures, so that the compiler can specialise a table for a visitor.
package protocol MemberVisitor<Object> {
    associatedtype Object
    associatedtype Failure: Error

    /// Visits one member.
    ///
    /// - Parameters:
    ///   - summary: one sentence, or nil if the name says it all.
    ///   - schema: what the member looks like, if its type alone does not say that.
    ///   - get: the member's value in an object.
    mutating func member<Value: WireValue>(
        _ name: StaticString, _ summary: StaticString?, as schema: @autoclosure () -> ValueSchema,
        _ get: (Object) -> Value
    ) throws(Failure) -> Value
}

extension MemberVisitor {
    @inline(__always)
    package mutating func member<Value: WireValue>(
        _ name: StaticString, _ summary: StaticString? = nil, _ get: (Object) -> Value
    ) throws(Failure) -> Value {
        try member(name, summary, as: Value.schema, get)
    }

    @inline(__always)
    package mutating func member<Value: WireValue>(
        _ name: StaticString, as schema: @autoclosure () -> ValueSchema, _ get: (Object) -> Value
    ) throws(Failure) -> Value {
        try member(name, nil, as: schema(), get)
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

    /// The description of the members.
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

    // If the compiler specialised each table for reading and for writing, the module would take three times as long.

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

/// An object that is written with every event, or 200 times on a page: its table is specialised, which makes it three
/// times as quick.
package protocol FrequentWireObject: WireObject {}

extension FrequentWireObject {
    package init(json: JSON) throws(WireDecodingError) { self = try Self.readByTable(json) }

    package func writeMembers(to writer: inout JSONWriter) { writeByTable(to: &writer) }
}

/// Writes an object's members. The pointers are valid while they are visited: a copy of the object would cost more
/// than its encoding.
private struct MemberWriter<Object>: MemberVisitor {
    let object: UnsafePointer<Object>
    let writer: UnsafeMutablePointer<JSONWriter>

    mutating func member<Value: WireValue>(
        _ name: StaticString, _ summary: StaticString?, as schema: @autoclosure () -> ValueSchema,
        _ get: (Object) -> Value
    ) -> Value {
        let value = get(object.pointee)
        writer.pointee.write(name, value)
        return value
    }
}

/// Reads an object's members.
private struct MemberReader<Object>: MemberVisitor {
    let reader: ObjectReader

    mutating func member<Value: WireValue>(
        _ name: StaticString, _ summary: StaticString?, as schema: @autoclosure () -> ValueSchema,
        _ get: (Object) -> Value
    ) throws(WireDecodingError) -> Value {
        try reader.member(name)
    }
}

/// Collects the names of the members that differ.
private struct MemberComparison<Object>: MemberVisitor {
    let object: UnsafePointer<Object>
    let older: UnsafePointer<Object>
    var names: [String] = []

    mutating func member<Value: WireValue>(
        _ name: StaticString, _ summary: StaticString?, as schema: @autoclosure () -> ValueSchema,
        _ get: (Object) -> Value
    ) -> Value {
        let value = get(object.pointee)
        if value != get(older.pointee) { names.append("\(name)") }
        return value
    }
}

/// Collects the descriptions of the members.
private struct MemberDescriber<Object>: MemberVisitor {
    var members: [ValueSchema.Member] = []

    mutating func member<Value: WireValue>(
        _ name: StaticString, _ summary: StaticString?, as schema: @autoclosure () -> ValueSchema,
        _ get: (Object) -> Value
    ) -> Value {
        members.append(ValueSchema.Member("\(name)", schema(), summary.map { "\($0)" }))
        return Value.placeholder
    }
}

extension JSONWriter {
    /// Writes a key and its value. Not inlined, so that each type of value is compiled once.
    @inline(never)
    fileprivate mutating func write<Value: WireValue>(_ name: StaticString, _ value: Value) {
        key(name)
        value.write(to: &self)
    }
}
