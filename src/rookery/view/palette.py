"""Colours of the pictures, light, dark and for paper, and their style sheet.

The accents are Okabe and Ito's (Color Universal Design, 2008): people with any kind of colour
vision can distinguish them. No meaning depends on colour alone.
"""

from __future__ import annotations

from typing import Literal, get_args

from rookery.errors import PuzzleError, did_you_mean, shown

Theme = Literal["auto", "light", "dark", "paper"]
AUTO, LIGHT_THEME, DARK_THEME, PAPER_THEME = get_args(Theme)

LIGHT = {
    "ground": "#fbf8f1",
    "text": "#3b3630",
    "light": "#f3ead7",
    "dark": "#c9ab85",
    "wall": "#4a4038",
    "ink": "#1b1b1b",
    "paper": "#fffdf7",
    "piece": "#1b1b1b",
    "outline": "#fffdf7",
    "blue": "#0072b2",
    "red": "#d55e00",
    "green": "#00795a",
    "brightness": "1",
}
DARK = {
    "ground": "#14181d",
    "text": "#d8d4c8",
    "light": "#566272",
    "dark": "#3a4450",
    "wall": "#090b0e",
    "ink": "#f7f3e8",
    "paper": "#14181d",
    "piece": "#0d1013",
    "outline": "#f7f3e8",
    "blue": "#56b4e9",
    "red": "#f0a030",
    "green": "#40d9b0",
    "brightness": "1.5",
}
# Tints of regions, light and dark: shades of Okabe and Ito's colours. Borders separate regions.
TINTS = (
    ("#cfe5f4", "#2b4a61"),
    ("#f9dcb4", "#5f4626"),
    ("#c4e5d4", "#22523f"),
    ("#efd3e3", "#573653"),
    ("#f6f0b4", "#545127"),
    ("#dcdad6", "#3f454d"),
)

LIGHT |= {f"tint{number}": light for number, (light, _) in enumerate(TINTS)}
DARK |= {f"tint{number}": dark for number, (_, dark) in enumerate(TINTS)}
PAPER = LIGHT | {"ground": "#ffffff", "paper": "#ffffff", "outline": "#ffffff", "text": "#000000"}
THEMES = {LIGHT_THEME: LIGHT, DARK_THEME: DARK, PAPER_THEME: PAPER}

_COLOURED = (
    ".ground{{fill:{ground}}}",
    ".light{{fill:{light}}}",
    ".dark{{fill:{dark}}}",
    ".wall{{fill:{wall}}}",
    ".frame{{stroke:{wall}}}",
    ".text{{fill:{text}}}",
    ".heat{{fill:{blue}}}",
    ".weight{{fill:{ink};stroke:{paper}}}",
    ".ours{{fill:{piece};stroke:{outline};color:{outline}}}",
    ".theirs{{fill:{outline};stroke:{piece};color:{piece}}}",
    ".halo{{stroke:{paper}}}",
    ".line{{stroke:{blue}}}",
    ".head{{fill:{blue};stroke:{paper}}}",
    ".disc{{fill:{blue};stroke:{paper}}}",
    ".thread{{filter:brightness({brightness})}}",
    ".number{{fill:{paper}}}",
    ".hurdle,.fault{{stroke:{red}}}",
    ".guarded{{stroke:{green}}}",
    ".tag{{fill:{green};stroke:{paper}}}",
    ".blocked{{stroke:{ink}}}",
    ".given{{stroke:{blue}}}",
    ".border{{stroke:{ink}}}",
    ".region{{fill:{ink}}}",
    *(f".tint{number}{{{{fill:{{tint{number}}}}}}}" for number in range(len(TINTS))),
)
# On paper also patterns of regions, and lines to write on
_ON_PAPER = (" .hatch{fill:none;stroke:#8f8a80}", " .rule{fill:none;stroke:#000000}")
_PLAIN = (
    "{font-family:'DejaVu Sans',Verdana,Arial,sans-serif}",
    " .ours{stroke-width:1;paint-order:stroke}",
    " .theirs{stroke-width:.9}",
    " .ours,.theirs,.line,.halo{stroke-linejoin:round;stroke-linecap:round}",
    " .line,.halo,.hurdle,.guarded,.blocked,.given,.fault,.frame,.border{fill:none}",
    " .weight,.tag{paint-order:stroke}",
)


def style_sheet(scope: str, theme: str = AUTO) -> str:
    """Return the CSS of a picture whose root has the identifier `scope`; refuse unknown themes.

    The scope keeps the rules from affecting the rest of a page. ``auto`` follows the reader's
    system.
    """
    if theme not in (AUTO, *THEMES):
        hint = did_you_mean(theme, [AUTO, *THEMES])
        expected = f"a theme ({', '.join([AUTO, *THEMES])})"
        raise PuzzleError(expected=expected, found=f"{shown(theme)}{hint}")
    rules = (*_PLAIN, *_ON_PAPER) if theme == PAPER_THEME else _PLAIN
    plain = "".join(_scoped(rule, scope) for rule in rules)
    if theme != AUTO:
        return plain + _colours(scope, THEMES[theme])
    dark = f"@media (prefers-color-scheme:dark){{{_colours(scope, DARK)}}}"
    return plain + _colours(scope, LIGHT) + dark


def _colours(scope: str, theme: dict[str, str]) -> str:
    return "".join(_scoped(" " + rule.format(**theme), scope) for rule in _COLOURED)


def _scoped(rule: str, scope: str) -> str:
    """Return a rule with the scope in front of each selector."""
    selectors, brace, body = rule.partition("{")
    return (
        ",".join(f"#{scope} {selector}".rstrip() for selector in selectors.strip().split(","))
        + brace
        + body
    )
