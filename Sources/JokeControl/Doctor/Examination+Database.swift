// SPDX-License-Identifier: MIT
import Glibc
import JokeWire

extension Examination {
    /// With less than this, in bytes, it will soon be full.
    package static let leastFree = 64 << 20

    static func database(_ patient: Patient) -> [Finding] {
        guard let folder = patient.data, FileFacts(folder) != nil else { return [] }
        var findings: [Finding] = []
        if let error = patient.daemon?.error, error.kind == "storage" {
            findings.append(.wrong("store-failed", error.message, mend: "df -h \(folder.shellWord)"))
        }
        if let words = patient.daemon?.restoration { findings.append(.note("store-restored", words)) }
        findings += space(in: folder)
        findings += damage(of: "\(folder)/jokesd.sqlite", patient)
        let backups = FileFacts.names(in: "\(folder)/backups").filter { $0.hasSuffix(".sqlite") }
        if let saved = patient.daemon?.saved?.count, saved > 0, backups.isEmpty {
            findings.append(
                .note(
                    "no-backup",
                    "there is no backup of \(Rendering.plural(saved, "saved joke")) yet",
                    mend: "jokectl call daemon.backup"))
        }
        return findings
    }

    package static func space(in folder: String, least: Int = leastFree) -> [Finding] {
        var facts = statvfs()
        // A file system without blocks has no size, either.
        guard statvfs(folder, &facts) == 0, facts.f_blocks > 0 else { return [] }
        let free = Int(clamping: UInt64(facts.f_bavail)).multipliedReportingOverflow(by: Int(facts.f_frsize))
        guard !free.overflow, free.partialValue < least else { return [] }
        return [
            .wrong(
                "disk-full", "\(free.partialValue >> 20) MiB are free where \(folder) is",
                mend: "df -h \(folder.shellWord)")
        ]
    }

    /// As SQLite's own shell sees it, where that is installed.
    private static func damage(of path: String, _ patient: Patient) -> [Finding] {
        guard FileFacts(path) != nil else { return [] }
        guard let answer = patient.result(of: "sqlite3", "-readonly", path, "PRAGMA quick_check(1)") else {
            return [.note("unchecked", "the database was not looked through: that takes sqlite3")]
        }
        let words = (answer.lines + answer.errors).first ?? ""
        // Nobody has it open, and one who may only read cannot be the first; or it is being written.
        if words == "ok" || words.mentions("unable to open") || words.mentions("locked") { return [] }
        return [
            .wrong(
                "database-damaged",
                "the database is damaged (\(words)); jokesd puts the newest good backup in its place when it starts",
                mend: "systemctl --user restart jokesd.service")
        ]
    }
}
