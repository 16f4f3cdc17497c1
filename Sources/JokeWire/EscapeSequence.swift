// SPDX-License-Identifier: MIT

/// Finds the end of a terminal's escape sequences, according to ECMA-48 and xterm.
enum EscapeSequence {
    /// Returns the index after the sequence that begins at `place`, or nil if none begins there.
    ///
    /// A control string without an end consists of its introducer only, so that it hides no text.
    static func end(in text: [Unicode.Scalar], at place: Int) -> Int? {
        switch text[place].value {
        case 0x1B: afterEscape(in: text, at: place + 1)
        // The C1 characters for CSI, and for DCS, SOS, OSC, PM and APC.
        case 0x9B: controlSequence(in: text, at: place + 1)
        case 0x90, 0x98, 0x9D, 0x9E, 0x9F: controlString(in: text, at: place + 1)
        default: nil
        }
    }

    private static func afterEscape(in text: [Unicode.Scalar], at place: Int) -> Int {
        guard place < text.count else { return place }
        switch text[place] {
        case "[": return controlSequence(in: text, at: place + 1)
        // DCS, SOS, OSC, PM, APC.
        case "P", "X", "]", "^", "_": return controlString(in: text, at: place + 1)
        default:
            let final = skip(0x20...0x2F, in: text, from: place)
            return final < text.count && 0x30...0x7E ~= text[final].value ? final + 1 : final
        }
    }

    /// Returns the end of a control sequence: parameters, intermediates and the final byte. An incomplete sequence ends
    /// at the first character that does not belong to it.
    private static func controlSequence(in text: [Unicode.Scalar], at place: Int) -> Int {
        let intermediates = skip(0x30...0x3F, in: text, from: place)
        let final = skip(0x20...0x2F, in: text, from: intermediates)
        return final < text.count && 0x40...0x7E ~= text[final].value ? final + 1 : final
    }

    /// Returns the end of a control string, after BEL, ST or ESC \.
    private static func controlString(in text: [Unicode.Scalar], at place: Int) -> Int {
        for index in text.indices[place...] {
            switch text[index].value {
            case 0x07, 0x9C: return index + 1
            case 0x1B: return index + 1 < text.count && text[index + 1] == "\\" ? index + 2 : index
            default: continue
            }
        }
        return place
    }

    private static func skip(_ range: ClosedRange<UInt32>, in text: [Unicode.Scalar], from place: Int) -> Int
    {
        text[place...].firstIndex { !range.contains($0.value) } ?? text.count
    }
}
