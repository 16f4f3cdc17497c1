// SPDX-License-Identifier: MIT

extension Rendering {
    /// A terminal gets each subject; a pipe a line for each finding: subject, kind, `wrong` or `note`, words, command.
    package static func examinations(_ examinations: [Examination], _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        guard appearance.isTerminal else {
            page.table(
                examinations.flatMap { one in
                    one.findings.map { finding in
                        [
                            (one.name, .plain), (finding.kind, .plain),
                            (finding.isWrong ? "wrong" : "note", .plain),
                            (finding.message, .plain), (finding.remedy ?? "", .plain),
                        ]
                    }
                })
            return page
        }
        page.table(examinations.flatMap(rows))
        page.blank()
        let count = examinations.reduce(0) { $0 + $1.findings.count(where: \.isWrong) }
        page.paragraph(
            count == 0
                ? "Nothing is wrong." : count == 1 ? "One thing is wrong." : "\(count) things are wrong.",
            count == 0 ? .liked : .trouble)
        return page
    }

    private static func rows(of one: Examination) -> [Page.Row] {
        var rows: [Page.Row] = []
        if !one.isWrong { rows.append([(one.name, .heading), ("well", .liked)]) }
        for finding in one.findings {
            let name = rows.isEmpty ? one.name : ""
            rows.append([(name, .heading), (finding.message, finding.isWrong ? .trouble : .faint)])
            if let remedy = finding.remedy { rows.append([("", .heading), ("$ \(remedy)", .plain)]) }
        }
        return rows
    }
}
