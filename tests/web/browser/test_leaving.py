"""What is still there when the page is loaded anew, and when the server cannot be asked."""

import pytest
from tests.web.browser.desk import dense_kings


def test_an_attempt_is_there_again_after_a_reload(desk):
    desk.family("regions")
    desk.mode("try")
    desk.click("a8", "a8", "b6")
    desk.page.reload()
    desk.page.locator("#square-2-1[aria-label*='marked empty']").wait_for()
    assert desk.words("a8") == "region A, piece"
    assert desk.page.locator("#try").is_visible()
    desk.key("Control+z")
    assert desk.holding("marked empty") == set()


def test_an_answer_is_there_again_after_a_reload(desk):
    desk.family("tour")
    desk.solve()
    told = desk.verdict()
    desk.page.reload()
    desk.told("Proved: no tour is shorter.", "answer")
    assert desk.verdict() == told
    assert desk.page.locator(".path .move").count() > 0


def test_a_search_that_is_left_keeps_its_best_answer(desk):
    desk.load(dense_kings(16))
    desk.page.locator("#seconds").select_option("60")
    desk.page.locator("#solve").click()
    desk.told("is the best so far", "answer")
    desk.page.reload()
    desk.told("because the connection to it ended.", "answer")
    assert "Best found: cost" in desk.verdict()
    assert desk.page.locator("#seconds").input_value() == "60"
    assert desk.page.locator("#solve").inner_text() == "Solve"


def test_a_kept_attempt_is_not_put_on_another_puzzle(desk):
    desk.load({"family": "queens", "n": 5})
    desk.mode("try")
    desk.click("a1")
    desk.page.goto("about:blank")
    desk.open()
    assert desk.page.locator("#draw").is_visible()
    desk.mode("try")
    assert desk.holding("queen") == set()


def test_each_family_has_its_own_undo_and_the_browser_goes_back_through_families(desk):
    desk.paint("given", "a1")
    desk.page.wait_for_url("**/#puzzle=*")
    desk.family("tour")
    desk.page.wait_for_function("() => history.length > 2")
    assert desk.page.locator("#undo").is_disabled()
    desk.family("queens")
    assert desk.holding("given queen") == {"a1"}
    desk.key("Control+z")
    assert desk.holding("given queen") == set()
    desk.key("Control+y")
    desk.page.wait_for_function("() => history.length > 3")
    desk.page.go_back()
    desk.page.locator("[data-family=tour][aria-current]").wait_for()
    desk.page.go_back()
    desk.page.locator("[data-family=queens][aria-current]").wait_for()
    assert desk.holding("given queen") == {"a1"}
    desk.key("Control+z")
    assert desk.holding("given queen") == set()


def test_an_unchecked_attempt_is_neither_right_nor_wrong(desk):
    desk.mode("try")
    desk.click("a1")
    desk.told("attack")
    desk.page.route("**/api/check", lambda route: route.abort())
    desk.click("b3")
    desk.told("Not checked: the server could not be asked.")
    assert "Is rookery still running?" in desk.alarm()
    assert desk.figure("Attacks") == "–"
    desk.page.unroute("**/api/check")
    desk.click("b3", "c2")
    desk.told("attack")
    desk.forgive("Failed to load resource")


def test_moves_are_as_quick_as_the_hand_where_the_server_is_far(desk):
    desk.family("tour")
    desk.mode("try")
    desk.page.locator("#board .dot").first.wait_for()
    waiting = desk.hold("**/api/check")
    # The moves that are known are those from h8, and g6 is none of them.
    desk.click("h7", "g6")
    assert desk.page.locator(".path .move").count() == 2
    waiting[-1].continue_()
    desk.told("still to visit")
    assert desk.figure("Your moves") == "2"


@pytest.mark.parametrize(
    ("most", "offered", "chosen"), [(7.5, "1 5 7.5", "7.5"), (40, "1 5 10 30 40", "10")]
)
def test_the_longest_time_of_the_server_is_offered(desk, most, offered, chosen):
    desk.reload_with(limits={"seconds": most, "side": 32})
    seconds = desk.page.locator("#seconds")
    seconds.locator(f"option[value='{most:g}']").wait_for(state="attached")
    values = "all => all.map((one) => one.value).join(' ')"
    assert seconds.locator("option").evaluate_all(values) == offered
    assert seconds.input_value() == chosen
