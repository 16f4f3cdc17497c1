// SPDX-License-Identifier: MIT

extension Examination {
    /// As jokesd itself reads it.
    static func configuration(_ patient: Patient) -> [Finding] {
        guard let answer = patient.result(of: "jokesd", "--check-config") else {
            return [.note("unread", "there is no jokesd here: the configuration was not looked at")]
        }
        guard answer.status != 0 else { return [] }
        let words = answer.errors.map { $0.hasPrefix("jokesd: ") ? String($0.dropFirst(8)) : $0 }
        let problems = words.filter { !$0.hasPrefix("mend this") }
        return problems.map { problem in
            // `FILE:LINE:COLUMN: what is wrong`.
            let file = problem.split(separator: ":").first.map(String.init) ?? ""
            let edit =
                file.hasPrefix("/")
                ? "${EDITOR:-vi} \(file.shellWord); jokectl reload" : "jokesd --check-config"
            return .wrong("configuration-broken", problem, mend: edit)
        }
    }
}
