// SPDX-License-Identifier: MIT

/// The memory into which all connections read, one at a time: an idle connection costs no buffer.
final class ReadBuffer {
    /// Also the most that one connection reads in an iteration, so that none keeps the others waiting.
    static let size = 64 * 1024

    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)

    deinit { bytes.deallocate() }
}
