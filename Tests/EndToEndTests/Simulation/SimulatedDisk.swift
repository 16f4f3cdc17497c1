// SPDX-License-Identifier: MIT
import Glibc
import JokeTestSupport

/// The files of a simulated daemon, as they are after a power failure: what was synced is there, and of the rest any
/// part.
struct SimulatedDisk {
    private enum Entry {
        case create(inode: UInt64, path: String)
        case write(inode: UInt64, offset: Int, bytes: ArraySlice<UInt8>)
        case truncate(inode: UInt64, size: Int)
        case sync(inode: UInt64)
        case syncDirectory(inode: UInt64)
        case rename(String, to: String)
        case remove(String)
    }

    private let directories: [String]
    private let log: String
    /// The files of the time when all was on the disk.
    private var names: [String: UInt64] = [:]
    private var contents: [UInt64: [UInt8]] = [:]

    init(directory: String, log: String) {
        directories = [directory, "\(directory)/backups"]
        self.log = log
    }

    /// Declares all files to be on the disk.
    mutating func flush() throws {
        (names, contents) = ([:], [:])
        for path in Self.files(in: directories) {
            let inode = Self.inode(of: path)
            names[path] = inode
            contents[inode] = try Files.read(path)
        }
        // The daemon may have the log open.
        truncate(log, 0)
    }

    /// The files with their inodes and sizes, for people.
    func list() -> [String] {
        Self.files(in: directories).map { path in
            var status = stat()
            stat(path, &status)
            return "\(path) \(status.st_ino) \(status.st_size)"
        }
    }

    /// The size of the log in bytes.
    var unflushed: Int {
        var status = stat()
        return stat(log, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Replaces the files by what is left after a power failure.
    mutating func losePower(using random: inout Xorshift) throws {
        let entries = try Self.entries(in: log)
        let synced = Self.lastSyncs(in: entries)
        let isOrdered = Bool.random(using: &random)
        // All entries before the last sync of their file survive. Of the later ones, those before `cut` survive if the
        // disk wrote in order, otherwise random ones.
        let cut = Int.random(in: 0...entries.count, using: &random)
        func survives(_ index: Int, _ inode: UInt64) -> Bool {
            if index <= synced[inode, default: -1] { return true }
            return isOrdered ? index < cut : Bool.random(using: &random)
        }
        var directoryInodes: [String: UInt64] = [:]
        for path in directories { directoryInodes[path] = Self.inode(of: path) }
        // A file system keeps the changes of names in their order.
        func nameSurvives(_ index: Int, _ path: String) -> Bool {
            let parent = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
            let inode = directoryInodes[parent] ?? 0
            return index <= synced[inode, default: -1] || index < cut
        }
        for (index, entry) in entries.enumerated() {
            switch entry {
            case .create(let inode, let path):
                if nameSurvives(index, path) { names[path] = inode }
                contents[inode] = contents[inode] ?? []
            case .write(let inode, let offset, var bytes):
                guard survives(index, inode) else { continue }
                let isTorn = index > synced[inode, default: -1] && Int.random(in: 0..<8, using: &random) == 0
                if isTorn {
                    bytes = bytes.prefix(Int.random(in: 0...bytes.count, using: &random) / 512 * 512)
                }
                var content = contents.removeValue(forKey: inode) ?? []
                let end = offset + bytes.count
                if content.count < end { content += [UInt8](repeating: 0, count: end - content.count) }
                content.replaceSubrange(offset..<end, with: bytes)
                contents[inode] = content
            case .truncate(let inode, let size):
                guard survives(index, inode) else { continue }
                let content = contents.removeValue(forKey: inode) ?? []
                contents[inode] =
                    content.prefix(size) + [UInt8](repeating: 0, count: max(0, size - content.count))
            case .rename(let path, let target):
                guard nameSurvives(index, path) else { continue }
                if let inode = names.removeValue(forKey: path) { names[target] = inode }
            case .remove(let path): if nameSurvives(index, path) { names[path] = nil }
            case .sync, .syncDirectory: break
            }
        }
        for path in Self.files(in: directories, withSharedMemory: true) { unlink(path) }
        for (path, inode) in names.sorted(by: { $0.key < $1.key }) {
            try Files.write(contents[inode] ?? [], to: path)
            chmod(path, 0o600)
        }
        try flush()
    }

    /// Returns the index of the last sync of each file and directory.
    private static func lastSyncs(in entries: [Entry]) -> [UInt64: Int] {
        var last: [UInt64: Int] = [:]
        for (index, entry) in entries.enumerated() {
            switch entry {
            case .sync(let inode), .syncDirectory(let inode): last[inode] = index
            default: break
            }
        }
        return last
    }

    private static func inode(of path: String) -> UInt64 {
        var status = stat()
        return stat(path, &status) == 0 ? UInt64(status.st_ino) : 0
    }

    private static func files(in directories: [String], withSharedMemory: Bool = false) -> [String] {
        directories.flatMap { directory in
            Files.names(in: directory).filter { withSharedMemory || !$0.hasSuffix("-shm") }
                .map { "\(directory)/\($0)" }
        }.filter { path in !directories.contains(path) }.sorted()
    }

    private static func entries(in log: String) throws -> [Entry] {
        guard access(log, F_OK) == 0 else { return [] }
        let bytes = try Files.read(log)
        var entries: [Entry] = []
        var place = 0
        // A file system gives the inode of a removed file to a new one.
        var generations: [UInt64: UInt64] = [:]
        func file(_ inode: UInt64) -> UInt64 { generations[inode, default: 0] << 48 | inode }
        func number(_ size: Int) -> UInt64 {
            defer { place += size }
            return bytes[place..<place + size].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        while place + 21 <= bytes.count {
            let kind = UInt8(number(1))
            let inodeNumber = number(8)
            if kind == UInt8(ascii: "C") { generations[inodeNumber, default: 0] += 1 }
            let (inode, offset, length) = (file(inodeNumber), Int(number(8)), Int(number(4)))
            let data = bytes[place..<min(place + length, bytes.count)]
            place += length
            func paths() -> [String] {
                data.split(separator: 0, omittingEmptySubsequences: false).map {
                    String(decoding: $0, as: UTF8.self)
                }
            }
            switch kind {
            case UInt8(ascii: "C"): entries.append(.create(inode: inode, path: paths()[0]))
            case UInt8(ascii: "W"): entries.append(.write(inode: inode, offset: offset, bytes: data))
            case UInt8(ascii: "T"): entries.append(.truncate(inode: inode, size: offset))
            case UInt8(ascii: "S"): entries.append(.sync(inode: inode))
            case UInt8(ascii: "D"): entries.append(.syncDirectory(inode: inode))
            case UInt8(ascii: "R"): entries.append(.rename(paths()[0], to: paths()[1]))
            case UInt8(ascii: "U"): entries.append(.remove(paths()[0]))
            default: throw TestSupportError("The log has an unknown entry.")
            }
        }
        return entries
    }
}
