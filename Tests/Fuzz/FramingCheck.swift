// SPDX-License-Identifier: MIT

/// A stream has the same frames, however its reads are split.
enum FramingCheck {
    /// Returns the frames of a stream that arrives in chunks, after comparing them with those of `simply`.
    static func frames(of stream: [UInt8], limit: Int, dice: inout Dice) -> [LineFramer.Frame] {
        var framer = LineFramer(limit: limit)
        var frames: [LineFramer.Frame] = []
        let longest = [1, 8, 100, 4_096][dice.roll(4)]
        var rest = stream[...]
        while !rest.isEmpty {
            let chunk = rest.prefix(1 + dice.roll(longest))
            rest = rest.dropFirst(chunk.count)
            framer.append(chunk)
            // A session with too many requests in flight leaves frames in the framer for a while.
            if dice.roll(4) > 0 { take(&frames, from: &framer) }
        }
        take(&frames, from: &framer)
        require(framer.pendingCount <= limit, "more than a line is kept")
        if let last = framer.finish() { frames.append(last) }
        require(framer.finish() == nil, "a last line comes twice")
        require(frames == splitSimply(stream, limit: limit), "cut into other frames")
        return frames
    }

    private static func take(_ frames: inout [LineFramer.Frame], from framer: inout LineFramer) {
        while let frame = framer.next() { frames.append(frame) }
    }

    /// Returns the frames by their definition, from the whole stream.
    private static func splitSimply(_ stream: [UInt8], limit: Int) -> [LineFramer.Frame] {
        let blanks = Array(" \t\r".utf8)
        return stream.split(separator: UInt8(ascii: "\n")).compactMap { line in
            if line.count > limit { return .tooLong }
            return line.allSatisfy(blanks.contains) ? nil : .line(Array(line)[...])
        }
    }
}
