"""Configuration of Sphinx; ``make docs`` in the repository's root builds the pages."""

from __future__ import annotations

import os
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "_ext"))

import rookery  # noqa: E402 - the extensions above are found first

project = "Rookery"
author = "The Rookery authors"
copyright = "The Rookery authors"
version = release = rookery.__version__

extensions = [
    "sphinx.ext.autodoc",
    "numpydoc",
    "myst_parser",
    "sphinx_copybutton",
    "computed",
    "notebook",
]
exclude_patterns = ["_*"]
default_role = "py:obj"

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
numpydoc_show_class_members = False
numpydoc_xref_param_type = False

html_theme = "furo"
html_title = f"Rookery {release}"
html_static_path = ["_static"]
html_css_files = ["rookery.css"]
html_show_sphinx = False
html_favicon = "../src/rookery/web/static/icon.svg"
html_copy_source = False
html_show_copyright = False

# The address of the repository, for a link at the foot of every page; none when it is not set.
repository = os.environ.get("ROOKERY_REPOSITORY", "")
html_theme_options = {
    "footer_icons": [{"name": "Repository", "url": repository, "html": "Repository", "class": ""}]
    if repository
    else []
}

# The copy buttons copy commands and Python without prompts and output.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
