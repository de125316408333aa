"""Scenes of puzzles and answers of every family."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rookery.boards.board import Board, Square
from rookery.boards.pieces import Piece
from rookery.errors import PuzzleError, RookeryError, shown
from rookery.families import Table, answers_of
from rookery.numbers import article
from rookery.reading.parts import names_of
from rookery.results.result import number_text
from rookery.statements.statement import counted
from rookery.tour.puzzle import BESIDE, OVER, Tour
from rookery.view.glyphs import piece_name, sign
from rookery.view.scene import Mark, Scene, Stand, attacks_on, conflicts

if TYPE_CHECKING:
    from rookery.cover.puzzle import Cover, Price
    from rookery.heaviest.puzzle import Heaviest
    from rookery.nonattacking.puzzle import NonAttacking
    from rookery.queens.puzzle import Queens
    from rookery.regions.explaining import Step
    from rookery.regions.puzzle import Regions

_SHORT = 5  # characters; longer weights are rounded on their squares
_STAR = "K"  # king: drawn as a star, because players think of stars that must not touch


def scene_of(puzzle: Any, answer: Any = None, lines: bool = False) -> Scene:
    """Return the scene of a puzzle of any family, with an answer, right or wrong, if given.

    For `Queens` and `Heaviest` the answer is one placement. `lines` shows attacks: on targets in a
    cover, between queens otherwise. Raises a `PuzzleError` if the answer does not have the puzzle's
    form or leaves the board.
    """
    scene_of_family = SCENES.of(puzzle)
    first, *more = answers_of(puzzle, answer)
    if more:
        raise PuzzleError(expected="one answer to draw", found=f"{1 + len(more)}")
    try:
        scene = scene_of_family(puzzle, first, lines)
    except RookeryError:
        raise
    except (TypeError, ValueError, IndexError):
        form = f"an answer of the form of {puzzle.family}"
        raise PuzzleError(expected=form, found=shown(answer)) from None
    lines_in_words = "; ".join(attack.words for attack in scene.attacks)
    if not lines_in_words:
        return scene
    return replace(scene, description=f"{scene.description} Lines: {lines_in_words}.")


def board_scene(board: Board) -> Scene:
    """Return the scene of an empty board with its walls."""
    title = _a_board(board).capitalize()
    return Scene(board, title, _sentences(_list("Walls", board.walls, board)))


def queens_scene(
    puzzle: Queens | Heaviest, placement: Sequence[int] | None, lines: bool = False
) -> Scene:
    """Return the queens of a placement, or the given queens without one."""
    board = Board(puzzle.n)
    squares = sorted(puzzle.given)
    if placement is not None:
        squares = [board.square((row, column)) for column, row in enumerate(placement)]
    noun = "Non-attacking queens" if placement is None else "A placement of queens"
    return Scene(
        board,
        f"{noun} on {_a_board(board)}",
        _sentences(
            _list("Queens", squares, board),
            _list("Given", puzzle.given, board),
            _list("No queen may stand on", puzzle.blocked, board),
        ),
        stands=tuple(Stand("Q", at, f"queen on {board.name(at)}") for at in squares),
        marks=_given(puzzle.given, puzzle.blocked, board),
        attacks=tuple(conflicts(board, squares)) if lines else (),
    )


def heaviest_scene(puzzle: Heaviest, placement: Sequence[int] | None, lines: bool = False) -> Scene:
    """Return the weights as a heat map, with the queens of a placement on it."""
    scene = queens_scene(puzzle, placement, lines)
    board = scene.board
    weights = {
        (row, column): w for row, ws in enumerate(puzzle.weights) for column, w in enumerate(ws)
    }
    least, most = min(weights.values()), max(weights.values())
    kind = "lightest" if puzzle.lightest else "heaviest"
    chosen = [
        f"{board.name(stand.square)} weighs {number_text(weights[stand.square])}"
        for stand in scene.stands
    ]
    total = ""
    if placement is not None:
        total = f"Together they weigh {number_text(puzzle.weight(tuple(placement)))}"
    return replace(
        scene,
        title=f"The {kind} non-attacking queens on {_a_board(board)} of weights",
        description=_sentences(
            f"Weights from {number_text(least)} to {number_text(most)}, a stronger tint is more",
            f"Queens: {'; '.join(chosen)}" if chosen else "",
            total,
            _list("Given", puzzle.given, board),
            _list("No queen may stand on", puzzle.blocked, board),
        ),
        heat=_heat(weights),
        labels={square: _short(weight) for square, weight in weights.items()},
    )


def nonattacking_scene(
    puzzle: NonAttacking, answer: Iterable[Sequence[int]] | None = None, lines: bool = False
) -> Scene:
    """Return the pieces of a placement, or the given pieces without one."""
    board = puzzle.board
    placed = placed_on(puzzle, puzzle.given if answer is None else answer)
    total = f": {counted(len(placed), 'piece')}" if answer is not None else ""
    weights = {s: puzzle.weight(s) for s in board.squares()} if puzzle.weights else {}
    return Scene(
        board,
        f"Non-attacking pieces on {_a_board(board)}{total}",
        _sentences(
            _by_name("Pieces", placed, board),
            _by_name("Given", placed_on(puzzle, puzzle.given), board),
            _list("No piece may stand on", puzzle.blocked, board),
            *(_list(f"Region {n}", region, board) for n, region in enumerate(puzzle.regions, 1)),
            _list("Walls", board.walls, board),
        ),
        stands=tuple(
            Stand(sign(piece), square, f"{piece_name(piece)} on {board.name(square)}")
            for piece, square in placed
        ),
        marks=_given([placed[1:] for placed in puzzle.given], puzzle.blocked, board, "piece"),
        attacks=tuple(
            replace(line, fault=True)
            for piece, square in (placed if lines else ())
            for line in attacks_on(
                board, [(piece, square)], [s for _, s in placed if s != square], [square]
            )
        ),
        heat=_heat(weights),
        labels={square: _short(weight) for square, weight in weights.items()},
        regions={str(n): sorted(region) for n, region in enumerate(puzzle.regions, 1)},
    )


def placed_on(
    puzzle: NonAttacking | Cover, answer: Iterable[Sequence[int]]
) -> list[tuple[Piece, Square]]:
    """Return the pieces of an answer and their squares."""
    kinds = kinds_on(puzzle.pieces, answer, puzzle.board)
    return [(puzzle.pieces[kind], square) for kind, square in kinds]


def kinds_on(
    pieces: Sequence[Piece], answer: Iterable[Sequence[int]], board: Board
) -> Iterator[tuple[int, Square]]:
    """Yield the kind and the square of each piece of an answer. Raise if the kind is unknown."""
    for kind, row, column in answer:
        if not 0 <= kind < len(pieces):
            raise PuzzleError(expected=f"a kind from 0 to {len(pieces) - 1}", found=shown(kind))
        yield kind, board.square((row, column))


def _by_name(head: str, placed: Sequence[tuple[Piece, Square]], board: Board) -> str:
    names = (f"{piece_name(piece)} on {board.name(square)}" for piece, square in placed)
    return f"{head}: {', '.join(names)}" if placed else ""


def regions_scene(
    puzzle: Regions, answer: Iterable[Square] | None = None, lines: bool = False
) -> Scene:
    """Return the regions, with the pieces of an answer or the given ones.

    `lines` has no effect, because no piece of an answer attacks another.
    """
    name = puzzle.board.name
    squares = [puzzle.board.square(at) for at in (puzzle.given if answer is None else answer)]
    stars = "one piece" if puzzle.stars == 1 else f"{puzzle.stars} pieces"
    size = len(puzzle.rows)
    pieces = f"Pieces: {', '.join(map(name, sorted(squares)))}." if squares else ""
    rows = " ".join(puzzle.rows)
    return Scene(
        puzzle.board,
        f"A region puzzle of {size}x{size}, {stars} in every row, column and region",
        f"Regions by row from the top: {rows}. {pieces}".strip(),
        stands=tuple(_stands(puzzle, squares)),
        marks=(
            *_stars(puzzle, squares),
            *(Mark("given", at, f"given: {name(at)}") for at in sorted(puzzle.given) if answer),
            *(Mark("empty", at, f"no piece on {name(at)}") for at in sorted(puzzle.blocked)),
        ),
        regions=puzzle.regions,
    )


def step_scene(step: Step) -> Scene:
    """Return a step of a solution: the squares of its reason, empty squares and new pieces."""
    scene = regions_scene(step.puzzle)
    name = step.puzzle.board.name
    marks = (
        *(Mark("because", at, f"look at {name(at)}") for at in step.because),
        *scene.marks,
        *(Mark("ruled", at, f"{name(at)} is empty") for at in step.empty),
        *_stars(step.puzzle, step.pieces),
        *(Mark("found", at, f"a piece on {name(at)}") for at in step.pieces),
    )
    return replace(
        scene,
        title=f"A step by the rule {step.rule}",
        description=f"{scene.description} {step.words}",
        stands=(*scene.stands, *_stands(step.puzzle, step.pieces)),
        marks=marks,
    )


def _stars(puzzle: Regions, squares: Iterable[Square]) -> Iterator[Mark]:
    if puzzle.piece.betza == _STAR:
        for square in sorted(squares):
            yield Mark("star", square, f"piece on {puzzle.board.name(square)}")


def _stands(puzzle: Regions, squares: Iterable[Square]) -> Iterator[Stand]:
    piece = puzzle.piece
    if piece.betza != _STAR:
        for square in sorted(squares):
            words = f"{piece_name(piece)} on {puzzle.board.name(square)}"
            yield Stand(sign(piece), square, words)


def tour_scene(puzzle: Tour, path: Sequence[Square] | None = None, lines: bool = False) -> Scene:
    """Return the board of a tour with the moves of an answer. `lines` has no effect."""
    board = puzzle.board
    path = tuple(board.square(square) for square in path or ())
    mover = piece_name(puzzle.mover)
    moves = f": {counted(len(path) - 1, 'move')}" if path else ""
    return Scene(
        board,
        f"{article(mover).capitalize()} {mover}'s tour of {_a_board(board)}{moves}",
        _sentences(
            *_tour_words(puzzle, mover), "Path: " + ", ".join(map(board.name, path)) if path else ""
        ),
        stands=tuple(_tour_stands(puzzle, mover, path)),
        marks=tuple(_tour_marks(puzzle)),
        path=path,
        spans=tuple(puzzle.spans(path)) if board.wrap else (),
    )


def _tour_words(puzzle: Tour, mover: str) -> Iterator[str]:
    """Yield the rules and squares of a tour, one sentence each."""
    board = puzzle.board
    wide = _wide(puzzle)
    on = "standing on or passing over" if puzzle.visit == OVER else "standing on"
    visit = f"It visits each target by {'standing beside' if puzzle.visit == BESIDE else on} it"
    if puzzle.start is not None:
        yield f"The {mover} starts on {board.name(puzzle.start)}"
    if puzzle.once:
        yield "It stands on no square twice"
    if puzzle.turn is not None:
        yield f"It looks the same after a {puzzle.turn} turn of the board"
    if puzzle.covers_all:
        visit = visit.replace("each target", "every free square")
    yield visit + (f", and each numbered target by {on} any of its squares" if wide else "")
    if not puzzle.covers_all:
        yield _list("Targets", [t for t in puzzle.targets if isinstance(t, tuple)], board)
    for number, target in enumerate(wide, 1):
        yield _list(f"Target {number}, any of", target, board)
    yield _list("Goal", _ends(puzzle), board)
    yield _list("Pawns", puzzle.pawns, board)
    yield _list("Walls", board.walls, board)


def _tour_stands(puzzle: Tour, mover: str, path: Sequence[Square]) -> Iterator[Stand]:
    """Yield the pawns, the targets and goal to stand beside, and the mover."""
    name = puzzle.board.name
    for square in sorted(puzzle.pawns):
        yield Stand("mfWcfF", square, f"pawn on {name(square)}", True)
    if puzzle.visit == BESIDE:
        for target in puzzle.targets:
            if isinstance(target, tuple):
                yield Stand("N", target, f"target knight on {name(target)}", True)
        if isinstance(puzzle.goal, tuple):
            yield Stand("B", puzzle.goal, f"goal, a bishop, on {name(puzzle.goal)}", True)
    start = puzzle.start or next(iter(path), None)
    if start is not None:
        yield Stand(sign(puzzle.mover), start, f"{mover}, start on {name(start)}")


def _tour_marks(puzzle: Tour) -> Iterator[Mark]:
    """Yield the marks of targets and goals. Targets of several squares are numbered."""
    name = puzzle.board.name
    for number, squares in enumerate(_wide(puzzle), 1):
        for square in sorted(squares):
            words = f"target {number} may be visited on {name(square)}"
            yield Mark("target", square, words, str(number))
    for target in () if puzzle.covers_all else puzzle.targets:
        if isinstance(target, tuple) and puzzle.visit != BESIDE:
            yield Mark("target", target, f"target {name(target)}")
    if isinstance(puzzle.goal, frozenset) or puzzle.visit != BESIDE:
        for square in _ends(puzzle):
            yield Mark("goal", square, f"goal {name(square)}")


def _wide(puzzle: Tour) -> list[frozenset[Square]]:
    """Return the targets of several squares."""
    return [target for target in puzzle.targets if isinstance(target, frozenset)]


def _ends(puzzle: Tour) -> list[Square]:
    """Return the squares of the goal."""
    if puzzle.goal is None:
        return []
    return [puzzle.goal] if isinstance(puzzle.goal, tuple) else sorted(puzzle.goal)


def cover_scene(
    puzzle: Cover, answer: Iterable[Sequence[int]] | None = None, lines: bool = False
) -> Scene:
    """Return the board of a cover: outlined kings, guarded squares and an answer's pieces."""
    board, name = puzzle.board, puzzle.board.name
    placed_pieces = []
    for kind, square in kinds_on(puzzle.pieces, answer or (), board):
        placed_pieces.append((puzzle.pieces[kind], square, puzzle.price_at(kind, square)))
    cost = sum(price for _, _, price in placed_pieces)
    pieces = [(piece, square) for piece, square, _ in placed_pieces]
    attackers = [*pieces, *puzzle.standing]
    obstacles = puzzle.obstacles.union(square for _, square in attackers)
    attacks = attacks_on(board, attackers, puzzle.targets, obstacles) if lines else ()
    total = f": {counted(len(placed_pieces), 'piece')}, cost {cost}" if placed_pieces else ""
    return Scene(
        board,
        f"The cheapest cover of {_a_board(board)}{total}",
        _sentences(
            _list("Enemy kings", puzzle.kings, board),
            _list("Squares to be guarded", puzzle.guarded, board),
            _list("Blocked squares", puzzle.blocked, board),
            _list("Squares to be spared", puzzle.spared, board),
            _list("Walls", board.walls, board),
            _by_name("Standing already", puzzle.standing, board),
            _by_name("Placed", pieces, board),
        ),
        stands=tuple(_cover_stands(puzzle, placed_pieces)),
        marks=(
            *(Mark("guarded", at, f"to be guarded: {name(at)}") for at in puzzle.guarded),
            *(Mark("blocked", at, f"blocked: {name(at)}") for at in sorted(puzzle.blocked)),
            *(Mark("spared", at, f"to be spared: {name(at)}") for at in sorted(puzzle.spared)),
            *(Mark("given", at, f"stands already: {name(at)}") for _, at in puzzle.standing),
        ),
        attacks=tuple(attacks),
    )


def _cover_stands(
    puzzle: Cover, placed_pieces: Iterable[tuple[Any, Square, Price]]
) -> Iterator[Stand]:
    name = puzzle.board.name
    for square in puzzle.kings:
        yield Stand("K", square, f"enemy king at {name(square)}", True)
    for piece, square in puzzle.standing:
        words = f"{piece_name(piece)}, standing, at {name(square)}"
        yield Stand(sign(piece), square, words)
    for piece, square, price in placed_pieces:
        words = f"{piece_name(piece)} at {name(square)}, cost {number_text(price)}"
        yield Stand(sign(piece), square, words)


def _given(
    given: Iterable[Square], blocked: Iterable[Square], board: Board, piece: str = "queen"
) -> tuple[Mark, ...]:
    return (
        *(Mark("given", square, f"given: {board.name(square)}") for square in sorted(given)),
        *(
            Mark("blocked", square, f"no {piece} on {board.name(square)}")
            for square in sorted(blocked)
        ),
    )


def _heat(weights: Mapping[Square, float]) -> dict[Square, float]:
    """Return the tint of each square, from 0 for the least weight to 1 for the greatest."""
    if not weights:
        return {}
    least, most = min(weights.values()), max(weights.values())
    return {square: (weight - least) / ((most - least) or 1) for square, weight in weights.items()}


def _short(weight: float) -> str:
    """Return a weight in at most five characters, or seven if three digits need them.

    >>> _short(12345), _short(-18400), _short(2.0), _short(1 / 7)
    ('12345', '-1.84e4', '2', '0.143')
    """
    text = number_text(weight)
    return text if len(text) <= _SHORT else re.sub(r"e\+?(-?)0*", r"e\1", f"{float(weight):.3g}")


def _a_board(board: Board) -> str:
    size = f"{board.rows}x{board.columns}{board.wrap and ' '}{board.wrap}"
    return f"{article(size)} {size} board"


def _sentences(*parts: str) -> str:
    return " ".join(f"{part}." for part in parts if part)


def _list(head: str, squares: Collection[Square], board: Board) -> str:
    return f"{head}: {', '.join(names_of(squares, board))}" if squares else ""


SCENES: Table[Callable[[Any, Any, bool], Scene]] = Table(
    "picture",
    {
        "queens": queens_scene,
        "heaviest": heaviest_scene,
        "nonattacking": nonattacking_scene,
        "regions": regions_scene,
        "tour": tour_scene,
        "cover": cover_scene,
    },
)
