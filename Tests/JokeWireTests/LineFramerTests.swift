// SPDX-License-Identifier: MIT

import JokeWire
import Testing

struct LineFramerTests {
    /// Returns the lines that the framer returns for these reads.
    private func lines(_ reads: [[UInt8]], limit: Int = Limits.requestLine, ends: Bool = true) -> [String] {
        var framer = LineFramer(limit: limit)
        var result: [String] = []
        func add(_ frame: LineFramer.Frame) {
            switch frame {
            case .line(let bytes): result.append(String(decoding: bytes, as: UTF8.self))
            case .tooLong: result.append("(too long)")
            }
        }
        for read in reads {
            framer.append(read)
            while let frame = framer.next() { add(frame) }
        }
        if ends, let frame = framer.finish() { add(frame) }
        return result
    }

    @Test("the lines are the same wherever the reads are split")
    func everySplit() {
        let stream = Array("one\n\n  \r\ntwo é\r\n0123456789abc\nthree\nlast".utf8)
        let whole = ["one", "two é\r", "(too long)", "three", "last"]
        #expect(lines([stream], limit: 8) == whole)
        for first in 0...stream.count {
            #expect(lines([Array(stream[..<first]), Array(stream[first...])], limit: 8) == whole)
        }
        #expect(lines(stream.map { [$0] }, limit: 8) == whole)
    }

    @Test("a line of the limit is complete, and one byte more is too long", arguments: ["\n", ""])
    func longestLine(ending: String) {
        #expect(lines([Array("12345678\(ending)".utf8)], limit: 8) == ["12345678"])
        #expect(lines([Array("123456789\(ending)".utf8)], limit: 8) == ["(too long)"])
    }

    @Test("an endless line is reported once and uses no memory")
    func endlessLine() {
        var framer = LineFramer()
        var reports = 0
        let block = [UInt8](repeating: 0x61, count: 16_384)
        for _ in 0..<1_000 {
            framer.append(block)
            while let frame = framer.next() { reports += frame == .tooLong ? 1 : 0 }
            #expect(framer.pendingCount <= Limits.requestLine)
        }
        #expect(reports == 1)
        #expect(framer.pendingCount == 0)
        framer.append(Array("end of it\nnext\n".utf8))
        #expect(framer.next() == .line(Array("next".utf8)[...]))
    }

    @Test(
        "a last line without its newline counts unless it is empty",
        arguments: [("a", ["a"]), ("a\nb", ["a", "b"]), ("a\n", ["a"]), ("a\n \t", ["a"]), ("", [])])
    func lastLine(stream: String, expected: [String]) { #expect(lines([Array(stream.utf8)]) == expected) }

    @Test("a partial line is not returned before its end")
    func partialLine() { #expect(lines([Array("a\nb".utf8)], ends: false) == ["a"]) }

    @Test("the end of an overlong line is not a line")
    func endOfOverlongLine() {
        #expect(lines([Array("123456789".utf8), Array("abc".utf8)], limit: 8) == ["(too long)"])
    }

    @Test("fifty thousand lines at once are returned in order")
    func manyLines() {
        let all = (0..<50_000).map(String.init)
        #expect(lines([Array(all.joined(separator: "\n").utf8)]) == all)
    }

    @Test("a returned frame does not change")
    func keptFrame() {
        var framer = LineFramer()
        framer.append(Array("first\nsec".utf8))
        let frame = framer.next()
        framer.append(Array("ond\nthird\n".utf8))
        #expect(framer.next() == .line(Array("second".utf8)[...]))
        #expect(frame == .line(Array("first".utf8)[...]))
    }

    @Test("lines that wait while more is read are returned in order")
    func waitingLines() {
        var framer = LineFramer()
        var read: [String] = []
        for number in 0..<500 {
            framer.append(Array("a\(number)\nb\(number)\n".utf8))
            if case .line(let line) = framer.next() { read.append(String(decoding: line, as: UTF8.self)) }
        }
        while case .line(let line) = framer.next() { read.append(String(decoding: line, as: UTF8.self)) }
        #expect(read == (0..<500).flatMap { ["a\($0)", "b\($0)"] })
    }
}
