// SPDX-License-Identifier: MIT

extension JSONWriter {
    /// Writes a key and its value. A value that is nil is written as null, so no member is left out.
    package mutating func member(_ name: StaticString, _ value: some JSONWritable) {
        key(name)
        value.write(to: &self)
    }

    package mutating func value(_ json: JSON) { json.write(to: &self) }
}
