// SPDX-License-Identifier: MIT
import JokeStore

/// The features of a text that a program can count, in English and in Spanish.
struct TextFeatures {
    private let text: String
    private let language: String

    init(_ text: String, language: String) { (self.text, self.language) = (text, language) }

    init(_ text: Pack.LocalizedText) { self.init(text.value, language: text.language) }

    /// Whether somebody tells it in the first person: outside of quotations and of lines that somebody says.
    var isInFirstPerson: Bool {
        let words = Self.words(of: narration).map(\.text)
        if words.contains(where: { $0 != "US" && Self.isFirstPerson(Self.stem(of: $0), language) }) {
            return true
        }
        // “di” is an imperative, too, but not after a pronoun: «le di».
        return language == "es"
            && zip(words, words.dropFirst()).contains {
                ["le", "les", "lo", "la", "los", "las", "te"].contains($0.lowercased()) && $1 == "di"
            }
    }

    /// Whether it names a day of the week, or yesterday.
    var hasWeekday: Bool {
        Self.words(of: text).contains { Self.weekdays[language]?.contains(Self.stem(of: $0.text)) == true }
    }

    /// Whether it ends in a quotation, or a narration ends in a line that somebody says. A mere dialogue of lines that
    /// begin with a dash is none.
    var endsInQuotation: Bool {
        let end = text.last.map { ".,?!…".contains($0) } == true ? text.dropLast() : text[...]
        if end.last == "”" || end.last == "»" || text.last == "”" || text.last == "»" { return true }
        let lines = text.split(separator: "\n")
        return lines.count > 1 && lines.last?.first == "—" && lines.first?.first != "—"
    }

    /// The capitalized words that begin no sentence.
    var names: Set<String> {
        var names: Set<String> = []
        for word in Self.words(of: text.replacing(Pack.heroPlaceholder, with: "")) {
            let name = word.text.split { "’'".contains($0) }.first.map(String.init) ?? ""
            // “NO” and “B” are no names.
            let isName = name.first?.isUppercase == true && !name.allSatisfy(\.isUppercase)
            if isName, !word.beginsSentence, !Self.commonNames.contains(name.lowercased()) {
                names.insert(name)
            }
        }
        return names
    }

    /// The numbers above 2, in digits or in words.
    var numbers: Set<String> {
        var numbers: Set<String> = []
        for word in Self.words(of: text) {
            var number = Self.numbers[language]?[word.text.lowercased()]
            if word.text.first?.isWholeNumber == true {
                // “1,000” in English is “1.000” in Spanish, but “2.5” is no 25.
                let groups = word.text.split { ",.".contains($0) }
                let isGrouped = groups.count > 1 && groups.dropFirst().allSatisfy { $0.count == 3 }
                number = isGrouped ? groups.joined() : word.text
            }
            if let number, !["1", "2"].contains(number) { numbers.insert(number) }
        }
        return numbers
    }

    /// The text without quotations and without the lines that begin with a dash.
    private var narration: String {
        var (kept, closing) = ("", nil as Character?)
        let pairs: [Character: Character] = ["“": "”", "«": "»"]
        for line in text.split(separator: "\n") where closing != nil || line.first != "—" {
            for character in line {
                if closing == nil, let end = pairs[character] {
                    closing = end
                } else if character == closing {
                    closing = nil
                } else if closing == nil {
                    kept.append(character)
                }
            }
            kept.append("\n")
        }
        return kept
    }
}

// MARK: Words

extension TextFeatures {
    private typealias Word = (text: String, beginsSentence: Bool)

    /// Returns the words and numbers. A word can contain apostrophes, a number points, commas and colons.
    private static func words(of text: String) -> [Word] {
        var words: [Word] = []
        var beginsSentence = true
        var rest = text[...]
        while let first = rest.first {
            guard first.isLetter || first.isWholeNumber else {
                // A sentence begins after the end of one, and after a mark that opens or divides.
                beginsSentence =
                    ".?!…:\n—–“«‘¿¡([•|/".contains(first) || beginsSentence && !",;".contains(first)
                rest.removeFirst()
                continue
            }
            let inner = first.isLetter ? "’'" : ",.:"
            let isPart: (Character) -> Bool = { first.isLetter ? $0.isLetter : $0.isWholeNumber }
            var word = ""
            while let next = rest.first {
                let isInner = inner.contains(next) && rest.dropFirst().first.map(isPart) == true
                guard isPart(next) || isInner else { break }
                word.append(rest.removeFirst())
            }
            words.append((word, beginsSentence))
            beginsSentence = false
        }
        return words
    }

    /// Returns a word in lower case, without what follows an apostrophe: `i` for “I’ve”.
    private static func stem(of word: String) -> String {
        word.lowercased().split { "’'".contains($0) }.first.map(String.init) ?? ""
    }

    private static func isFirstPerson(_ word: String, _ language: String) -> Bool {
        if firstPerson[language]?.contains(word) == true { return true }
        guard language == "es", word.count > 2, !otherEndings.contains(word) else { return false }
        // “compré”, “compraré”, “pedí”, “vamos”, “queremos”, “pedimos”.
        return ["é", "í", "amos", "emos", "imos"].contains(where: word.hasSuffix) && !word.hasSuffix("ísimos")
    }

    private static func set(_ words: String) -> Set<String> {
        Set(words.split(separator: " ").map(String.init))
    }

    private static let firstPerson = [
        "en": set("i me my mine myself we us our ours ourselves"),
        "es": set(
            """
            yo me mi mis mí conmigo mío mía míos mías nos nosotros nosotras nuestro nuestra nuestros nuestras \
            soy somos fuimos estoy voy doy he tengo hago digo pongo salgo vengo traigo oigo sé veo quiero puedo creo \
            pienso necesito duermo espero busco prefiero leo bebo llevo llego pido gano pierdo sigo siento entiendo \
            conozco aprendo abro escribo intento vuelvo encuentro suelo cierro empiezo termino hablo llamo compro \
            vendo hice dije puse tuve vine quise pude supe estuve anduve fui vi
            """),
    ]

    /// Words that end like a verb in the first person.
    private static let otherEndings = set(
        """
        qué porqué café té bebé dé esté comité puré chalé josé olé cliché cupé paté canapé bidé consomé carné pié bufé \
        ché chimpancé parqué relé tupé corsé filé suflé quinqué rosé salomé noé andré rené macramé minué oboé cabaré \
        peroné así aquí ahí allí esquí jabalí colibrí maniquí rubí bisturí frenesí ají israelí iraní marroquí \
        paquistaní iraquí maravedí alhelí carmesí gaudí sefardí bengalí guaraní manatí baladí ramos tramos amos remos \
        gramos kilogramos miligramos reclamos extremos supremos mismos primos racimos mimos céntimos décimos séptimos \
        últimos próximos máximos mínimos óptimos pésimos íntimos legítimos marítimos anónimos sinónimos ánimos \
        prójimos enfermos ínfimos enésimos centésimos milésimos
        """)

    private static let weekdays = [
        "en": set(
            """
            monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays \
            saturdays sundays yesterday
            """),
        "es": set(
            "lunes martes miércoles jueves viernes sábado sábados domingo domingos ayer anteayer antier"),
    ]

    /// Capitalized words that are no names, have a cap of their own, or name the subject of the pack.
    private static let commonNames = set(
        """
        i linux mr mrs ms miss dr sr sra srta dra don doña january february march april may june july august september \
        october november december monday tuesday wednesday thursday friday saturday sunday mondays tuesdays \
        wednesdays thursdays fridays saturdays sundays
        """)

    /// The number words from 3 on, and zero. “Once” is a number only in Spanish.
    private static let numbers = [
        "en": numbers(
            """
            0 zero zeros zeroes,3 three threes,4 four fours,5 five fives,6 six sixes,7 seven sevens,8 eight,9 nine \
            nines,10 ten tens,11 eleven,12 twelve dozen dozens,13 thirteen,14 fourteen,15 fifteen,16 sixteen,\
            17 seventeen,18 eighteen,19 nineteen,20 twenty twenties,30 thirty thirties,40 forty forties,50 fifty \
            fifties,60 sixty sixties,70 seventy seventies,80 eighty eighties,90 ninety nineties,100 hundred hundreds,\
            1000 thousand thousands,1000000 million millions,1000000000 billion billions
            """),
        "es": numbers(
            """
            0 cero ceros,3 tres,4 cuatro,5 cinco,6 seis,7 siete,8 ocho,9 nueve,10 diez,11 once,12 doce docena docenas,\
            13 trece,14 catorce,15 quince,16 dieciséis,17 diecisiete,18 dieciocho,19 diecinueve,20 veinte,\
            21 veintiuno veintiún veintiuna,22 veintidós,23 veintitrés,24 veinticuatro,25 veinticinco,26 veintiséis,\
            27 veintisiete,28 veintiocho,29 veintinueve,30 treinta,40 cuarenta,50 cincuenta,60 sesenta,70 setenta,\
            80 ochenta,90 noventa,100 cien ciento cientos centenar centenares,200 doscientos doscientas,300 \
            trescientos trescientas,400 cuatrocientos cuatrocientas,500 quinientos quinientas,600 seiscientos \
            seiscientas,700 setecientos setecientas,800 ochocientos ochocientas,900 novecientos novecientas,1000 mil \
            miles,1000000 millón millones,1000000000000 billón billones
            """),
    ]

    /// Returns the number of each word in lines such as `3 three threes`.
    private static func numbers(_ lines: String) -> [String: String] {
        var numbers: [String: String] = [:]
        for line in lines.split(separator: ",") {
            let words = line.split(separator: " ").map(String.init)
            for word in words.dropFirst() { numbers[word] = words[0] }
        }
        return numbers
    }
}
