"""The files of the page, looked at without a browser."""

import re
from pathlib import Path

import rookery
from rookery.families import NAMES
from rookery.web.schemas import fields_module

STATIC = Path(rookery.__file__).parent / "web" / "static"
MODULES = {path.name for path in STATIC.glob("*.js")}
MADE = {"fields.js": fields_module()}  # by the server


def imported(entry: str) -> set[str]:
    """Return the names of a module and of all that it imports, directly or not."""
    found, waiting = set(), [entry]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            text = MADE.get(name) or (STATIC / name).read_text(encoding="utf-8")
            waiting += re.findall(r'from "\./([a-z]+\.js)"', text)
    return found


def test_every_module_is_asked_for_at_once():
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    preloaded = re.findall(r'rel="modulepreload" href="/static/([a-z]+\.js)"', page)
    assert sorted([*preloaded, "main.js"]) == sorted(imported("main.js"))
    assert imported("main.js") | imported("book.js") == {*MODULES, *MADE}


def test_every_import_is_there_and_used():
    for name in MODULES:
        text = (STATIC / name).read_text(encoding="utf-8")
        for names, source in re.findall(r'import \{([^}]+)\} from "\./([a-z]+\.js)"', text):
            exported = MADE.get(source) or (STATIC / source).read_text(encoding="utf-8")
            for one in (found.strip() for found in names.split(",")):
                assert re.search(rf"export (async )?(function|const|class) {one}\b", exported), (
                    name,
                    one,
                )
                assert len(re.findall(rf"\b{one}\b", text)) > 1, (name, one)


def test_nothing_is_inline_or_from_elsewhere():
    for path in STATIC.iterdir():
        text = path.read_text(encoding="utf-8")
        text = text.replace("<style>$style</style>", "")  # of a book, allowed there by its digest
        assert not re.search(r'\sstyle="|\son[a-z]+="|<style|javascript:', text), path.name
        assert not re.search(r"@import|\burl\(", text), path.name
        allowed = {"http://www.w3.org/2000/svg"}
        assert set(re.findall(r"https?://[^\s\"'`<)]+", text)) <= allowed, path.name


def test_the_table_of_families_is_that_of_the_package():
    source = (STATIC / "families.js").read_text(encoding="utf-8")
    table = source.partition("export const FAMILIES = {\n")[2].partition("\n};")[0]
    assert re.findall(r"^  (\w+): \{$", table, re.MULTILINE) == list(NAMES)


def test_one_module_compares_names_of_families():
    asked = re.compile(rf"family\)? [!=]== \"|switch \(.*family|case \"({'|'.join(NAMES)})\"")
    for path in sorted(STATIC.glob("*.js")):
        assert asked.search(path.read_text(encoding="utf-8")) is None, path.name
