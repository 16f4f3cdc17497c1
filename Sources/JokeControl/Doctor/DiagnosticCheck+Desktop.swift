// SPDX-License-Identifier: MIT

extension DiagnosticCheck {
    /// Checks the notification server if jokesd-notify.timer is enabled.
    static func notifications(_ diagnostics: DiagnosticContext) -> [Finding] {
        guard UnitFacts("jokesd-notify.timer", diagnostics.environment)?.isEnabled == true else { return [] }
        do throws(CommandError) { _ = try NotifySend(diagnostics.environment).server } catch {
            return [.wrong("no-notifications", error.message)]
        }
        return []
    }
}
