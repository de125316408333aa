"""What single families have on the page: kinds of pieces, tours of whole boards, conditions."""

import pytest

from rookery.families import NAMES, family_named


@pytest.mark.parametrize("name", NAMES)
def test_every_field_with_a_label_has_its_control_and_help(desk, name):
    desk.family(name)
    for field in family_named(name).document().table.all:
        if field.label:
            told = f"{field.about[0].upper()}{field.about[1:]}."
            shown = desk.page.locator(f'#draw [title="{told}"]')
            assert shown.count() == 1, field.name
            assert shown.get_by_label(field.label, exact=True).is_enabled(), field.name


def test_kinds_of_pieces_are_chosen_placed_and_solved(desk):
    desk.family("nonattacking")
    desk.rows = 5
    desk.press("Clear the board")
    desk.page.get_by_label("Remove queen").click()
    desk.enter("Another piece", "rook")
    desk.enter("How many of rook", "1-2")
    desk.paint("kind-1", "a1")
    assert desk.words("a1") == "given rook"
    desk.enter("In each row", "-1")
    desk.enter("In each column", "x")
    desk.page.get_by_text("Such as 3, 2-4, 2- or -4").wait_for()
    desk.enter("In each column", "")
    desk.page.get_by_text("As many of each kind").click()
    desk.solve()
    assert desk.verdict() == "4 pieces. Proved: no placement has more."
    assert desk.page.locator(".placed-pieces li").all_inner_texts() == ["2 × knight", "2 × rook"]
    assert desk.words("a1") == "given rook"


def test_tolerated_attacks_are_ticked(desk):
    desk.load({"family": "nonattacking", "board": {"rows": 2, "columns": 2}, "pieces": ["K"]})
    desk.solve()
    assert desk.verdict().startswith("1 piece.")
    desk.mode("draw")
    desk.page.get_by_label("kings", exact=True).check()
    desk.solve()
    assert desk.verdict().startswith("4 pieces")


def test_regions_of_any_pieces_are_painted(desk):
    desk.load({"family": "nonattacking", "board": {"rows": 4, "columns": 4}, "pieces": ["N"]})
    desk.page.locator("[data-paint=area]").click()
    desk.drag("a1", "d1")
    desk.page.get_by_label("Number to paint: more").click()
    desk.page.evaluate("scrollTo(0, 0)")
    desk.drag("a4", "b4")
    desk.paint("kind-0", "a4")
    assert desk.words("a4") == "region 2, given knight"
    assert desk.holding("region 1") == {"a1", "b1", "c1", "d1"}
    desk.enter("In each region", "1")
    desk.solve()
    assert len(desk.holding("region 1, knight")) == 1
    assert desk.words("b4") == "region 2"


def test_a_whole_board_is_toured(desk):
    desk.family("tour")
    desk.press("Clear the board")
    desk.enter("Moving piece", "knight")
    desk.page.get_by_text("All squares", exact=True).click()
    for side in ("Rows", "Columns"):
        desk.enter(side, "6", exact=True)
    desk.rows = 6
    assert desk.page.locator("[data-paint=target]").count() == 0
    desk.page.get_by_text("Closed: it ends where it began").click()
    desk.solve()
    assert desk.verdict() == "36 moves. Proved: no tour is shorter."
    assert desk.page.locator(".thread").count() == 36
    assert desk.page.locator(".numbers .corner").count() == 36
    layers = desk.page.locator("#board > g").evaluate_all(
        "all => all.map((one) => one.className.baseVal)"
    )
    assert layers.index("numbers") > layers.index("mover")
    desk.mode("draw")
    desk.page.get_by_text("Start anywhere").click()
    desk.solve()
    assert desk.verdict() == "35 moves. Proved: no tour is shorter."


def test_an_open_tour_may_be_tried_from_anywhere(desk):
    puzzle = {"family": "tour", "board": {"rows": 3, "columns": 4}, "start": None}
    desk.load(puzzle | {"targets": "all", "mover": "N", "visit": "on", "once": True})
    desk.mode("try")
    desk.page.locator(".dot").first.wait_for()
    assert desk.page.locator(".dot").count() == 12
    desk.click("a1")
    left = "[aria-label^='d3: '][aria-label*='can be reached']"
    desk.page.locator(left).wait_for(state="detached")
    assert desk.holding("can be reached") == {"b3", "c2"}


def test_conditions_of_a_cover(desk):
    desk.family("cover")
    desk.press("Clear the board")
    desk.paint("king", "d4")
    desk.paint("spared", "a1", "h8")
    assert desk.holding("to be spared") == {"a1", "h8"}
    desk.enter("Each target covered at least", "3")
    desk.page.get_by_text("No piece may attack another").click()
    desk.solve()
    three = int(desk.figure("Cost"))
    desk.mode("draw")
    desk.enter("Each target covered at least", "1")
    desk.solve()
    assert (three, int(desk.figure("Cost"))) == (12, 4)
