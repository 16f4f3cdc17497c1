// SPDX-License-Identifier: MIT
import JokeWire

extension Examination {
    static func version(_ patient: Patient) -> [Finding] {
        guard let daemon = patient.daemon else { return [] }
        var findings: [Finding] = []
        let restart = "systemctl --user restart jokesd.service"
        if let version = daemon.version, version != Version.program {
            findings.append(
                .wrong(
                    "version-differs", "jokesd is \(version), and jokectl \(Version.program)", mend: restart))
        }
        if let version = daemon.protocolVersion, version != Version.protocolVersion {
            findings.append(
                .wrong(
                    "protocol-differs",
                    "jokesd speaks version \(version) of the protocol, and jokectl \(Version.protocolVersion)",
                    mend: restart))
        }
        if let process = daemon.process, Patient.program(of: process)?.hasSuffix(" (deleted)") == true {
            findings.append(
                .wrong(
                    "program-replaced",
                    "the program that runs is no longer on the disk: there is another one",
                    mend: restart))
        }
        return findings
    }
}
