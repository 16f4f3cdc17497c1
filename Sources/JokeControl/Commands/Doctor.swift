// SPDX-License-Identifier: MIT
import JokeWire

extension Command {
    static let doctor = Command(
        "doctor", "What is wrong here, and what mends it",
        details: [
            "It looks at the socket, the versions, the units, the files and who may read them, the database and its backups, the "
                + "configuration, the sources, the translation, the notifications and the clock, and changes nothing.",
            "Ends with 1 where something is wrong, a jokesd that does not run included. In a pipe each finding is a line: the "
                + "subject, its kind, wrong or note, the words, and a command.",
        ],
        examples: [
            Example("jokectl doctor", "is all well?"),
            Example(
                "jokectl doctor --json | jq '.examinations[].findings[]'", "for a script, or a bug report"),
        ]
    ) { (_, session) throws(Failure) in
        let examinations = Examination.all(Patient(session))
        let isWell = !examinations.contains(where: \.isWrong)
        let result: JSON = [
            "well": .bool(isWell), "version": .string(Version.program),
            "examinations": .array(examinations.map(\.json)),
        ]
        try session.show(result) { Rendering.examinations(examinations, $0) }
        return isWell ? .done : .no
    }
}
