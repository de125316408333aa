"""Bad usage and bad input of every command: status 2, nothing on stdout, one line that says why."""

import json
from pathlib import Path

import pytest
from tests.cli.test_heaviest import SULTAN
from tests.command import rookery

import rookery as rk
from rookery.cli import status
from rookery.document import document_of
from rookery.statements import NAMES

DEMO = Path(__file__).parents[2] / "demo"
KINGS = "#__\n___\n__#\n"
PRICED = KINGS + "3 9 9 9 9 9 9 9\n"
REGIONS = "AAAB ABBB CCDD CCDD"
EIGHT = ",".join("1" * 7)

#: A command line, its standard input, and a part of the message.
USAGE = [
    ("--bogus", "", "rookery: No such option"),
    ("quens", "", "rookery: expected a command, got 'quens'; did you mean 'queens'?"),
    (f"{DEMO}/sultan.txt", "", "sultan.txt'; use 'rookery show "),
    (f"regions {DEMO}/sultan.txt --count", "", "sultan.txt'; use 'rookery regions solve "),
    ("help limit", "", "expected a topic or a command, got 'limit'; did you mean 'limits'?"),
    ("generate sulta", "", "rookery generate: expected a puzzle, got 'sulta'; did you"),
    ("generate sultan -o /no/such/out.txt", "", "'/no/such/out.txt': No such file"),
    ("generate sultan --family tie", "", "did you mean 'ties'?"),
    ("generate eight-queens --cases -1", "", "Invalid value for '--cases'"),
    ("generate eight-queens --layout lines", "", "No such option"),
    ("judge", "", "rookery judge: Missing argument 'PUZZLE'. See rookery judge --help."),
    *((f"judge {name}", "", "stdin:1:1: expected ") for name in NAMES),
    ("judge sulta", "", "got 'sulta'; did you mean 'sultan'?"),
    ("judge sultan no-such-file", "", "rookery: cannot read 'no-such-file': No such file"),
    ("judge sultan .", "", "rookery: cannot read '.': Is a directory"),
    ("judge eight-queens --method magic", "1\n1 1\n", "expected a method, got 'magic'"),
    ("check showdown - -", "", "'-' twice"),
    ("check showdown - none.txt", PRICED, "none.txt': No such file"),
    ("show --puzzle sultan --svg x.svg", "0\n", "expected a test to draw, got none"),
    ("--pieces nowhere.txt queens 4", "", "cannot read 'nowhere.txt': No such file"),
    ("show", "ABB\nABB\nCCC\nstarz 2\n", "has a fault: stdin:4:1: expected a setting"),
    ("show", "8/8/3x4/8", "has a fault: stdin:1:6: expected one of 'K', 'Q', "),
    ("show", "8/8/3Q5/8", "has a fault: stdin:1:8: expected 8 squares in row 3 of the position"),
    ("show", "Q..\n.N\n..B\n", "no puzzle: not a text of any known kind; if it is one"),
    ("warm covers", "", "expected a set of kernels, got 'covers'; did you mean 'cover'?"),
    ("export sultan x", "", "Missing option '--format'. Expected legacy (Kattis, DOMjudge"),
    ("export sultan x --format kattis", "", "or 2025-09 (BAPCtools), got 'kattis'"),
    ("export sultan x --format legacy --cases 4", "", "expected an integer of 5 or more, got '4'"),
    ("solve-many x --dask tcp://x:1 --workers 2", "", "--dask or --workers, got both"),
    ("solve-many x --out - --resume", "", "expected a file to resume, got '-'"),
    ("page --from 2026-12-31", "", "expected --days with --from, got none"),
    ("page --days 2 x.txt", "", "expected FILEs or --days, or both with --static, got both"),
    ("page --static site -o x.html", "", "expected --output or --static, got both"),
    ("page --days 2 --from soon", "", "'soon' does not match the format"),
    ("show --address sbn", '{"family": "queens", "n": 8}', "a text of sbn holds no puzzles of que"),
]
QUEENS = [
    ("queens 8 --bogus", "rookery queens: No such option"),
    *(
        (f"queens {n}", f"'N': expected an integer of 1 or more, got '{n}'")
        for n in ("x", "\u0668", "8_0", "8.0", "0")
    ),
    (f"queens {'9' * 5000}", "expected an integer of 1 or more, of at most 18 digits, got '99"),
    ("queens 8 --seed x", "'--seed': expected an integer, got 'x'"),
    *(
        (f"queens 8 --seconds {s}", f"expected a number of 0 or more, got '{s}'")
        for s in ("nan", "-1", "1_0")
    ),
    ("queens 4 --at e1", "rookery: expected a square of the 4x4 board"),
    ("queens 8 --at ''", "expected a square such as 'a1', got ''"),
    ("queens 8 --from ''", "expected 1 to 8 rows, got 0"),
    ("queens 8 --from '1 2 3 4 5 6 7 8 1'", "expected 1 to 8 rows, got 9"),
    ("queens 8 --any --count", "got both"),
    ("queens 8 --any --from 1", "got both"),
    ("queens 8 --count --first 2", "got both"),
    ("queens 12 --save x", "expected --save with --count"),
    ("queens 12 --resume x", "expected --resume with --count"),
    ("queens 12 --device cuda", "expected --device with --count, got it without"),
    ("queens 12 --count --device gpu", "'--device': expected cpu, cuda or any, got 'gpu'"),
    ("queens 12 --count --method search --device cuda", "the method 'halves', not Queens(n=12"),
    ("queens 12 --count --save x --resume y", "to save or to resume, got both"),
    ("queens 12 --count --resume no-such", "found no file 'no-such'"),
    ("queens 8 --method bogus", "expected --method with --count or --any, got it without"),
    ("queens 8 --fundamental --any", "expected --fundamental or --any, got both"),
    ("queens 8 --fundamental --sample 2", "expected --fundamental or --sample, got both"),
    ("queens 8 --estimate --svg x.svg", "--estimate or a picture of placements, got both"),
    ("queens 8 --fundamental --estimate", "expected --fundamental or --estimate, got both"),
    ("queens 8 --fundamental --at a1", "expected queens on an open board for placements up to"),
    ("queens 12 --count --dask tcp://x:1 --workers 2", "--dask or --workers, got both"),
]
TOURS = [
    ("tour", "", "stdin:1:1: expected row 1 of the board, got the end"),
    ("tour", "Q.N\nmover knigt\n", "stdin:2:7: unknown piece 'knigt'; did you mean 'knight'?"),
    ("tour --mover quen", "Q..\nN.B\n", "rookery: unknown piece 'quen'; did you mean 'queen'?"),
    ("tour --count --all", "Q..\nN.B\n", "rookery tour: expected one of --count, --all and"),
    ("tour 7Q/3N4/8", "", "No such file or directory; a position is read from standard input"),
    ("tour --threads 0", "", "rookery tour: Invalid value for '--threads'"),
    ("tour --visit under", "", "'--visit': expected beside, on or over, got 'under'"),
    ("tour --closed", "", "expected --whole with"),
    ("tour --once", "", "expected --whole with"),
    ("tour board.txt --whole 3", "", "expected"),
    ("tour --whole 4 --visit over", "", "expected --start or --once"),
    ("tour --whole 4 --visit beside", "", "expected --visit on or over"),
    ("tour --whole 4 --once", "", "over with --once"),
    *(
        (f"tour --whole={size}", "", "'--whole': expected sides such as 8 or 6x8, from 1 to 999")
        for size in ("", "5x", "x5", "0", "4x0", "1000", "5x6x7", "five", "-3")
    ),
]
COVERS = [
    ("cover", KINGS + "1 1 1 1 1 1 1 1 at-least 2 at-least 3@a1", "expected squares after each"),
    ("cover", "", "stdin:1:1: expected row 1 of the board, got the end of the input\n"),
    ("cover", "#_\n_\n", "stdin:2:2: expected 2 squares in row 2"),
    ("cover", "#_\n_y\n", "stdin:2:2: expected one of '#', '_'"),
    ("cover", KINGS + "1 2 3\n", "stdin:4:6: expected the cost of a gold"),
    ("cover", KINGS + "0 1 1 1 1 1 1 1\n", "expected the cost of a bishop above 0, got '0'\n"),
    ("cover", "##\n##\n1 1 1 1 1 1 1 1\n", "rookery: stdin: "),
    ("cover", "4k3/8\n", "stdin:1:6: expected the cost of a bishop above 0, got the end"),
    ("cover", "4k3/8\n", "; or give the costs with --costs"),
    ("cover --pieces Q,N", f"{KINGS}5\n", "expected the cost of a N above 0, got the end"),
    ("cover --pieces N,R", "3k/4\n-3 1", "stdin:2:1: expected the cost of a N above 0, got '-3'"),
    ("cover --costs 1,2", KINGS, "rookery cover: Invalid value for '--costs': expected 8,"),
    (f"cover --costs {EIGHT},x", KINGS, "rookery cover: "),
    ("cover --pieces Q,R --costs 1", KINGS, "rookery cover: "),
    ("cover --costs 3", "#_\n_X\npieces B,R\n", "expected one price for each of 2 pieces, got 1"),
    ("cover --stock 1,2", PRICED, "rookery cover: Invalid value for '--stock': "),
    (f"cover --stock {EIGHT},x", PRICED, "rookery cover: "),
    ("cover --stock 0,0,0,0,0,0,0,0", PRICED, "rookery: stdin: "),
    ("cover --standing Q", PRICED, "rookery cover: Invalid value for '--standing'"),
    ("cover --standing Q@a3", PRICED, "rookery: stdin: "),
    ("cover --allow Q", PRICED, "rookery cover: Invalid value for '--allow': "),
    ("cover 4 --count --certificate x", "", "--certificate or a count or list of covers, got both"),
    ("cover --fundamental", PRICED, "expected --fundamental with"),
    ("cover --whole 3 board.txt", "", "expected FILE or --whole, got both"),
    ("cover --start /no/such/file", PRICED, "/no/such/file"),
    ("cover --start -", PRICED, "got '-' twice"),
    ("cover - --dask tcp://x:1 --workers 2", PRICED, "--dask or --workers, got both"),
]
WEIGHTS = [
    ("heaviest - --certificate x", SULTAN, "expected one board with --certificate, got 2"),
    ("heaviest", "", "stdin:1:1: expected rows of numbers, got the end of the input"),
    ("heaviest", "1 2\n3 x\n", "stdin:2:3: expected a number, got 'x'"),
    ("heaviest", "1 2\n3\n", "stdin:2:2: expected a row of 2 numbers, got 1"),
    ("heaviest", "1 2\n3 4 5\n", "stdin:2:5: expected the end of a row of 2, got '5'"),
    ("heaviest", "1 2\n\n3 4\n\n5 6\n", "stdin:5:1: expected the end after 2 rows of 2, got '5'"),
    ("heaviest", "\ufeff1 x\n3 4", "stdin:1:6: expected a number, got 'x'"),
    ("heaviest --at e9", "1 2\n3 4\n", "rookery: stdin: expected a square of the 2x2"),
    ("heaviest", b"1 \xff\n", "stdin:1:3: expected a number, got '\\xff'"),
]
PIECES = [
    ("nonattacking", "", "expected FILE (- is standard input) or a size such as 8, got neither"),
    ("nonattacking -", "", "expected row 1 of the board"),
    ("nonattacking - --board 3", "", "expected --board without FILE, got both; the lines"),
    ("nonattacking --board 3x", "", "'--board': expected sides such as 8 or 6x8, from 1 to"),
    ("nonattacking --board 3 --count --all", "", "expected --count or --all, got both"),
    ("nonattacking --board 3 --save kept", "", "expected --save with --count, got it without"),
    ("nonattacking --board 3 --device any", "", "expected --device with --count, got it without"),
    ("nonattacking --board 3 --counts --device cuda", "", "rookery: a GPU counts Queens of 8 to"),
    ("nonattacking --board 3 --from a1", "", "expected --from with --all or --first"),
    ("nonattacking --board 3 --all --from x:a1", "", "expected squares such as a1, or 0:a1"),
    ("nonattacking --board 3 --fundamental", "", "expected --fundamental with --count, --counts"),
    ("nonattacking --board 3 --number x", "", "'--number': expected a number, or the"),
    ("nonattacking --board 3 --number 1,2", "", "'--number': expected 1, one for each piece"),
    ("nonattacking --board 3 --piece Q,N --number 1", "", "expected 2, one for each piece"),
    ("nonattacking --board 3 --piece Q,N --at a1", "", "a kind and a square such as Q@a1"),
    ("nonattacking --board 3 --piece Q,N --at R@a1", "", "--at: expected a Q or N, got 'R'"),
    ("nonattacking --board 3 --piece quen", "", "did you mean 'queen'"),
    ("nonattacking --board 3 --piece ''", "", "expected a piece's Betza notation, got ''"),
    ("regions make", "", "expected a command, got 'make'"),
    ("regions solve - --count --all", REGIONS, "expected --count or --all, got both"),
    ("regions solve -", "AAB\nABB\nC", "stdin:3:2: expected 3 letters in row 3, got 'C'"),
    ("regions generate 8 --least 9", "", "expected sizes of regions around 8"),
]
#: Commands and options that people guess: the message names those to use.
GUESSED = [
    ("heaviest 8", "'rookery queens 8' places queens"),
    ("knights 8", "use 'rookery nonattacking 8 knight'"),
    ("place 8", "use 'rookery nonattacking 8 knight'"),
    ("star-battle 8", "use 'rookery regions generate 8'"),
    ("tour board.txt knight", "a file or a size such as 8 before 'knight', got 'board.txt'"),
    ("tour knight", "cannot read 'knight'"),
    ("queens 8x7", "expected an integer of 1 or more, got '8x7'"),
    ("tour 8 knight --mover king", "expected PIECE or --mover, got both"),
    ("cover 20000", "from 1 to 9,999, got '20000'"),
    ("queens 8 --given a1", "No such option '--given'. Use --at."),
    ("tour 8 --torus", "Use --wrap torus."),
    ("queens 8 --torus", "Use 'rookery nonattacking 8 queen --wrap torus'."),
    ("queens 8 --holes d4", "Use --block."),
    ("cover 8 --holes d4", "Use a FILE whose board has walls."),
    ("tour 8 --gif", "Use --json and '| rookery show --animate --svg FILE'."),
    ("regions generate 8 --pdf book.pdf", "Use --sheet FILE."),
    ("regions generate 8 --sheet book.docx", "ends in .svg, .png, .pdf or .tex, got 'book.docx'"),
    ("regions generate 8 --sheet nowhere/book.svg", "for --sheet, found no 'nowhere'"),
    ("queens 8 --all --first 3", "expected --all or --first, got both"),
    ("queens 8 --coun", "Did you mean"),
    ("queens 8 --svg -", "'--json | rookery show --svg -' draws to standard output"),
    ("tour 8 --png nowhere/tour.png", "found no 'nowhere'"),
    ("regions generate 5 --stars 2", "a larger board, such as 8x8"),
    ("nonattacking 8 Cavalier", "unknown piece 'Cavalier'; 'rookery pieces' lists them"),
    ("queens 0x0", "expected an integer of 1 or more, got '0'"),
    ("cover 8 --piece knight", "Use --pieces."),
    ("tour 8 --end h8", "Use --goal."),
    ("queens 8 --image q.svg", "Use --svg FILE."),
    ("nonattacking 8 --timeout 5", "Use --seconds."),
    ("queens 8 --pdf -", "'--json | rookery show --svg -' draws to standard output"),
    ("show board.txt --plain", "Use --ascii."),
    ("qeens 8", "did you mean 'queens'?"),
    ("nonattacking 8 --piece zzz", "'rookery pieces' lists them"),
    ("nonattacking 8 --piece quen", "did you mean 'queen'?"),
    ("queens 4 --svg .", "expected a file for --svg, got the folder '.'"),
]
TOKEN = "expected a token of at least 8 letters, digits or any of -._~"
ADDRESS = "expected the address of a page"
PAGES = [
    ("web --port 65536", "'--port': expected an integer from 0 to 65535, got '65536'"),
    ("web --jobs 0", "'--jobs': expected an integer from 1 to 64, got '0'"),
    ("web --seconds 0", "'--seconds': expected a number from above 0 to 86400, got '0'"),
    ("web --seconds 86401", "'--seconds': expected a number from above 0 to 86400, got '86"),
    ("web --token correct-horse --no-token", "expected --token or --no-token, got both"),
    *((f"web --token '{one}'", TOKEN) for one in ("", "short", "with blank in it", "a#b#c#d#e")),
    ("web --token ümlaut-ümlaut", TOKEN),
    *((f"web --public-url {url}", ADDRESS) for url in ("example.org", "ftp://example.org/")),
    *((f"web --public-url '{url}'", ADDRESS) for url in ("https://a.org/#b", "http://[")),
]

TOURING, COURT = (DEMO / f"{name}.txt" for name in ("traveling-queen", "showdown"))
SHOWN = [
    (f"show {TOURING} --test 3", "expected a test from 1 to 2, got 3"),
    (f"show {TOURING} --test 3 --svg -", "expected a test from 1 to 2, got 3"),
    (f"show {COURT} --tikz - --svg -", "expected a file for --svg or --tikz, got '-' for both"),
    (f"show {COURT} --tikz - --animate", "expected --svg with --animate, got none"),
    ("show - -", "expected FILE or OUTPUT to be a file, got '-' twice"),
    (f"show {COURT} --fen --svg -", "expected --fen or a picture, got both"),
    (f"show {COURT} --fen --address sbn", "expected --fen or --address, got both"),
    (f"show {TOURING} --test 2 --svg - --animate", "expected one tour of a move"),
    (f"show {COURT} --png -", "expected a file for --png, --pdf and --plot"),
    (f"show {COURT} --svg court.png", "format of --svg, got 'court.png'; --png draws that"),
    (f"show {COURT} --tikz court.pdf", "format of --tikz, got 'court.pdf'; --pdf draws that"),
    (f"show {COURT} --png no/court.png", "expected a file in a folder for --png, found no 'no'"),
    (f"show {TOURING} --plot x.png", "expected one test to plot, got 2; choose with --test"),
    (f"show {TOURING} --plot x.png --test 1", "expected a puzzle of queens or weights"),
    *(
        (f"show {COURT} --{option}", f"expected --svg, --png, --pdf or --tikz with --{option[:4]}")
        for option in ("lines", "size 20", "animate", "theme dark")
    ),
    ("show", "rookery: stdin: no puzzle: "),
    ("show", "rookery queens 8 --json | rookery show"),
]

COVER, TOUR = rk.Cover.domination(3, piece="R"), rk.Tour.parse("Q....\n.P...\nN...B\n")
BEST = rk.Heaviest([[1, 2], [3, 4]])
TWO_BOARDS = [rk.Regions(REGIONS)] * 2
WITH_A_PICTURE = "for a picture with --count or --all"
JSON = [
    ("tour -", [COVER], "expected puzzles of tour, got one of cover as number 1"),
    ("regions solve -", [rk.Queens(4)], "expected puzzles of regions, got one of queens"),
    ("cover -", [COVER] * 2, "expected one puzzle, got 2; rookery solve-many reads"),
    ("tour -", [], "expected one puzzle, got 0"),
    ("tour - --mover Q", [TOUR], "expected no --mover with a puzzle in JSON"),
    ("cover - --total", [COVER], "expected no --total with a puzzle in JSON"),
    ("heaviest - --best 1", [BEST], "expected no --best with a puzzle in"),
    ("regions solve --count --svg x.svg", TWO_BOARDS, f"one puzzle {WITH_A_PICTURE}, got 2"),
    ("regions solve --all --svg x.svg", TWO_BOARDS, f"one puzzle {WITH_A_PICTURE}, got 2"),
    ("regions read --svg x.svg", [rk.Regions(REGIONS)] * 2, "one puzzle for a picture, got 2"),
    ("regions solve --stars 2", [rk.Regions(REGIONS)], "expected no --stars with a puzzle in JSON"),
]

JUDGED = "; this is an input of {0}: rookery judge {0} reads it\n"
READ = "; this is a text of {0}: rookery {0} reads it\n"
SCENARIO = "1\n" + "........\n" * 6 + ".N....N.\n.....B.Q\n"
GUARDED = "#_x\n__X\n1 1 1 1 1 1 1 1\n"
TOURED = "Q..\n..#\nN..\nmover knight\n"
OTHERS = [
    ("tour", SCENARIO, JUDGED.format("traveling-queen")),
    ("tour", GUARDED, READ.format("cover")),
    ("tour", "1 2\n3 4\n", READ.format("heaviest")),
    ("cover", "Q..\n...\n...\nqueens\n", "this is a text of queens: rookery solve-many reads it"),
    ("cover", SCENARIO, JUDGED.format("traveling-queen")),
    ("cover", TOURED, READ.format("tour")),
    ("cover", "...\n...\npiece knight 1\n", READ.format("nonattacking")),
    ("cover", "#..#\n1\n", "; or give the costs with --costs\n"),
    ("heaviest", "1\n\n1 1\n", JUDGED.format("eight-queens")),
    ("heaviest", GUARDED, READ.format("cover")),
    ("nonattacking -", "1\n2\n#_\n__\n1 1 1 1 1 1 1 1\n", JUDGED.format("showdown")),
    ("nonattacking -", "1\n" + "1 2 3 4 5 6 7 8\n" * 8, JUDGED.format("sultan")),
    ("nonattacking -", TOURED, READ.format("tour")),
    ("regions solve -", "1 2\n3 4\n", READ.format("heaviest")),
]


@pytest.mark.parametrize(
    ("line", "text", "message"),
    [
        *USAGE,
        *TOURS,
        *COVERS,
        *WEIGHTS,
        *PIECES,
        *OTHERS,
        *((line, "", message) for line, message in [*QUEENS, *GUESSED, *PAGES, *SHOWN]),
        *(
            (line, json.dumps([document_of(one) for one in puzzles]), message)
            for line, puzzles, message in JSON
        ),
    ],
)
def test_refusals(line, text, message):
    result = rookery(line, text=text)
    assert (result.exit_code, result.stdout) == (status.BAD, "")
    assert message in result.stderr
    assert not message.startswith("stdin:") or result.stderr.startswith(message)
    assert "None" not in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("command", ["tour", "cover", "heaviest"])
@pytest.mark.parametrize("text", ["", "Hello, world!\n", "Q..\n...\n", "K2/3/2r\n"])
def test_no_command_is_named_for_a_text_of_none(command, text):
    assert "reads it" not in rookery(command, text=text).stderr
