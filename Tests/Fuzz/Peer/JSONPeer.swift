// SPDX-License-Identifier: MIT

// Compiled into a library with Sources/JokeWire, for scripts/json-peer.py.

/// Reads `count` bytes as JSON, and writes the value to the `room` bytes at `output`.
///
/// - Returns: The number of bytes, even if they do not fit, or -1 if the input is not JSON.
@_cdecl("json_rewritten")
public func rewritten(
    _ input: UnsafePointer<UInt8>?, _ count: Int, _ output: UnsafeMutablePointer<UInt8>?, _ room: Int
) -> Int {
    let bytes = Array(UnsafeBufferPointer(start: input, count: count))
    let written: [UInt8]
    do throws(JSONError) { written = try JSON(parsing: bytes[...]).jsonBytes } catch { return -1 }
    if written.count <= room { output?.update(from: written, count: written.count) }
    return written.count
}
