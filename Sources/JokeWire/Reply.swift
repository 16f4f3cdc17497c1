// SPDX-License-Identifier: MIT

/// Writes replies, each a line with its newline. An id that is not known or was left out is written as null.
package enum Reply {
    package static func success(id: RequestID?, result: some JSONWritable) -> [UInt8] {
        line(id, reserving: 512) {
            // As an optional it would be looked up by its type, which costs more than writing an empty object.
            $0.key("result")
            result.write(to: &$0)
        }
    }

    package static func failure(id: RequestID?, _ error: WireError) -> [UInt8] {
        line(id, reserving: 256) { $0.member("error", error) }
    }

    package static func failure(_ rejection: Rejection) -> [UInt8] {
        failure(id: rejection.id, rejection.error)
    }

    /// The one line that answers a batch, of the lines that answer its calls. Nil where there are none, as
    /// when all of them were notifications: then nothing is sent.
    package static func batch(_ lines: [[UInt8]]) -> [UInt8]? {
        guard !lines.isEmpty else { return nil }
        var writer = JSONWriter(reserving: lines.reduce(3) { $0 + $1.count })
        writer.beginArray()
        for line in lines { writer.raw(line.dropLast()) }
        writer.endArray()
        writer.newline()
        return writer.take()
    }

    /// Appends the line of a success, whose result is encoded already, to what was written.
    package static func write(id: RequestID?, result: [UInt8], to writer: inout JSONWriter) {
        line(id, to: &writer) {
            $0.key("result")
            $0.raw(result)
        }
    }

    private static func line(
        _ id: RequestID?, reserving capacity: Int, _ body: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        var writer = JSONWriter(reserving: capacity)
        line(id, to: &writer, body)
        return writer.take()
    }

    private static func line(
        _ id: RequestID?, to writer: inout JSONWriter, _ body: (inout JSONWriter) -> Void
    ) {
        writer.opening("{\"jsonrpc\":\"2.0\",\"id\":")
        if let id { id.write(to: &writer) } else { writer.null() }
        body(&writer)
        writer.endObject()
        writer.newline()
    }
}
