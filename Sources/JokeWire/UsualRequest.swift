// SPDX-License-Identifier: MIT
import Glibc

/// A frequent request without parameters in its usual spelling, such as `{"jsonrpc":"2.0","id":1,"method":"ping"}`.
///
/// It is recognized by comparing bytes, without the JSON reader. `Request.decode(_:)` reads every other spelling.
package struct UsualRequest {
    package let method: Method
    /// The digits of the id, as an index range of the line.
    package let id: Range<Int>

    private static let beginning: StaticString = #"{"jsonrpc":"2.0","id":"#
    /// The methods, and the rest of the line after the id.
    private static let endings: [(method: Method, rest: StaticString)] = [
        (.ping, #","method":"ping"}"#),
        (.stateGet, #","method":"state.get"}"#),
        (.jokeCurrent, #","method":"joke.current"}"#),
    ]
    /// The most digits of an id.
    private static let longestID = 15

    /// Recognizes a line. Returns nil if it is another request, or another spelling.
    package init?(_ line: UnsafeRawBufferPointer) {
        let start = Self.beginning.utf8CodeUnitCount
        guard line.count > start, let bytes = line.baseAddress,
            memcmp(bytes, Self.beginning.utf8Start, start) == 0
        else { return nil }
        var end = start
        while end < line.count, line[end] >= UInt8(ascii: "0"), line[end] <= UInt8(ascii: "9") { end += 1 }
        // In JSON, no digit follows a zero at the beginning.
        guard end > start, end - start <= Self.longestID,
            line[start] != UInt8(ascii: "0") || end == start + 1
        else { return nil }
        let count = line.count - end
        for ending in Self.endings
        where ending.rest.utf8CodeUnitCount == count
            && memcmp(bytes + end, ending.rest.utf8Start, count) == 0
        {
            (method, id) = (ending.method, start..<end)
            return
        }
        return nil
    }
}
