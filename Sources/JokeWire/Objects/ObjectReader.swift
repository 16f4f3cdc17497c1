// SPDX-License-Identifier: MIT

/// A reader of the members of an object. Its errors name a member by its path in the object.
///
/// Members that are not read are ignored (Protocol.md, "Compatibility"). A member that may be left out may also be null.
package struct ObjectReader: Sendable {
    package let object: JSONObject

    package init(_ json: JSON) throws(WireDecodingError) {
        guard case .object(let object) = json else {
            throw WireDecodingError(path: "", expected: "an object", found: json.typeName)
        }
        self.object = object
    }

    /// Returns a member, or `absent` if it is left out. If `absent` is nil, the member must be there.
    @inline(never)
    package func read<Value: WireValue>(
        _ name: StaticString, absent: Value? = Value.absent
    ) throws(WireDecodingError) -> Value {
        let json = object[name]
        if let absent, json?.isNull != false { return absent }
        guard let json else {
            throw WireDecodingError(
                path: "\(name)", expected: Value.expected, found: WireDecodingError.nothing)
        }
        do throws(WireDecodingError) { return try Value(json: json) } catch { throw error.within("\(name)") }
    }
}
