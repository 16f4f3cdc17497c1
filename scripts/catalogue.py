#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""catalogue.py [template]: compares the texts of the card on the desktop with its translations in po/.

The texts are the literals that Sources passes to `localized`; the card shows no others. Each catalogue must have
all of them and no others, each with a translation and the same places for values. With `template`, prints an empty
catalogue for a new language.
"""
import ast
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LITERAL = r'"((?:[^"\\]|\\.)*)"'
CALL = re.compile(rf"(?<!func )\blocalized\(\s*(?:{LITERAL}(?:,\s*{LITERAL}(?=,\s*count:))?)?")
ENTRY = re.compile(r"^(msgid|msgid_plural|msgstr(?:\[\d\])?) (.*(?:\n\".*)*)", re.M)
# A call that shows its literal, with a letter in it.
SHOWN = re.compile(
    r"\b(?:gtk_(?:label_new|button_new_with_label|widget_set_tooltip_text|window_set_title)|jokesd_accessible_(?:label|"
    r"description)|g_menu_append\w*|wrappedLabel|session\.say)\((?:[\w.()]+, )?\s*\"(?:[^\"\\\n]|\\.)*[A-Za-z]")
PLACE = re.compile(r"%(?:\d+\$)?s")


def texts():
    """Returns the texts with their plural forms, or None, and where they are. Prints calls without a literal."""
    found, wrong = {}, []
    for path in sorted(ROOT.glob("Sources/*/**/*.swift")):
        source = path.read_text()
        for match in CALL.finditer(source):
            place = f"{path.relative_to(ROOT)}:{source.count(chr(10), 0, match.start()) + 1}"
            if match[1] is None:
                wrong.append(f"{place}: the text is not a literal")
            elif "\\" in match[1] + (match[2] or ""):
                wrong.append(f"{place}: the text has a backslash")
            elif found.setdefault(match[1], (match[2], place))[0] != match[2]:
                wrong.append(f"{place}: the text has another plural form in {found[match[1]][1]}")
        if path.parent.name in ("JokeDesktop", "jokesd-card"):
            wrong += [f"{path.relative_to(ROOT)}: {match[0]!r} shows a text that is not localized"
                      for match in SHOWN.finditer(source)]
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


def places(text):
    return sorted(PLACE.findall(text))


def compare(path, found):
    translated = entries(path)
    for text in translated.keys() - found.keys():
        yield f"“{text}” is not a text of the card"
    for text, (plural, place) in found.items():
        if text not in translated:
            yield f"“{text}” ({place}) is missing"
            continue
        its_plural, translations = translated[text]
        if its_plural != plural:
            yield f"“{text}” has the plural form “{its_plural}”, not “{plural}”"
        if not translations or not all(translations):
            yield f"“{text}” has no translation"
        for translation in translations:
            # The form for one may do without its number.
            if places(translation) not in ([places(text)] if plural is None else [places(text), places(plural)]):
                yield f"“{translation}” has other places for values than “{text}”"


def main():
    found, wrong = texts()
    if sys.argv[1:] == ["template"]:
        print('msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"')
        for text, (plural, place) in found.items():
            strings = f'msgstr ""' if plural is None else f'msgid_plural "{plural}"\nmsgstr[0] ""\nmsgstr[1] ""'
            print(f'\n#: {place.rsplit(":", 1)[0]}\nmsgid "{text}"\n{strings}')
    for path in sorted(ROOT.glob("po/*.po")):
        wrong += [f"{path.relative_to(ROOT)}: {what}" for what in compare(path, found)]
    for line in wrong if sys.argv[1:] != ["template"] else []:
        print(line, file=sys.stderr)
    return 1 if wrong and sys.argv[1:] != ["template"] else 0


sys.exit(main())
