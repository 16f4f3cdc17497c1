// SPDX-License-Identifier: MIT
import CSQLite
@_spi(_Unicode) import Swift

/// A text as searches compare it, with the places of its bytes in the original.
///
/// It is in the lower case of the upper case (ß is ss, ς is σ) and decomposed, without the accents U+0300–036F and without
/// what nobody sees; the marks of other scripts are letters. Wide and narrow letters are the usual ones. Whatever is
/// between two words is one blank.
struct SearchText {
    private(set) var bytes: [UInt8] = []
    /// For each byte, the indices of the scalars of the original that it comes from.
    private var origins: [Range<Int>] = []
    private var isBetweenWords = false

    init(_ text: String) {
        for (index, scalar) in text.unicodeScalars.enumerated() {
            switch scalar {
            case "a"..."z", "0"..."9": add(CollectionOfOne(UInt8(scalar.value)), from: index)
            case "A"..."Z": add(CollectionOfOne(UInt8(scalar.value) | 0x20), from: index)
            case "\0"..."\u{7F}": isBetweenWords = true
            default:
                let lower = Self.usualWidth(of: scalar).properties.lowercaseMapping
                for folded in lower.uppercased().lowercased()._nfd { add(folded, from: index) }
            }
        }
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The value of the column `folded`. A phrase does not go on from one of the texts to the other.
    static func column(_ value: String, _ translation: String?) -> String {
        SearchText(value).text + (translation.map { "\n" + SearchText($0).text } ?? "")
    }

    /// Returns the ranges of a folded text, counted in the scalars of the original.
    func ranges(of part: [UInt8]) -> [Range<Int>] {
        bytes.places(of: part).map {
            origins[$0].lowerBound..<origins[$0 + part.count - 1].upperBound
        }
    }

    private mutating func add(_ scalar: Unicode.Scalar, from index: Int) {
        // Nobody sees these, such as a soft hyphen.
        if scalar.properties.isDefaultIgnorableCodePoint { return }
        if (0x300...0x36F).contains(scalar.value) {
            if !isBetweenWords, let last = origins.last {
                origins[origins.count - 1] = last.lowerBound..<index + 1
            }
        } else if Self.isOfWords(scalar) {
            // A mark of a sign, such as that of a keycap, is no word.
            if !isBetweenWords || !Self.isMark(scalar) { add(String(scalar).utf8, from: index) }
        } else {
            isBetweenWords = true
        }
    }

    private mutating func add(_ scalar: some Collection<UInt8>, from index: Int) {
        if isBetweenWords, !bytes.isEmpty {
            bytes.append(UInt8(ascii: " "))
            origins.append(index..<index)
        }
        isBetweenWords = false
        for byte in scalar {
            bytes.append(byte)
            origins.append(index..<index + 1)
        }
    }

    /// Returns the usual form of a wide ASCII character or a narrow one of Katakana.
    private static func usualWidth(of scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
        case 0xFF66...0xFF9F: katakana[Int(scalar.value - 0xFF66)]
        default: scalar
        }
    }

    /// What the characters from U+FF66 on stand for. The last two are marks that combine.
    private static let katakana = Array(
        """
        ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u{3099}\u{309A}
        """.unicodeScalars)

    /// Whether the scalar is a letter, a digit or a mark.
    private static func isOfWords(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber, .privateUse:
            true
        default: isMark(scalar)
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
    }
}

extension [UInt8] {
    /// Returns the places where `part` begins, without those that overlap an earlier one.
    func places(of part: [UInt8]) -> [Int] {
        var places: [Int] = []
        withUnsafeBytes { bytes in
            guard !part.isEmpty, var rest = bytes.baseAddress, let start = bytes.baseAddress else { return }
            let end = start + bytes.count
            // memmem() takes linear time.
            while let found = UnsafeRawPointer(memmem(rest, end - rest, part, part.count)) {
                places.append(found - start)
                rest = found + part.count
            }
        }
        return places
    }
}
