#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""catalogue.py [write FILE | template]: compares the texts for people with their translations in po/.

The texts are the literals that Sources passes to `localized`, and those in the tables of commands, which `translated`
looks up. Each catalogue must have all of them and no others, each with a translation and the same places for values.
`write` writes the module with the translations, which the build compiles. With `template`, prints an empty catalogue for
a new language.
"""
import ast
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# A literal, or several ones joined by `+`.
PART = r'"(?:[^"\\\n]|\\.)*"'
LITERAL = rf"({PART}(?:\s*\+\s*{PART})*)"
CALL = re.compile(rf"(?<!func )\blocalized\(\s*(?:{LITERAL}(?:,\s*{LITERAL}(?=,\s*count:))?)?")
# The types whose values make up the tables of commands, the positions or labels of their texts (as with xgettext's
# --keyword; -1 is the last argument without a label), and the directory of the tables.
TABLES = {"Command": (2, "details", "exitStatus"), "decision": (2, "details"), "Option": (-1,), "Argument": (2,),
          "Example": (1,), "EnvironmentVariable": (1,), "Topic": ("summary",)}
TABLE = re.compile(rf"(?<![\w.])({'|'.join(TABLES)})\(")
TABLES_DIRECTORY = "Sources/JokeControl/"
# `Catalogue` has one rule for the form of a number.
PLURALS = "nplurals=2; plural=(n != 1);"
SEPARATOR = "^"
ENTRY = re.compile(r"^(msgid|msgid_plural|msgstr(?:\[\d\])?) (.*(?:\n\".*)*)", re.M)
# A call that shows its literal, with a letter in it.
SHOWN = re.compile(
    r"\b(?:gtk_(?:label_new|button_new_with_label|widget_set_tooltip_text|window_set_title)|jokesd_accessible_(?:label|"
    r"description)|g_menu_append\w*|wrappedLabel|session\.say)\((?:[\w.()]+, )?\s*\"(?:[^\"\\\n]|\\.)*[A-Za-z]")
# A call of a terminal's program that shows its literal, the modules that have them, and their files that are English.
SAID = re.compile(
    r"\b(?:(?:\w+\.)?(?:paragraph|say|put|section)|UsageError|printError|spinner|CommandError\(\s*\.?\w+(?:\.\w+)?,|"
    r"(?:wrong|note)\(\s*\"[\w-]+\",)\(?\s*"
    r"\"((?:[^\"\\\n]|\\.)*)\"")
INTERPOLATION = re.compile(r"\\\((?:[^()]|\([^()]*\)?)*\)?")
SPEAKING = {"JokeCards", "JokeClient", "JokeControl", "JokeSwipe"}
ENGLISH = re.compile(
    r"/Assistant/|/(?:Fields|BootTimeDeadline|ManualPage|StopSignals)\.swift$")
PLACE = re.compile(r"%(?:\d+\$)?s")


def value(literal):
    """Returns the text of a Swift literal, or None."""
    parts = re.findall(PART, literal)
    if re.search(r"\\[^\"\\]", literal.replace("\\\\", "")):
        return None
    return "".join(re.sub(r"\\(.)", r"\1", part[1:-1]) for part in parts)


def arguments(source, start):
    """Returns the arguments of the call whose opening parenthesis ends before `start`, as pairs of label and source."""
    depth, found, begin = 0, [], start
    for token in re.finditer(rf"{PART}|//[^\n]*|[(\[{{]|[)\]}}]|,", source[start:]):
        end = start + token.start()
        if token[0] in ("(", "[", "{"):
            depth += 1
        elif token[0] in (")", "]", "}") and depth:
            depth -= 1
        elif token[0] in (")", "]", "}", ",") and not depth:
            label, text = re.match(r"\s*(?:(\w+):\s)?(.*)", source[begin:end], re.S).groups()
            found.append((label, text.strip()))
            begin = end + 1
            if token[0] != ",":
                return found
    return found


def table_texts(source):
    """Returns the literals in the tables of commands, and where each begins."""
    for match in TABLE.finditer(source):
        given = arguments(source, match.end())
        unlabelled = [text for label, text in given if label is None]
        for position in TABLES[match[1]]:
            if isinstance(position, int):
                chosen = unlabelled[position:][:1]
            else:
                chosen = [text for label, text in given if label == position]
            for text in chosen:
                items = [item for _, item in arguments(text, 1)] if text.startswith("[") else [text]
                yield from ((item, match.start()) for item in items if re.fullmatch(LITERAL, item))


def texts():
    """Returns the texts with their plural forms, or None, and where they are. Prints calls without a literal."""
    found, wrong = {}, []
    for path in sorted(ROOT.glob("Sources/*/**/*.swift")):
        source = path.read_text()
        name = str(path.relative_to(ROOT))
        for literal, start in table_texts(source) if name.startswith(TABLES_DIRECTORY) else []:
            place = f"{name}:{source.count(chr(10), 0, start) + 1}"
            text = value(literal)
            if text is None or SEPARATOR in text:
                wrong.append(f"{place}: the text has a backslash or “{SEPARATOR}”")
            elif found.setdefault(text, (None, place))[0] is not None:
                wrong.append(f"{place}: the text has a plural form in {found[text][1]}")
        for match in CALL.finditer(source):
            place = f"{path.relative_to(ROOT)}:{source.count(chr(10), 0, match.start()) + 1}"
            if match[1] is None:
                wrong.append(f"{place}: the text is not a literal")
                continue
            text, plural = value(match[1]), match[2] and value(match[2])
            if text is None or match[2] and plural is None or SEPARATOR in text:
                wrong.append(f"{place}: the text has a backslash or “{SEPARATOR}”")
            elif found.setdefault(text, (plural, place))[0] != plural:
                wrong.append(f"{place}: the text has another plural form in {found[text][1]}")
        if path.parent.name in ("JokeDesktop", "jokesd-card"):
            wrong += [f"{path.relative_to(ROOT)}: {match[0]!r} shows a text that is not localized"
                      for match in SHOWN.finditer(source)]
        if path.relative_to(ROOT / "Sources").parts[0] in SPEAKING and not ENGLISH.search(str(path)):
            for match in SAID.finditer(source):
                words = INTERPOLATION.sub("", match[1]).strip()
                if re.search("[A-Za-z]{2}", words) and words != "jokesd":
                    line = source.count("\n", 0, match.start()) + 1
                    wrong.append(f"{path.relative_to(ROOT)}:{line}: “{match[1]}” is not localized")
    return found, wrong


def entries(path):
    """Returns the plural form, or None, and the translations of each text of a catalogue."""
    result = {}
    for block in path.read_text().split("\n\n"):
        values = {key: "".join(ast.literal_eval(part) for part in value.split("\n"))
                  for key, value in ENTRY.findall("\n".join(
                      line for line in block.split("\n") if not line.startswith("#") or line.startswith("#, fuzzy")))}
        if values.get("msgid"):
            translations = [value for key, value in values.items() if key.startswith("msgstr")]
            result[values["msgid"]] = (values.get("msgid_plural"), [] if "#, fuzzy" in block else translations)
    return result


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def places(text):
    return sorted(PLACE.findall(text))


def compare(path, found):
    translated = entries(path)
    for text in translated.keys() - found.keys():
        yield f"“{text}” is not a text of the programs"
    for text, (plural, place) in found.items():
        if text not in translated:
            yield f"“{text}” ({place}) is missing"
            continue
        its_plural, translations = translated[text]
        if its_plural != plural:
            yield f"“{text}” has the plural form “{its_plural}”, not “{plural}”"
        if not translations or not all(translations):
            yield f"“{text}” has no translation"
        if any(character in translation for translation in translations for character in f"{SEPARATOR}\n"):
            yield f"“{text}” has a translation with a new line or “{SEPARATOR}”"
        for translation in translations:
            # The form for one may do without its number.
            if places(translation) not in ([places(text)] if plural is None else [places(text), places(plural)]):
                yield f"“{translation}” has other places for values than “{text}”"


def compiled(catalogues):
    """Returns the Swift source with the translations, in the order of their bytes, which `Catalogue` needs."""
    lines = ["/// Returns the records of the catalogue for a language, or nil if there is none.",
             "package func catalogue(language: String) -> StaticString? {", "    switch language {"]
    for path in catalogues:
        lines.append(f'    case "{path.stem}": {path.stem}')
    lines += ["    default: nil", "    }", "}"]
    for path in catalogues:
        records = [(text, *translations) for text, (_, translations) in entries(path).items() if translations]
        lines += ["", f'private let {path.stem}: StaticString = #"""']
        lines += [SEPARATOR.join(record) for record in sorted(records, key=lambda one: one[0].encode())]
        lines += ["", '"""#']
    return "\n".join(lines + [""])


def main():
    catalogues = sorted(ROOT.glob("po/*.po"))
    if sys.argv[1:2] == ["write"]:
        file = pathlib.Path(sys.argv[2])
        file.parent.mkdir(parents=True, exist_ok=True)
        module = compiled(catalogues)
        if not file.exists() or file.read_text() != module:
            file.write_text(module)
        return 0
    found, wrong = texts()
    if sys.argv[1:] == ["template"]:
        print('msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"')
        for text, (plural, place) in found.items():
            strings = f'msgstr ""' if plural is None else f'msgid_plural {quoted(plural)}\nmsgstr[0] ""\nmsgstr[1] ""'
            print(f'\n#: {place.rsplit(":", 1)[0]}\nmsgid {quoted(text)}\n{strings}')
    for path in catalogues:
        if PLURALS not in path.read_text():
            wrong.append(f"{path.relative_to(ROOT)}: the plural forms are not “{PLURALS}”, the rule of `localized`")
        wrong += [f"{path.relative_to(ROOT)}: {what}" for what in compare(path, found)]
    for line in wrong if sys.argv[1:] != ["template"] else []:
        print(line, file=sys.stderr)
    return 1 if wrong and sys.argv[1:] != ["template"] else 0


sys.exit(main())
