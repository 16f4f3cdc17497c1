// SPDX-License-Identifier: MIT
package import Testing

/// What a test guards: rules of docs/rules.md by number, or a promise of README.md by its words in bold. `make lint` checks
/// that each rule and each promise has a test.
package struct PromiseTrait: TestTrait, SuiteTrait {}

extension Trait where Self == PromiseTrait {
    package static func rule(_ rules: Int...) -> Self { PromiseTrait() }

    package static func promise(_ promise: String) -> Self { PromiseTrait() }
}
