// SPDX-License-Identifier: MIT

/// Writes replies, each a line with its newline. An id that is not known or was left out is written as null.
package enum Reply {
    package static func success(id: RequestID?, result: some JSONWritable) -> [UInt8] {
        line(id, reserving: 512) { finish(&$0, with: result) }
    }

    package static func failure(id: RequestID?, _ error: WireError) -> [UInt8] {
        line(id, reserving: 256) {
            $0.member("error", error)
            $0.endObject()
            $0.newline()
        }
    }

    package static func failure(_ rejection: RequestError) -> [UInt8] {
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

    /// Writes a line up to behind its id.
    package static func begin(id: RequestID?, to writer: inout JSONWriter) {
        writer.opening("{\"jsonrpc\":\"2.0\",\"id\":")
        if let id { id.write(to: &writer) } else { writer.null() }
    }

    /// A success from behind its id on, which is the same for everybody who asks: encoded once, sent to all.
    package static func suffix(result: some JSONWritable) -> [UInt8] {
        var writer = JSONWriter(reserving: 1_024)
        finish(&writer, with: result)
        return writer.take()
    }

    private static func finish(_ writer: inout JSONWriter, with result: some JSONWritable) {
        writer.opening(",\"result\":")
        result.write(to: &writer)
        writer.endObject()
        writer.newline()
    }

    private static func line(
        _ id: RequestID?, reserving capacity: Int, _ finish: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        var writer = JSONWriter(reserving: capacity)
        begin(id: id, to: &writer)
        finish(&writer)
        return writer.take()
    }
}
