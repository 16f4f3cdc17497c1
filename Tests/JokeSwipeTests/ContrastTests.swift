// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeSwipe
import JokeWire
import Testing

/// The contrast of text on the backgrounds that the card fills, by WCAG 2.2. The 16 colors are those of xterm's standard
/// palette, because a program cannot know the palette of its terminal. Bold text in one of the first eight is bright, as
/// xterm and others show it.
@Suite("The contrast of text")
struct ContrastTests {
    private typealias RGB = (red: Int, green: Int, blue: Int)

    private static let standard: [RGB] = [
        (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205),
        (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255),
        (255, 0, 255),
        (0, 255, 255), (255, 255, 255),
    ]

    /// Returns one of xterm's 256 colors: the 16, a cube of 6 × 6 × 6, and 24 grays.
    private static func indexed(_ index: Int) -> RGB {
        if index < 16 { return standard[index] }
        if index >= 232 {
            let gray = 8 + 10 * (index - 232)
            return (gray, gray, gray)
        }
        let levels = [0, 95, 135, 175, 215, 255]
        let place = index - 16
        return (levels[place / 36], levels[place / 6 % 6], levels[place % 6])
    }

    private static func luminance(_ color: RGB) -> Double {
        func linear(_ value: Int) -> Double {
            let part = Double(value) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    }

    /// Returns the contrast of the colors that a terminal shows after the sequence, or nil if it sets not both.
    private static func contrast(after sequence: String) -> Double? {
        var codes = sequence.dropFirst(2).dropLast().split(separator: ";").compactMap { Int($0) }[...]
        var (text, background): (RGB?, RGB?)
        var isBold = false
        while let code = codes.popFirst() {
            switch code {
            case 1: isBold = true
            case 30...37: text = standard[code - 30 + (isBold ? 8 : 0)]
            case 90...97: text = standard[code - 90 + 8]
            case 40...47: background = standard[code - 40]
            case 100...107: background = standard[code - 100 + 8]
            case 38, 48:
                let color: RGB
                if codes.popFirst() == 5 {
                    color = indexed(codes.removeFirst())
                } else {
                    color = (codes.removeFirst(), codes.removeFirst(), codes.removeFirst())
                }
                if code == 38 { text = color } else { background = color }
            default: break
            }
        }
        guard let text, let background else { return nil }
        let (one, other) = (luminance(text), luminance(background))
        return (max(one, other) + 0.05) / (min(one, other) + 0.05)
    }

    @Test("black on white has the highest contrast, 21:1")
    func highestContrast() {
        #expect(Self.contrast(after: "\u{1B}[0;30;107m") == 21)
        #expect(Self.contrast(after: "\u{1B}[0;1;38;5;16;48;2;255;255;255m") == 21)
    }

    @Test(
        "each text on each background has at least 4.5:1 in 16, 256 and 24-bit colors",
        arguments: [ColorDepth.sixteen, .palette, .full])
    func contrastOfText(_ depth: ColorDepth) throws {
        let palette = Palette(depth: depth)
        let backgrounds: [Style.Background] = [.card(.gray), .card(.green), .card(.red), .selection]
        for background in backgrounds {
            for text in TextColor.allCases {
                for isBold in [false, true] {
                    let style = Style(text, on: background, isBold: isBold)
                    let contrast = try #require(Self.contrast(after: palette.sequence(for: style)))
                    #expect(contrast >= 4.5, "\(text) on \(background), bold: \(isBold)")
                }
            }
        }
    }
}
