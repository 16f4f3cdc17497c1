// SPDX-License-Identifier: MIT

/// The lines of replies, each with its newline. An id that is unknown or was left out is written as null.
package enum Reply {
    package static func success(id: RequestID?, result: some JSONWritable) -> [UInt8] {
        line(id, reserving: 512) { write(result, to: &$0) }
    }

    package static func failure(id: RequestID?, _ error: WireError) -> [UInt8] {
        line(id, reserving: 256) { $0.member("error", error) }
    }

    package static func failure(_ rejection: RequestError) -> [UInt8] {
        failure(id: rejection.id, rejection.error)
    }

    /// Writes the beginning of a reply to a request in the usual spelling.
    package static func begin(id digits: UnsafeRawBufferPointer, to writer: inout JSONWriter) {
        writer.opening("{\"jsonrpc\":\"2.0\",\"id\":")
        writer.raw(digits)
    }

    /// Returns the part of a successful reply after its id. It is encoded once for all clients.
    package static func suffix(result: some JSONWritable) -> [UInt8] {
        var writer = JSONWriter(reserving: 1_024)
        write(result, to: &writer)
        end(&writer)
        return writer.take()
    }

    private static func write(_ result: some JSONWritable, to writer: inout JSONWriter) {
        writer.opening(",\"result\":")
        result.write(to: &writer)
    }

    private static func end(_ writer: inout JSONWriter) {
        writer.endObject()
        writer.newline()
    }

    /// Appends the reply to one request of a batch. An empty one, which a notification gets, adds nothing.
    package static func append(_ reply: [UInt8], toBatch line: inout [UInt8]) {
        guard !reply.isEmpty else { return }
        line.append(UInt8(ascii: line.isEmpty ? "[" : ","))
        line += reply.dropLast()
    }

    /// Ends the reply to a batch, unless it is empty.
    package static func end(batch line: inout [UInt8]) {
        if !line.isEmpty { line += Array("]\n".utf8) }
    }

    private static func line(
        _ id: RequestID?, reserving capacity: Int, _ member: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        var writer = JSONWriter(reserving: capacity)
        writer.opening("{\"jsonrpc\":\"2.0\",\"id\":")
        if let id { id.write(to: &writer) } else { writer.null() }
        member(&writer)
        end(&writer)
        return writer.take()
    }
}
