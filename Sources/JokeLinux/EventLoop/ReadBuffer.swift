// SPDX-License-Identifier: MIT

/// The buffer that all connections read into, one at a time, so that an idle connection needs none.
final class ReadBuffer {
    /// The size in bytes. It is also the most that one connection reads in an iteration, so that it cannot starve the
    /// others.
    static let size = 64 * 1024

    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)

    deinit { bytes.deallocate() }
}
