// SPDX-License-Identifier: MIT

/// The lines of replies, each with its newline. An id that is unknown or was left out is written as null.
package enum Reply {
    package static func success(id: RequestID?, result: some JSONWritable) -> [UInt8] {
        line(id, reserving: 512) { finish(&$0, with: result) }
    }

    /// Returns the line of a reply with a result that is encoded already, which is not copied if it is long.
    package static func success(id: RequestID?, result: EncodedValue) -> ReplyLine {
        var line = ReplyLine(Self.line(id, reserving: 64) { $0.opening(",\"result\":") })
        line.append(result.bytes)
        line.append(Array("}\n".utf8))
        return line
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

    /// Returns the part of a successful reply after its id. It is encoded once for all clients.
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
