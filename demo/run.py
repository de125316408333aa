"""The demonstration: ``make demo``.

Answer the published samples of the four contest problems, check and draw the answers, and solve
fifteen 25x25 boards of ``showdown`` within ten seconds. The kernels for those boards are compiled
while the samples, which need none, are answered.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.live import Live
from rich.table import Table

import rookery as rk
from rookery.api.solving import solve_each
from rookery.results.progress import COMPILING
from rookery.statements import NAMES, showdown

ROOT = Path(__file__).parents[1]
DEMO = ROOT / "demo"
PUZZLES = {
    "eight-queens": "eight non-attacking queens, one of them given",
    "sultan": "eight non-attacking queens on the greatest numbers",
    "traveling-queen": "the shortest tour past all knights to the bishop",
    "showdown": "the cheapest pieces that check every king",
}
# The kernel sets for the boards, in the order of their time to compile, longest first.
KERNELS = ("cover", "cover-weighting", "cover-bound")
NEXT = """\
rookery queens 12 --count                    how many ways to place twelve non-attacking queens
rookery tour 8 knight --svg tour.svg         a knight's tour, drawn
rookery generate showdown -o boards.txt      boards of your own ...
rookery judge showdown boards.txt            ... and their answers
rookery show boards.txt --test 1             a board, drawn
rookery --help                               the rest"""


class Demo:
    """The steps of the demonstration, and whether a command failed."""

    def __init__(self, console: Console, folder: Path) -> None:
        self.console = console
        self.folder = folder
        self.rejected = False

    def heading(self, text: str) -> None:
        self.console.print(f"\n[bold]{text}[/]")

    def run(self, *arguments: str, shown: bool = True) -> str:
        """Run the command line, print it and what it prints, and return its output."""
        if shown:
            self.command(*arguments)
        run = subprocess.run(
            [sys.executable, "-m", "rookery", *arguments],
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        self.rejected |= run.returncode != 0
        output = (run.stdout + run.stderr).rstrip("\n")
        if output and (shown or run.returncode):
            self.console.print(output, markup=False, soft_wrap=True)
        return run.stdout

    def command(self, *arguments: str) -> None:
        """Print a command line as a user would type it."""
        line = f"$ rookery {shlex.join(map(self.short, arguments))}"
        self.console.print(line, style="cyan", markup=False, soft_wrap=True)

    def short(self, argument: str) -> str:
        """Return a path relative to the project's folder."""
        path = Path(argument)
        if path.is_absolute():
            return path.name if path.parent == self.folder else str(path.relative_to(ROOT))
        return argument

    def sample(self, name: str) -> None:
        """Answer the sample of a statement and check the answer."""
        given = str(DEMO / f"{name}.txt")
        answers = self.folder / f"{name}.answers.txt"
        self.heading(f"{name}: {PUZZLES[name]}")
        output = self.run("judge", name, given)
        if not output:
            return
        answers.write_bytes(output.encode())
        self.run("check", name, given, str(answers))
        published = (DEMO / f"{name}.answer.txt").read_text(encoding="utf-8")
        if output == published:
            self.console.print("[green]the published answer, byte for byte[/]")
        elif name == showdown.NAME:
            cost = output.split()[1]
            self.console.print(
                f"[green]cost {cost}; the published answer costs {published.split()[1]}[/]"
            )
        else:
            self.console.print("[red]not the published answer[/]")
            self.rejected = True

    def drawings(self) -> None:
        """Draw the answers of the samples."""
        self.heading("The answers, drawn")
        for name in ("eight-queens", "traveling-queen", "showdown"):
            given, answers = DEMO / f"{name}.txt", self.folder / f"{name}.answers.txt"
            self.run("show", str(given), str(answers), "--test", "1")

    def wait(self, compiling: subprocess.Popen[bytes]) -> None:
        """Wait for the kernels, so that compiling does not count towards the boards' seconds."""
        if compiling.poll() is None:
            self.console.print(f"\n{COMPILING}: the boards below wait for theirs")
            compiling.wait()

    def boards(self, cases: int, seconds: float) -> None:
        """Generate boards of the statement ``showdown``, solve them and check the answers."""
        self.heading(f"{cases} boards of 25x25 for showdown, {seconds:g} seconds for all of them")
        started = time.perf_counter()
        given, answers = self.folder / "boards.txt", self.folder / "boards.answers.txt"
        self.run("generate", "showdown", "--seed", "1", "--cases", str(cases), "-o", str(given))
        puzzles = rk.read(given, showdown.NAME)
        with BoardLines(self.console, len(puzzles)) as lines:
            limits = rk.Limits(seconds=max(0.0, started + seconds - time.perf_counter()))
            results = []
            for result in solve_each(puzzles, limits=limits, on_each=lines.progress):
                lines.result(len(results), result)
                results.append(result)
        chunks = showdown.write(results)
        answers.write_bytes("".join(chunks).encode())
        self.console.print(f"{time.perf_counter() - started:.1f} seconds in all")
        verdicts = self.run("check", "showdown", str(given), str(answers), shown=False)
        self.command("check", "showdown", str(given), str(answers))
        self.console.print(verdicts.splitlines()[-1] if verdicts else "no verdict")


class BoardLines:
    """A line for each board: live on a terminal, else printed when the board is solved."""

    def __init__(self, console: Console, boards: int) -> None:
        self.console = console
        self.cells: list[tuple[str, ...]] = [("", "", "", "")] * boards
        self.has_warned = False
        self.live = Live(console=console, get_renderable=self.table, refresh_per_second=8)

    def __enter__(self) -> BoardLines:
        if self.console.is_terminal:
            self.live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.console.is_terminal:
            self.live.stop()

    def table(self) -> Table:
        table = Table("board", box=None, pad_edge=False)
        for head in ("cost", "bound", "gap", ""):
            table.add_column(head, justify="right")
        for number, cells in enumerate(self.cells, 1):
            table.add_row(str(number), *cells)
        return table

    def progress(self, number: int, progress: rk.Progress) -> None:
        """Show the state of a board."""
        waits = progress.stage == COMPILING
        state = COMPILING if waits else f"{progress.seconds:.1f} s"
        self.cells[number] = (*_figures(progress), state)
        if waits and not self.has_warned and not self.console.is_terminal:
            self.has_warned = True
            self.console.print(f"{COMPILING}; until then boards are improved without them")

    def result(self, number: int, result: rk.Result) -> None:
        """Show the result of a board."""
        cost, bound, gap = figures = _figures(result)
        self.cells[number] = (*figures, result.status.value)
        if not self.console.is_terminal:
            line = f"board {number + 1:2}  cost {cost:>11}  bound {bound:>11}  gap {gap:>6}"
            self.console.print(line, soft_wrap=True)


def _figures(known: rk.Progress | rk.Result) -> tuple[str, str, str]:
    value, bound = (
        "-" if number is None else f"{number:,.0f}" for number in (known.value, known.bound)
    )
    return value, bound, "-" if known.gap is None else f"{100 * known.gap:.1f} %"


def main() -> int:
    parser = argparse.ArgumentParser(description="Demonstrate Rookery.")
    parser.add_argument("--boards", type=int, default=15, help="number of large boards")
    parser.add_argument("--seconds", type=float, default=9.0, help="for all large boards")
    arguments = parser.parse_args()
    compiling = subprocess.Popen([sys.executable, "-m", "rookery", "warm", "-q", *KERNELS])
    console = Console(highlight=False)
    with tempfile.TemporaryDirectory() as folder:
        demo = Demo(console, Path(folder))
        console.print("[bold]Rookery[/]: the published samples of four chess-piece puzzles")
        for name in NAMES:
            demo.sample(name)
        demo.drawings()
        demo.wait(compiling)
        demo.boards(arguments.boards, arguments.seconds)
    if demo.rejected:
        console.print("\n[bold red]Something was rejected: see above.[/]")
        return 1
    demo.heading("What to try next (. .venv/bin/activate makes `rookery` a command)")
    console.print(NEXT, markup=False, soft_wrap=True)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
