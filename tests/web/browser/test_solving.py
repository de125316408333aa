"""Solving on the page: answers that improve, stop, steps through placements, tours that play."""

import re

from tests.web.browser.desk import dense_kings

from rookery import Board, Cover, Heaviest, Tour, solve
from rookery.document import document_of

SIDE = 16  # of a square, in units of the picture
WEIGHTS = [[(7 * row * row + 11 * column * row) % 23 for column in range(6)] for row in range(6)]


def test_the_heaviest_are_stepped_through(desk):
    desk.load({"family": "heaviest", "weights": WEIGHTS, "best": 3})
    desk.solve()
    best = solve(Heaviest(WEIGHTS, best=3))
    assert desk.figure("Weight") == str(best.value)
    assert desk.figure("Gap") == "none"
    steps = desk.page.locator(".navigator b")
    weights = [Heaviest(WEIGHTS).weight(placement) for placement in best.answer]
    seen = []
    for _ in best.answer:
        seen.append(steps.inner_text())
        desk.page.get_by_label("Next").click(force=True)
    assert seen == [f"weighs {weight}" for weight in weights]


def test_a_tour_plays(desk):
    desk.family("tour")
    desk.solve()
    assert "Proved: no tour is shorter." in desk.verdict()
    moves = int(desk.figure("Moves"))
    assert desk.page.locator(".move rect.disc").count() == moves
    mover = desk.page.locator(".mover")
    desk.page.get_by_label("To the start").click()
    assert mover.get_attribute("data-square") == "0-7"
    desk.page.get_by_label("One move forward").click()
    assert desk.page.locator(".player").inner_text().startswith("1. h8–")
    desk.page.get_by_label("Play", exact=True).click()
    desk.page.get_by_label("Pause").click()
    desk.page.get_by_label("Play", exact=True).click()
    desk.page.get_by_text(re.compile(rf"^{moves}\. ")).wait_for()
    desk.page.get_by_label("Play", exact=True).wait_for()


def test_a_tour_around_joined_edges_is_drawn_the_way_its_piece_goes(desk):
    board = Board(5, 6, walls=["b3"], wrap="cylinder")
    tour = Tour(board, "a3", "c3", ["f5"], mover="R", visit="on")
    desk.load(document_of(tour))
    desk.solve()
    moves = solve(tour).value
    assert desk.verdict().startswith(f"{moves} moves")
    first = desk.page.locator('#board g.move[data-move="1"] path.line')
    edge = SIDE * board.columns  # past the wall to the right it would be shorter
    first.and_(desk.page.locator(f'[d*="M{edge} "]')).wait_for(state="attached")
    assert first.count() == 1


def test_a_cover_improves_is_stopped_and_keeps_its_best(desk):
    desk.load(dense_kings(18))
    desk.page.locator("#seconds").select_option("60")
    desk.page.locator("#solve").click()
    desk.page.locator(".placed-pieces li").first.wait_for()
    desk.told("Searching: cost", "answer")
    first = desk.number("Cost")
    desk.page.locator(".chart path.bound").wait_for()
    desk.page.wait_for_timeout(1500)
    desk.press("Stop")
    desk.page.locator("#solve:not(.stop)").wait_for()
    assert desk.number("Proved bound") <= desk.number("Cost") <= first
    assert "you stopped it" in desk.verdict()
    placed = desk.page.locator(".placed-pieces li").all_inner_texts()
    numbers = [int(one.split(" ")[0]) for one in placed]
    assert desk.page.locator(".placed").count() == sum(numbers) > 0


def test_a_cover_is_proved_and_its_lines_are_drawn(desk):
    rows = ["___##", "__#__", "##_#_", "_##__", "##___"]
    prices = [1, 1, 1, 1, 1, 1, 2, 1]
    desk.take("\n".join(["5", *rows, " ".join(map(str, prices))]), "showdown")
    desk.solve()
    assert desk.figure("Cost") == str(solve(Cover.parse(rows, prices)).value)
    desk.page.locator(".lines .line").first.wait_for()
    desk.page.get_by_text("Show which piece checks which king").locator("visible=true").click()
    assert desk.page.locator(".lines .line").count() == 0


def test_an_undone_edit_brings_its_answer_back(desk):
    desk.solve()
    answer = desk.verdict()
    desk.mode("draw")
    desk.paint("given", "a8")
    desk.mode("answer")
    assert desk.verdict().startswith("Press “Solve”")
    desk.key("Control+z")
    assert desk.verdict() == answer


def test_the_place_in_the_queue_is_shown(desk):
    stream = 'event: job\ndata: {"job": "1"}\n\nevent: queued\ndata: {"ahead": 2}\n\n'
    desk.page.route("**/api/solve", lambda route: route.fulfill(body=stream))
    told: list[str] = []
    desk.page.expose_function("told", lambda text: told.append(str(text)))
    desk.page.evaluate(
        """() => {
          const verdict = document.querySelector("#answer .verdict");
          new MutationObserver(() => window.told(verdict.textContent))
            .observe(verdict, { childList: true, characterData: true, subtree: true });
        }"""
    )
    desk.solve()
    assert "Waiting for your turn: 2 are ahead of you." in told
    assert "was lost before the end" in desk.alarm()
