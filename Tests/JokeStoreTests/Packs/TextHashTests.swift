// SPDX-License-Identifier: MIT
import JokeCore
import Testing

@Suite("The hash of a text")
struct TextHashTests {
    @Test("spacing, punctuation and case do not change the hash")
    func normalizes() {
        #expect(TextHash.of("“Next!” said ÉVA.\n") == TextHash.of("next said éva"))
        #expect(TextHash.of("next said eva") != TextHash.of("next said éva"))
        #expect(
            TextHash.of("an\u{303}o") == TextHash.of("AÑO") && TextHash.of("an\u{303}o") != TextHash.of("ano")
        )
        #expect(Set(["Straße", "STRASSE", "STRAẞE"].map(TextHash.of)).count == 1)
        #expect(TextHash.of("ΟΔΟΣ") == TextHash.of("οδος"))
        // Ids stay as 0.2 gave them.
        #expect(TextHash.id("", of: "Straße") != TextHash.id("", of: "STRASSE"))
    }

    @Test("two drawings without letters have different hashes, independent of indentation")
    func drawingsWithoutLetters() {
        #expect(TextHash.of("  /\\_/\\\n ( ^ )") == TextHash.of("/\\_/\\( ^ )"))
        #expect(TextHash.of("/\\_/\\") != TextHash.of("¯\\_(^)_/¯"))
    }

    @Test(
        "hashes equal those in existing stores",
        arguments: [("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c)] as [(String, UInt64)])
    func storedHashes(text: String, hash: UInt64) { #expect(TextHash.of(text) == hash) }
}
