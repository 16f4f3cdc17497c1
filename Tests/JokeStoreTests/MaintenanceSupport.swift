// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokeStore
import JokeTestSupport
import Testing

extension Archive {
    func check() async -> Result<Void, ArchiveError> {
        await withCheckedContinuation { continuation in check { continuation.resume(returning: $0) } }
    }

    func backUp(_ trigger: BackupTrigger, on date: LocalDate) async -> Result<Backup?, ArchiveError> {
        await withCheckedContinuation { continuation in
            backUp(trigger, on: date) { continuation.resume(returning: $0) }
        }
    }

    func restore(because cause: ArchiveError) async -> Result<PersistedState, ArchiveError> {
        await withCheckedContinuation { continuation in
            restore(because: cause) { continuation.resume(returning: $0) }
        }
    }
}

/// Returns a text of about a page, different for each number.
func long(_ number: Int) -> String { String(repeating: "long ", count: 200) + "\(number)" }

/// Overwrites all but the first pages, so that the database opens and the damage is found later.
func damage(_ database: String) throws {
    var bytes = File.read(database)
    try #require(bytes.count > 8_192)
    for place in 8_192..<bytes.count { bytes[place] = 0xAA }
    File.write(bytes, to: database)
}

/// Overwrites the later half, where the jokes are: the layout can still be read.
func damageJokes(_ database: String) throws {
    var bytes = File.read(database)
    try #require(bytes.count > 300_000)
    for place in bytes.count / 2..<bytes.count { bytes[place] = 0xAA }
    File.write(bytes, to: database)
}
