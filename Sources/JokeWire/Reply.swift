// SPDX-License-Identifier: MIT

/// The lines of replies, each with its newline. An id that is unknown or was left out is written as null.
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

    /// Returns the reply to a batch, made from the replies to its requests. Returns nil if there are none, because all
    /// requests were notifications; nothing is sent then.
    package static func batch(_ lines: [[UInt8]]) -> [UInt8]? {
        guard !lines.isEmpty else { return nil }
        var writer = JSONWriter(reserving: lines.reduce(3) { $0 + $1.count })
        writer.beginArray()
        for line in lines { writer.raw(line.dropLast()) }
        writer.endArray()
        writer.newline()
        return writer.take()
    }

    /// Writes the beginning of a reply, up to its id and including it.
    package static func begin(id: RequestID?, to writer: inout JSONWriter) {
        writer.opening("{\"jsonrpc\":\"2.0\",\"id\":")
        if let id { id.write(to: &writer) } else { writer.null() }
    }

    /// Writes the beginning of a reply to a request in the usual spelling.
    package static func begin(id digits: UnsafeRawBufferPointer, to writer: inout JSONWriter) {
        writer.opening("{\"jsonrpc\":\"2.0\",\"id\":")
        writer.raw(digits)
    }

    /// Returns the part of a successful reply after its id. It is the same for all clients, so it is encoded once and
    /// sent to all of them.
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
