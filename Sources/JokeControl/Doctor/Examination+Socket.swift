// SPDX-License-Identifier: MIT

extension Examination {
    static func socket(_ patient: Patient) -> [Finding] {
        var findings: [Finding] = []
        let file = FileFacts(patient.socket)
        switch patient.answer {
        case .success(let daemon):
            if let place = daemon.socket, place != patient.socket {
                findings.append(
                    .note(
                        "socket-elsewhere",
                        "jokectl asks at \(patient.socket), and jokesd listens at \(place)"))
            }
        case .failure(let failure): findings.append(silence(failure, file, patient))
        }
        if let file, file.isSocket, file.isOpenToOthers {
            findings.append(open("socket-open", file, "600"))
        }
        if let end = patient.socket.lastIndex(of: "/"),
            let folder = FileFacts(String(patient.socket[..<end])), folder.isFolder, folder.isOpenToOthers
        {
            findings.append(open("socket-folder-open", folder, "700"))
        }
        return findings
    }

    private static func silence(_ failure: Failure, _ file: FileFacts?, _ patient: Patient) -> Finding {
        let isUnit = UnitFacts("jokesd.socket", patient)?.isInstalled ?? false
        switch failure.exitCode {
        case .unreachable where file?.isSocket == true:
            return .wrong(
                "socket-stale", "nobody listens at \(patient.socket), which was left behind",
                mend: "rm \(patient.socket.shellWord)"
                    + (isUnit ? "; systemctl --user restart jokesd.socket" : ""))
        case .unreachable:
            return .wrong(
                "daemon-absent", "jokesd does not run: nobody listens at \(patient.socket)",
                mend: isUnit ? "systemctl --user enable --now jokesd.socket jokesd-fetch.socket" : "jokesd &")
        case .badConfiguration:
            return .wrong("daemon-refuses", failure.message, mend: "jokesd --check-config")
        case .notPermitted:
            return .wrong("socket-foreign", failure.message, mend: "ls -l \(patient.socket.shellWord)")
        default:
            return .wrong("daemon-silent", failure.message, mend: "systemctl --user restart jokesd.service")
        }
    }

    /// What others may read or write.
    static func open(_ kind: String, _ file: FileFacts, _ mode: String) -> Finding {
        .wrong(
            kind, "\(file.path) is open to others (\(file.mode))",
            mend: "chmod \(mode) \(file.path.shellWord)")
    }
}
