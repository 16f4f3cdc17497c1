// SPDX-License-Identifier: MIT

extension Examination {
    static func files(_ patient: Patient) -> [Finding] {
        var findings: [Finding] = []
        if let daemon = patient.daemon?.data, let usual = patient.usualData, daemon != usual {
            findings.append(
                .note("data-elsewhere", "jokesd keeps its data in \(daemon); from here it would be \(usual)"))
        }
        let secrets = patient.configuration.map { "\($0)/secrets" }
        let backups = patient.data.map { "\($0)/backups" }
        for path in [patient.data, backups, patient.cache, patient.state, secrets].compactMap({ $0 }) {
            guard let folder = FileFacts(path), folder.isFolder else { continue }
            findings += strange(folder, "700", "folder-open")
            for name in FileFacts.names(in: path) {
                guard let file = FileFacts("\(path)/\(name)"), !file.isFolder else { continue }
                findings += strange(file, "600", path == secrets ? "secret-open" : "file-open")
                findings += left(file, name)
            }
        }
        return findings
    }

    private static func strange(_ file: FileFacts, _ mode: String, _ kind: String) -> [Finding] {
        guard file.isOurs else {
            return [
                .wrong(
                    "file-foreign", "\(file.path) belongs to somebody else",
                    mend: "sudo chown \"$USER\" \(file.path.shellWord)")
            ]
        }
        return file.isOpenToOthers ? [open(kind, file, mode)] : []
    }

    /// What a program that was killed did not finish, or jokesd put aside.
    private static func left(_ file: FileFacts, _ name: String) -> [Finding] {
        let remove = "rm \(file.path.shellWord)"
        if name.mentions("damaged") {
            return [.note("file-damaged", "\(file.path) was damaged and put aside", mend: remove)]
        }
        let isUnfinished = name.hasSuffix(".unfinished") || name.mentions(".jokectl-")
        guard isUnfinished, file.age > 3_600 else { return [] }
        return [.wrong("file-unfinished", "\(file.path) was left unfinished", mend: remove)]
    }
}
