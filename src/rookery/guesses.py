"""Names that people try by mistake, and the names of rookery to use instead."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import wraps
from typing import ParamSpec, TypeVar

from rookery.errors import did_you_mean

Parameters = ParamSpec("Parameters")
Returned = TypeVar("Returned")

#: Attributes of the package, and the expressions to use instead.
NAMES = {
    "draw": "svg(puzzle, answer)",
    "display": "svg(puzzle, answer)",
    "render": "svg(puzzle, answer)",
    "png": "svg(puzzle, answer).png()",
    "pdf": "svg(puzzle, answer).pdf()",
    "domination": "Cover.domination(8, 'queen')",
    "dominating_set": "Cover.domination(8, 'queen')",
    "domination_number": "Cover.domination(8, 'queen').solve().value",
    "independent_set": "NonAttacking(8, 'knight')",
    "independence_number": "NonAttacking(8, 'knight').solve().value",
    "knights_tour": "Tour.hamiltonian(8, 'knight')",
    "hamiltonian": "Tour.hamiltonian(8, 'knight')",
    "KnightsTour": "Tour.hamiltonian(8, 'knight')",
    "shortest_path": "Tour(board, start, targets, goal)",
    "Domination": "Cover.domination(8, 'queen')",
    "minimum_dominating_set": "Cover.domination(8, 'queen')",
    "maximum_independent_set": "NonAttacking(8, 'knight')",
    "independence_polynomial": "count(NonAttacking(8, 'king')).by_number",
    "Kings": "NonAttacking(8, 'king')",
    "Rooks": "NonAttacking(8, 'rook')",
    "Bishops": "NonAttacking(8, 'bishop')",
    "Knights": "NonAttacking(8, 'knight')",
    "star_battle": "generate_regions(10, stars=2)",
    "StarBattle": "Regions(rows, stars=2)",
    "generate": "generate_regions(8)",
    "n_queens": "Queens(8)",
    "nqueens": "Queens(8)",
    "NQueens": "Queens(8)",
    "EightQueens": "Queens(8)",
    "Queen": "Piece('queen')",
    "King": "Piece('king')",
    "Rook": "Piece('rook')",
    "Bishop": "Piece('bishop')",
    "Knight": "Piece('knight')",
    "pieces": "Piece('knight'); 'rookery pieces' lists the names",
    "square": "Board(8).square('a1')",
    "parse_square": "Board(8).square('a1')",
    "square_name": "Board(8).name((7, 0))",
    "squares": "Board(8).squares()",
    "SQUARES": "Board(8).squares()",
    "legal_moves": "Piece('knight').moves('a1')",
    "solve_all": "placements(puzzle)",
    "solutions": "placements(puzzle)",
    "all_solutions": "placements(puzzle)",
    "enumerate": "placements(puzzle)",
    "count_solutions": "count(puzzle)",
    "random_placement": "sample(puzzle, 1)",
    "is_valid": "check(puzzle, answer), which lists the faults",
    "verify": "check(puzzle, answer), which lists the faults",
    "validate": "check(puzzle, answer), which lists the faults",
    "load": "read(path)",
    "loads": "read(file)",
    "open": "read(path)",
    "parse": "read(file), or the parse method of a puzzle",
    "save": "write(puzzles)",
    "dump": "write(puzzles)",
    "dumps": "write(puzzles)",
    "animate": "svg(result, animate=True)",
    "DataFrame": "to_frame(results)",
    "dataframe": "to_frame(results)",
    "print": "show(puzzle, answer)",
    "text": "show(puzzle, answer)",
}

#: Attributes of boards, pieces, puzzles, results and explanations, by the names of their classes
#: or mixins, and the expressions to use instead.
ATTRIBUTES = {
    "Board": {
        "attacks": "Piece('knight').attacks(board, 'a1')",
        "moves": "Piece('knight').moves('a1', board)",
        "draw": "svg(), or show()",
        "display": "show()",
        "save": "svg().save(path)",
        "size": "rows and columns",
        "shape": "rows and columns",
        "height": "rows",
        "width": "columns",
        "cols": "columns",
        "blocked": "walls",
        "holes": "walls",
        "torus": "wrap",
        "index": "square('a1')",
        "to_networkx": "Piece('knight').attacks(board, square) for the edges at a square",
    },
    "Piece": {
        "notation": "betza",
        "symbol": "letter",
    },
    "Credited": {
        "placements": "rookery.placements(puzzle)",
        "solutions": "rookery.placements(puzzle)",
        "answers": "rookery.placements(puzzle)",
        "all_solutions": "rookery.placements(puzzle)",
        "solve_all": "rookery.placements(puzzle)",
        "enumerate": "rookery.placements(puzzle)",
        "first": "rookery.listing(puzzle, first=1)",
        "listing": "rookery.listing(puzzle, first=5)",
        "sample": "rookery.sample(puzzle, 5)",
        "random": "rookery.sample(puzzle, 1)",
        "estimate": "rookery.estimate(puzzle)",
        "explain": "rookery.explain(puzzle)",
        "hint": "rookery.explain(puzzle)",
        "is_unique": "rookery.is_unique(puzzle)",
        "is_valid": "check(answer), which lists the faults",
        "validate": "check(answer), which lists the faults",
        "verify": "check(answer), which lists the faults",
        "draw": "svg(), or show()",
        "display": "show()",
        "save": "rookery.write(path, [puzzle])",
        "write": "rookery.write(path, [puzzle])",
        "dump": "rookery.write(path, [puzzle])",
        "to_json": "rookery.write('puzzle.json', [puzzle])",
        "to_dict": "rookery.write('puzzle.json', [puzzle])",
        "minimize": "solve()",
        "optimize": "solve()",
        "size": "n, or board.rows and board.columns",
        "board": "rookery.Board(puzzle.n)",
        "n": "board.rows and board.columns",
        "rows": "board.rows",
        "columns": "board.columns",
        "walls": "board.walls, or blocked",
        "piece": "pieces, or mover",
    },
    "Explanation": {
        "show": "print(explanation)",
        "solution": "answer",
        "level": "difficulty",
    },
    "Result": {
        "solution": "answer",
        "placement": "answer",
        "placements": "answers",
        "path": "answer",
        "solutions": "answers, or placements(puzzle)",
        "all_solutions": "answers, or placements(puzzle)",
        "x": "answer",
        "fun": "value",
        "objective": "value",
        "objective_value": "value",
        "cost": "value",
        "weight": "value",
        "length": "value",
        "best": "value",
        "count": "value",
        "total": "value",
        "number": "value",
        "moves": "value, or answer",
        "pieces": "answer",
        "squares": "answer",
        "board": "puzzle.board",
        "lower_bound": "bound",
        "upper_bound": "bound",
        "best_bound": "bound",
        "optimal": "status is Status.OPTIMAL",
        "is_optimal": "status is Status.OPTIMAL",
        "success": "status is Status.OPTIMAL",
        "feasible": "answer is not None",
        "is_feasible": "answer is not None",
        "time": "seconds",
        "runtime": "seconds",
        "elapsed": "seconds",
        "wall_time": "seconds",
        "message": "note, or summary()",
        "history": "trace",
        "error": "estimate.error",
        "draw": "svg(), or show()",
        "print": "show()",
        "text": "show()",
        "png": "svg().png()",
        "save": "svg().save(path)",
        "df": "to_frame()",
        "dataframe": "to_frame()",
    },
}

#: Commands that people try, and the commands to use instead.
COMMANDS = {
    "linkedin-queens": "regions",
    "independence": "nonattacking 8 knight",
    "place": "nonattacking 8 knight",
    "knights": "nonattacking 8 knight",
    "kings": "nonattacking 8 king",
    "rooks": "nonattacking 8 rook",
    "bishops": "nonattacking 8 bishop",
    "n-queens": "queens 8",
    "nqueens": "queens 8",
    "count": "queens 8 --count",
    "solve": "solve-many",
    "draw": "show FILE",
    "plot": "show FILE",
    "compile": "warm",
    "serve": "web",
    "version": "--version",
}

_WALLS = "a FILE whose board has walls"
_WRAPPED = "'rookery nonattacking 8 queen --wrap torus'"
_PLAYED = "--json and '| rookery show --animate --svg FILE'"

#: Options that people try, and those to use; the message names the first that the command has, or
#: that is no option.
OPTIONS = {
    "--given": ("--at",),
    "--fixed": ("--at",),
    "--queens": ("--at",),
    "--place": ("--at",),
    "--exclude": ("--block",),
    "--without": ("--block",),
    "--forbidden": ("--block",),
    "--hole": ("--block", _WALLS),
    "--holes": ("--block", _WALLS),
    "--walls": ("--block", _WALLS),
    "--block": (_WALLS,),
    "--piece": ("--pieces", "--mover"),
    "--pieces": ("--piece", "--mover"),
    "--mover": ("--piece", "--pieces"),
    "--size": ("--whole", "--board"),
    "--n": ("--whole", "--board"),
    "--board": ("--whole",),
    "--whole": ("--board",),
    "--wrap": (_WRAPPED,),
    "--torus": ("--wrap torus", _WRAPPED),
    "--cylinder": ("--wrap cylinder", _WRAPPED),
    "--cyclic": ("--wrap torus", _WRAPPED),
    "--time": ("--seconds",),
    "--timeout": ("--seconds",),
    "--time-limit": ("--seconds",),
    "--limit": ("--first", "--seconds"),
    "--number": ("--count", "--first"),
    "--solutions": ("--first", "--sheet FILE"),
    "--answers": ("--first", "--sheet FILE"),
    "--count": ("--number",),
    "--k": ("--number", "--first"),
    "--unique": ("--fundamental",),
    "--distinct": ("--fundamental",),
    "--symmetry": ("--fundamental",),
    "--symmetric": ("--turn half", "--fundamental"),
    "--no-symmetry": ("--fundamental",),
    "--min": ("--lightest",),
    "--minimize": ("--lightest",),
    "--algorithm": ("--method",),
    "--solver": ("--method",),
    "--jobs": ("--threads",),
    "--cores": ("--threads",),
    "--random": ("--sample", "--seed"),
    "--gpu": ("--device cuda",),
    "--exact": ("--method",),
    "--price": ("--costs",),
    "--cost": ("--costs",),
    "--from": ("--start",),
    "--to": ("--goal",),
    "--end": ("--goal",),
    "--cycle": ("--closed",),
    "--draw": ("--svg FILE",),
    "--image": ("--svg FILE",),
    "--picture": ("--svg FILE",),
    "--plot": ("--svg FILE",),
    "--show": ("--svg FILE",),
    "--svg": ("--sheet FILE",),
    "--pdf": ("--sheet FILE",),
    "--animate": (_PLAYED,),
    "--gif": (_PLAYED,),
    "--no-browser": ("--no-open",),
    "--output": ("'> FILE'",),
    "-o": ("'> FILE'",),
    "--plain": ("--ascii",),
}

#: Other names of commands, and their arguments.
ALIASES: Mapping[str, Sequence[str]] = {
    "star-battle": ("regions",),
    "starbattle": ("regions",),
    "knights-tour": ("tour", "--mover", "knight"),
    "knight-tour": ("tour", "--mover", "knight"),
    "domination": ("cover",),
    "dominate": ("cover",),
}

#: Former public names; each works for one more release, with a warning that names the new one.
RENAMED = {"UnmetWishError": "UnmetRequestError"}

SECONDS = {"seconds", "time_limit", "timeout"}  # keywords accepted as `limits`

#: Keywords of functions and puzzles, and those to use; the message names the first that exists.
KEYWORDS = {
    "time": ("limits", "seconds"),
    "max_time": ("limits", "seconds"),
    "time_limit": ("limits", "seconds"),
    "timeout": ("limits", "seconds"),
    "seconds": ("limits",),
    "gap": ("limits",),
    "mip_gap": ("limits",),
    "rel_gap": ("limits",),
    "max_iter": ("limits",),
    "work": ("limits",),
    "limit": ("first", "k"),
    "max_solutions": ("first", "k"),
    "number": ("first", "k"),
    "n": ("number", "k", "size", "board", "rows"),
    "k": ("number", "first"),
    "size": ("n", "board", "rows"),
    "at": ("given", "standing"),
    "fixed": ("given", "standing"),
    "given": ("standing",),
    "queens": ("given",),
    "forbidden": ("blocked",),
    "holes": ("blocked", "walls"),
    "piece": ("pieces", "mover"),
    "pieces": ("piece", "mover"),
    "costs": ("prices",),
    "end": ("goal",),
    "to": ("goal",),
    "target": ("targets",),
    "minimize": ("lightest",),
    "unique": ("fundamental",),
    "symmetry": ("fundamental",),
    "up_to_symmetry": ("fundamental",),
    "algorithm": ("method",),
    "solver": ("method",),
    "workers": ("threads",),
    "n_jobs": ("threads",),
    "cores": ("threads",),
    "random_state": ("seed",),
    "rng": ("seed",),
    "callback": ("on_progress",),
    "progress": ("on_progress",),
    "log": ("on_progress",),
    "verbose": ("on_progress",),
    "ledger": ("save",),
    "checkpoint": ("save",),
    "torus": ("wrap",),
    "cyclic": ("wrap",),
}


#: Calls with a keyword that another call lacks.
INSTEAD = {
    "wrap": "Board(8, wrap='torus') in NonAttacking, Tour or Cover",
    "torus": "Board(8, wrap='torus') in NonAttacking, Tour or Cover",
    "first": "listing(puzzle, first=5)",
    "limit": "limits=5 for seconds, or listing(puzzle, first=5)",
    "max_solutions": "listing(puzzle, first=5)",
    "targets": "Tour(board, start, targets)",
    "visit": "Tour(board, start, 'all', mover='queen', visit='over')",
    "kings": "Cover(board, kings, prices)",
    "prices": "Cover(board, kings, prices)",
    "guarded": "Cover(board, kings, prices, guarded=...)",
}


def wrong_keyword(call: str, name: str, known: Collection[str]) -> TypeError:
    """Return the error for an unknown keyword of a call, with the keyword to use.

    >>> wrong_keyword("Queens()", "at", ["n", "given", "blocked"])
    TypeError("Queens() has no keyword 'at'; use 'given'")
    >>> wrong_keyword("Queens()", "blocke", ["n", "given", "blocked"])
    TypeError("Queens() has no keyword 'blocke'; did you mean 'blocked'?")
    """
    meant = next((repr(other) for other in KEYWORDS.get(name, ()) if other in known), None)
    meant = meant or INSTEAD.get(name)
    hint = f"; use {meant}" if meant else did_you_mean(name, known)
    return TypeError(f"{call} has no keyword {name!r}{hint}")


def wrong_attribute(owner: object, name: str) -> AttributeError:
    """Return the error for an attribute that an object lacks, with the expression to use.

    >>> wrong_attribute(1j, "rael")
    AttributeError("'complex' object has no attribute 'rael'; did you mean 'real'?")
    """
    told = f"{type(owner).__name__!r} object has no attribute {name!r}"
    if name[:1] != "_":  # notebooks and tests look for protocols often, and no name is meant
        kinds = (ATTRIBUTES.get(kind.__name__, {}) for kind in type(owner).__mro__)
        meant = next((table[name] for table in kinds if name in table), None)
        known = [other for other in dir(owner) if not other.startswith("_")]
        told += f"; use {meant}" if meant else did_you_mean(name, known)
    return AttributeError(told, name=name, obj=owner)


def option_to_use(name: str, known: Collection[str]) -> str | None:
    """Return the option to use for one that a command lacks, given those it has, or None.

    >>> option_to_use("--torus", ["--at", "--wrap"])
    '--wrap torus'
    """
    meant = OPTIONS.get(name, ())
    return next((one for one in meant if one[0] != "-" or one.split()[0] in known), None)


def takes_guesses(function: Callable[Parameters, Returned]) -> Callable[Parameters, Returned]:
    """Make a function accept ``seconds=5`` for ``limits=5``, and suggest keywords for unknown ones.

    >>> @takes_guesses
    ... def solve(puzzle, *, limits=None):
    ...     return limits
    >>> solve("puzzle", seconds=5)
    5
    >>> solve("puzzle", limit=5)
    Traceback (most recent call last):
    ...
    TypeError: solve() has no keyword 'limit'; use limits=5 for seconds, or listing(puzzle, first=5)
    """
    code = function.__code__
    known = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]

    @wraps(function)
    def call(*args: Parameters.args, **keywords: Parameters.kwargs) -> Returned:
        if len(args) > code.co_argcount and "limits" in known:
            told = "settings by name, such as limits=5 for seconds"
            if isinstance(args[0], str):
                told = f"a puzzle, such as rookery.Queens(8), not {args[0]!r}"
            raise TypeError(f"{function.__name__}() takes {told}")
        for name in keywords.keys() - known:
            if name not in SECONDS or "limits" not in known or "limits" in keywords:
                raise wrong_keyword(f"{function.__name__}()", name, known)
            keywords["limits"] = keywords.pop(name)
        return function(*args, **keywords)

    return call
