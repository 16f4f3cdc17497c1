// SPDX-License-Identifier: MIT

// Each function writes a key and its value. An optional that is nil is written as null, so no member is left out.
extension JSONWriter {
    package mutating func member(_ name: StaticString, _ value: String?) {
        key(name)
        if let value { string(value) } else { null() }
    }

    package mutating func member(_ name: StaticString, _ value: Int?) {
        key(name)
        if let value { integer(value) } else { null() }
    }

    package mutating func member(_ name: StaticString, _ value: Double?) {
        key(name)
        if let value { number(value) } else { null() }
    }

    package mutating func member(_ name: StaticString, _ value: Bool) {
        key(name)
        bool(value)
    }

    package mutating func member(_ name: StaticString, _ value: (some JSONWritable)?) {
        key(name)
        if let value { value.write(to: &self) } else { null() }
    }

    package mutating func member(_ name: StaticString, _ values: [String]) {
        key(name)
        beginArray()
        for value in values { string(value) }
        endArray()
    }

    package mutating func member(_ name: StaticString, _ values: [some JSONWritable]) {
        key(name)
        beginArray()
        for value in values { value.write(to: &self) }
        endArray()
    }

    package mutating func value(_ json: JSON) { json.write(to: &self) }
}
