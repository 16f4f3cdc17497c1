// SPDX-License-Identifier: MIT

extension Rendering {
    /// A name and what it is for on each line.
    package static func methods(_ methods: [MethodDocument], _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        page.table(methods.map { [($0.name, .heading), ($0.summary ?? "", .plain)] })
        return page
    }

    /// All about one method.
    package static func method(_ method: MethodDocument, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        page.table([[(method.name, .heading), (method.summary ?? "", .plain)]])
        let parameters = method.parameters.map { parameter -> Page.Row in
            let need = parameter.isRequired ? "required" : "optional"
            let words = [need, parameter.type, parameter.summary ?? ""].filter { !$0.isEmpty }
            return [("parameter", .faint), (parameter.name, .plain), (words.joined(separator: "; "), .plain)]
        }
        let errors = method.errors.map { error -> Page.Row in
            [("error", .faint), (error.kind, .plain), (error.message, .plain)]
        }
        for rows in [parameters, [[("result", .faint), (method.result, .plain)]], errors] where !rows.isEmpty
        {
            if appearance.isTerminal { page.blank() }
            page.table(rows)
        }
        return page
    }
}
