"""Texts of all families: where their faults are."""

import pytest

import rookery as rk
from rookery.api.texts import puzzles_of

WORD = "AAABCAABBCADDBCDDDBEDDDEE"
FAULTS: dict[str, list[tuple[str, str]]] = {
    "queens": [
        (".. .. queens .", "text:1:14: expected a setting, got '.'"),
        (".. ..", "text:1:1: expected the word 'queens' below the board, got none"),
        ("... ... queens", "text:1:1: expected a square board, got 2x3"),
        (".. .K queens", "text:1:5: expected one of '.', 'x', 'Q' in row 2 of the board, got 'K'"),
    ],
    "heaviest": [
        ("A;B\n", "text:1:1: expected rows of numbers, got the end of the input"),
        ("A;B\n1;2\n", "text:2:4: expected 2 rows of 2 numbers, got 1"),
        ("A;B\nC;D\n1;2\n3;4\n", "text:2:1: expected a number, got 'C'"),
        ("A;1;2\n3;4;5\n", "text:1:1: expected a number, got 'A'"),
        ("1;2\nA;3;4\n", "text:2:1: expected a number, got 'A'"),
        ("lightest\n", "text:1:1: expected a number, got 'lightest'"),
    ],
    "tour": [
        ("...\n N..", "text:1:1: expected one start 'Q', or the setting 'once', got 0"),
        ("Q..\n...", "text:1:1: expected at least one target, got none"),
        ("Q..\nN..\nmover", "text:3:6: expected a piece, got the end of the input"),
        ("Q..\nN..\ntarget c1,a9", "text:3:8: expected a square of the 2x3 board"),
        ("Q..\nN..\ntarget c1,,a2", "text:3:8: expected a square such as 'a1', got ''"),
        ("Q..\nN.B\ngoal c2", "text:3:1: expected one goal, got another"),
        ("Q..\nN.B\nclosed", "text:1:1: expected no goal for a closed tour"),
        ("Q..\nN.P\ntarget c1", "text:1:1: expected the target on a free square, got a piece at"),
        ("Q..\nN..\nmover cK", "text:3:7: expected a mover that moves without capturing"),
        (
            "Q..\nN..\nmover Nx",
            "text:3:7: expected an atom or modifier at letter 2 of 'Nx', got 'x'",
        ),
        # boards drawn in many styles
        ("Q . R\n. N .", "text:1:5: expected one of '.', 'Q', 'N', 'B', 'P', '#' in row 1 of the"),
        ("2 Q . .\n1 . ♔ N", "text:2:5: expected one of '.', 'Q', 'N', 'B', 'P', '#' in row 2"),
        ("| Q | . |\n| N |", "text:2:4: expected 2 squares in row 2 of the board, got 'N'"),
        ("Q . .\n. N . .", "text:2:7: expected 3 squares in row 2 of the board, got '. N . .'"),
        ("Q··\n·♞x", "text:2:6: expected one of '.', 'Q', 'N', 'B', 'P', '#' in row 2"),
        ("3 Q . N\n4 . . .", "text:1:1: expected one of '.', 'Q', 'N', 'B', 'P', '#' in row 1"),
        ("-----\n|---|\nmover N", "text:1:1: expected row 1 of the board, got borders or coord"),
        ("a b c", "text:1:1: expected row 1 of the board, got borders or coordinates only"),
        ("abc\n  \nabc\nclosed", "text:1:1: expected row 1 of the board, got borders or coord"),
        ("1 2 3\n1 2 3", "text:1:1: expected one of '.', 'Q', 'N', 'B', 'P', '#' in row 1"),
        ("|", "text:1:1: expected row 1 of the board, got borders or coordinates only"),
        ("Q . N\n. . .\nmovr N", "text:3:1: expected a setting, got 'movr'; did you mean 'mover'"),
    ],
    "regions": [
        ("", "text:1:1: expected row 1 of the regions, got the end of the input"),
        ("AAB\nABB\nC", "text:3:2: expected 3 letters in row 3, got 'C'"),
        ("AAB\nABB\nCCCC", "text:3:4: expected 3 letters in row 3, got 'CCCC'"),
        ("AAB\nA.B\nCCC", "text:2:2: expected a letter of a region in row 2, got '.'"),
        ("AAB\nAAB\nCCD", "text:3:3: expected one of the 3 regions ABC, got 'D'"),
        ("AB\nÄÄ", "text:2:1: expected one of the 2 regions AB, got 'Ä'"),
        ("AA AA", "text:1:1: expected 2 regions on 2 rows, got 1: A"),
        ("AA BB start 2", "text:1:7: expected a setting, got 'start'; did you mean 'stars'?"),
        ("AA BB stars 1 stars 1", "text:1:15: expected one stars, got another"),
        ("AA BB given a9", "text:1:13: expected a square of the 2x2 board"),
        ("A A B\nA B\nC C C", "text:2:4: expected 3 letters in row 2, got 'A B'"),
        ("A A B\nA B B", "text:2:6: expected 3 rows of 3 letters, got 2"),
        ("A,A,B\nA,B,B\nC,C", "text:3:4: expected 3 letters in row 3, got 'C C'"),
        ("\n [[1, 2], [1]]", "text:2:2: expected 2 letters in row 2, got 'A'"),
        ("[[1, 2], [1, 2]", "text:1:1: expected a list of rows, each bracket of it closed"),
        ("[[1, 2], [x, 2]]", "text:1:1: expected a list of rows, got '[[1, 2], [x, 2]]'"),
        ("[[1, 2], [1, 2]]\nstarz 1", "text:2:1: expected a setting, got 'starz'"),
        (f"{WORD}A", "text:1:27: expected row 2 of the regions, got the end of the input"),
        (f"\n {WORD[:-1]}D.", "text:2:27: expected a letter of a region in row 1, got '.'"),
        (WORD.replace("E", "D"), "text:1:1: expected 5 regions on 5 rows, got 4: ABCD"),
        (f"\n {WORD[:-1]}.", "text:2:2: expected a letter of a region in row 5, column 5, got '.'"),
        (f"6x1.{WORD}", "text:1:"),
        (f"{WORD} {WORD}", "text:1:"),
    ],
    "nonattacking": [
        ("..\n.W", "text:2:2: expected one of '.', '#', 'x', 'K', 'Q', 'R', 'B', 'N', 'P'"),
        ("N. ..\npiece Q 2", "text:1:1: expected a piece that is Q, as told below, got N on a2"),
        (".. piece Qx", "text:1:10: expected an atom or modifier at letter 2 of 'Qx'"),
        (".. piece Q x", "text:1:12: expected a number, or the least and the most, such as 3, 2-4"),
        (".. rows 1 rows 2", "text:1:11: expected one rows, got another"),
        (".. weights 1 x", "text:1:14: expected a weight, got 'x'"),
        (".. wrap round", "text:1:9: expected cylinder or torus, got 'round'"),
        (".. region c1", "text:1:11: expected a square of the 1x2 board"),
        (".. regions A", "text:1:12: expected 1 rows of 2 letters"),
        (".. given 1 a1", "text:1:1: expected an index from 0 to 0, got 1"),
    ],
}


@pytest.mark.parametrize(
    ("family", "text", "message"), [(name, *row) for name, rows in FAULTS.items() for row in rows]
)
def test_faults_have_their_place(family, text, message):
    with pytest.raises(rk.RookeryError) as caught:
        list(puzzles_of(family, text.encode(), "text"))
    assert str(caught.value).startswith(message)
