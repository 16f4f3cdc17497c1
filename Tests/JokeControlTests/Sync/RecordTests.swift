// SPDX-License-Identifier: MIT
import JokeControl
import JokeWire
import Testing

/// The records of bytes, with their lines.
@dynamicMemberLookup
struct Records {
    private var records = SyncRecords()
    private(set) var lines: [SyncLine] = []

    /// - Parameter piece: The number of bytes that are read at once.
    init(_ bytes: some Sequence<UInt8>, piece: Int = .max) {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            records.read(rest.prefix(piece)) { lines.append($0) }
            rest = rest.dropFirst(piece)
        }
    }

    subscript<Value>(dynamicMember path: KeyPath<SyncRecords, Value>) -> Value { records[keyPath: path] }
}

/// The names and the records of the files of sync.
struct RecordTests {
    private let header = SyncHeader(
        machine: "0123456789abcdef", name: "desk", number: 3,
        created: WallTime(milliseconds: 1_795_000_000_000))
    private let lines = (1...5).map { number in
        #"{"id":"joke-\#(number)","source":"pack","value":"Why \#(number)? \u{1F923}","changedAt":"2026-11-2\#(number)T09:30:00.123Z"}"#
    }

    private var file: [UInt8] { ([header.payload] + lines).flatMap { SyncRecord.bytes($0) } }

    /// The texts of the lines that are read from these bytes.
    private func read(_ bytes: some Sequence<UInt8>) -> [String] { Records(bytes).lines.map(\.text) }

    @Test("a record is a length, a checksum and the payload")
    func form() {
        #expect(String(decoding: SyncRecord.bytes("123456789"), as: UTF8.self) == "9 cbf43926 123456789\n")
        #expect(String(decoding: SyncRecord.bytes(""), as: UTF8.self) == "0 00000000 \n")
    }

    @Test("a file is read as it was written")
    func roundTrip() {
        let records = Records(file)
        #expect(records.header == header)
        #expect(records.lines.map(\.text) == lines)
        #expect(records.lines.map(\.key) == (1...5).map { "joke-\($0) pack" })
        #expect(records.lines[0].changedAt == WallTime(rfc3339: "2026-11-21T09:30:00.123Z"))
        #expect(records.damaged == 0)
        #expect(records.length == file.count)
    }

    @Test("a file that is torn anywhere gives its complete records, and the rest when it arrives")
    func torn() {
        for length in 0...file.count {
            let head = Records(Array(file.prefix(length)))
            #expect(head.damaged == 0)
            #expect(head.length <= length)
            let tail = Records(Array(file.dropFirst(head.length)))
            #expect(head.lines + tail.lines == Records(file).lines)
        }
    }

    @Test(
        "a file has the same records in pieces of any size, and a line that is too long is one damaged record"
    )
    func pieces() {
        let long = [UInt8](repeating: 0x20, count: SyncRecord.longestLine + 100) + [0x0A]
        let bytes = file + long + file + file.prefix(30)
        let whole = Records(bytes)
        #expect(whole.lines.map(\.text) == lines + lines)
        #expect((whole.damaged, whole.length) == (1, bytes.count - 30))
        for piece in [1, 7, 64, 4_096, SyncRecord.longestLine, SyncRecord.longestLine + 1, bytes.count - 1] {
            let records = Records(bytes, piece: piece)
            #expect(records.lines == whole.lines, "\(piece)")
            #expect((records.damaged, records.length) == (1, bytes.count - 30), "\(piece)")
        }
    }

    @Test("a doubled file has the same lines twice")
    func doubled() {
        let records = Records(file + file)
        #expect(records.lines.map(\.text) == lines + lines)
        #expect(records.damaged == 0)
        let overlapping = Records(Array(file.prefix(file.count - 20)) + file)
        #expect(Set(overlapping.lines.map(\.text)) == Set(lines))
        #expect(overlapping.damaged == 1)
    }

    @Test("a changed byte costs at most the records that it is in")
    func damaged() {
        for index in file.indices {
            for change: UInt8 in [0x01, 0x20, 0x80] {
                var bytes = file
                bytes[index] ^= change
                let records = Records(bytes)
                #expect(Set(records.lines.map(\.text)).isSubset(of: lines))
                // A changed newline joins two records, or, at the end, tears the last one.
                #expect(records.lines.count >= lines.count - 2)
                #expect(records.damaged > 0 || records.length < bytes.count)
            }
        }
    }

    @Test("consecutive showings share a record, which is read as their lines")
    func showings() {
        let showings = (1...300).map { number in
            #"{"seen":"\#(HexDigits.of(UInt64(number) &* 0x9E37_79B9_7F4A_7C15))","at":\#(1_795_512_600_000 + number)}"#
        }
        let texts = [lines[0]] + showings[..<2] + [lines[1]] + showings[2...]
        let bytes = SyncRecord.bytes(of: texts)
        let records = Records(bytes)
        #expect(records.lines == texts.compactMap { SyncLine($0) })
        #expect(records.lines.map(\.text) == texts)
        #expect(records.damaged == 0)
        #expect(
            String(decoding: SyncRecord.bytes(of: Array(showings[..<2])), as: UTF8.self).hasSuffix(
                #" {"seen":{"9e3779b97f4a7c15":1795512600001,"3c6ef372fe94f82a":1795512600002}}"# + "\n"))
        // Two records of jokes, one of two showings, and three of up to 4 KiB.
        #expect(bytes.count { $0 == UInt8(ascii: "\n") } == 6)
        #expect(bytes.count < showings.reduce(0) { $0 + $1.utf8.count } * 3 / 4 + 400)
    }

    @Test("showings that each have a record, as well as other members, are read")
    func singleShowings() {
        let texts = [
            #"{"seen":"8c1f4e0b92d7a635","at":5}"#, #"{"seen":"8c1f4e0b92d7a635","at":05}"#,
            #"{"at":7,"seen":"8c1f4e0b92d7a635"}"#, #"{"seen":"8c1f4e0b92d7a635","at":8,"later":true}"#,
        ]
        let records = Records(texts.flatMap { SyncRecord.bytes($0) })
        #expect(records.lines.map(\.changedAt.milliseconds) == [5, 5, 7, 8])
        #expect(records.lines.allSatisfy { $0.key == "seen:8c1f4e0b92d7a635" })
        // A form that a record with several showings would not restore stays as it is.
        #expect(Records(SyncRecord.bytes(of: texts)).lines.map(\.text) == texts)
        for damaged in [#"{"seen":{"8c1f":5}}"#, #"{"seen":{"8c1f4e0b92d7a635":"5"}}"#, #"{"seen":{"#] {
            #expect(Records(SyncRecord.bytes(damaged)).damaged == 1)
        }
    }

    @Test("the records after a header of a newer format are not read")
    func newer() {
        var newer = header
        newer.format = SyncRecord.format + 1
        let bytes = SyncRecord.bytes(newer.payload) + file.dropFirst(SyncRecord.bytes(header.payload).count)
        #expect(Records(bytes).isNewer)
        #expect(read(bytes) == [])
        // Nothing is read after it.
        #expect(read(file + SyncRecord.bytes(newer.payload) + file) == lines)
        #expect(!Records(file).isNewer)
    }

    @Test("a record that is not a line of a library counts as damaged")
    func noLine() {
        let records = Records(
            file + SyncRecord.bytes(#"{"value":"no id"}"#) + SyncRecord.bytes("x") + [0x0A])
        #expect(records.lines.count == lines.count)
        #expect(records.damaged == 3)
    }

    @Test("a line with members in another order, or with more of them, is read")
    func otherOrder() {
        let texts = [
            #"{"changedAt":"2026-11-21T09:30:00Z","source":"s t","id":"a"}"#,
            #"{"id":"a\"b","source":"s","changedAt":"2026-11-21T09:30:00.000Z"}"#,
            #"{"id":"a","source":"\"","changedAt":"2026-11-21T09:30:00.000Z"}"#,
            #"{"id":"a","value":"b","source":"s","changedAt":"2026-11-21T09:30:00.000Z"}"#,
            #"{"id":"a","changedAt":"2026-11-21T09:30:00.000Z","later":true}"#,
        ]
        let read = texts.compactMap { SyncLine($0) }
        #expect(read.map(\.key) == ["a s t", "a\"b s", "a \"", "a s", "a "])
        #expect(Set(read.map(\.changedAt)) == [WallTime(rfc3339: "2026-11-21T09:30:00Z")])
        for text in ["", "{}", #"{"id":"a"}"#, #"{"id":1,"changedAt":"2026-11-21T09:30:00.000Z"}"#] {
            #expect(SyncLine(text) == nil)
        }
    }

    @Test("the names of files and of conflict copies are read, those of temporary files are not")
    func names() {
        let name = SyncFileName(machine: "0123456789abcdef", number: 12)
        #expect(name.text == "0123456789abcdef-12.jokes")
        #expect(SyncFileName(name.text) == name)
        #expect(name.isOriginal)
        for copy in [
            "0123456789abcdef-12.sync-conflict-20261121-093000-ABCDEFG.jokes",
            "0123456789abcdef-12 (conflicted copy 2026-11-21 093000).jokes", "0123456789abcdef-012.jokes",
        ] {
            let read = SyncFileName(copy)
            #expect(read?.machine == "0123456789abcdef")
            #expect(read?.number == 12)
            #expect(read?.isOriginal == false)
        }
        for other in [
            ".0123456789abcdef-12.jokes.unfinished", ".syncthing.0123456789abcdef-12.jokes.tmp", "notes.txt",
            "0123456789abcdef-12.jokes.tmp", "0123456789ABCDEF-12.jokes", "0123456789abcde-12.jokes",
            "0123456789abcdef-.jokes", "0123456789abcdef.jokes", "0123456789abcdef-9999999999.jokes", "",
        ] {
            #expect(SyncFileName(other) == nil, "\(other)")
        }
    }

    @Test("names that Swift takes for equal texts are two files")
    func keys() {
        let names = ["\u{E9}", "e\u{301}"].map { SyncFileName("0123456789abcdef-12 \($0).jokes") }
        #expect(names[0]?.text == names[1]?.text)
        #expect(names[0]?.key == "0123456789abcdef-12 %c3%a9.jokes")
        #expect(names[1]?.key == "0123456789abcdef-12 e%cc%81.jokes")
        #expect(SyncFileName(names[1]?.key ?? "")?.number == 12)
    }

    @Test("a state is stored and read again, and a damaged one is refused")
    func state() {
        var state = SyncState()
        #expect(SyncState(json: state.json) == state)
        state.position = SyncPosition(epoch: "e", seq: 7)
        (state.number, state.size, state.mark, state.isDue, state.bytes) = (2, 3, .max, true, 4)
        state.data = 9
        state.comparedAt = WallTime(milliseconds: 5)
        var file = SyncState.File()
        (file.size, file.changed, file.offset, file.mark) = (1, .max, 2, .max)
        (file.lines, file.damaged, file.isNewer, file.title) = (3, 4, true, "desk")
        (file.readAt, file.missingSince) = (WallTime(milliseconds: 6), WallTime(milliseconds: 7))
        state.files["a"] = file
        (state.ranAt, state.problem) = (WallTime(milliseconds: 8), "no")
        #expect(SyncState(json: state.json) == state)
        #expect((try? JSON(parsing: state.json.jsonText.utf8)).flatMap { SyncState(json: $0) } == state)
        #expect(SyncState(json: ["format": 2]) == nil)
        #expect(SyncState(json: .null) == nil)
    }
}
