// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire
import Testing

@Suite("The number of saved jokes")
struct SavedTotalTests {
    @Test(
        "it is exact if jokesd says so or the list ends, and never less than what was read",
        arguments: [
            (true, "c", 0, "2054"), (true, nil, 9, "2054"), (false, "c", 50, "at least 2054"),
            (false, "c", 2_250, "at least 2250"), (false, nil, 5_000, "5000"),
        ])
    func text(_ isExact: Bool, _ next: String?, _ read: Int, _ text: String) {
        let page = SavedPageResponse(items: [], next: next, total: 2_054, isTotalExact: isExact)
        #expect(SavedTotal(page, read: read).text == text)
    }
}
