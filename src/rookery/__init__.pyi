# What `import rookery` offers, and where each name lies: read by type checkers and, when a name is
# first used, by lazy_loader.

from .api import check as check
from .api import count as count
from .api import covers as covers
from .api import listing as listing
from .api import placement as placement
from .api import placement_chunks as placement_chunks
from .api import placements as placements
from .api import read as read
from .api import sample as sample
from .api import solve as solve
from .api import tours as tours
from .api import write as write
from .api.many import Outcome as Outcome
from .api.many import solve_many as solve_many
from .boards.board import Board as Board
from .boards.pieces import Piece as Piece
from .cover.puzzle import Cover as Cover
from .errors import InputError as InputError
from .errors import LimitError as LimitError
from .errors import PuzzleError as PuzzleError
from .errors import RookeryError as RookeryError
from .family import Puzzle as Puzzle
from .heaviest.puzzle import Heaviest as Heaviest
from .queens.puzzle import Queens as Queens
from .results.limits import Limits as Limits
from .results.progress import Progress as Progress
from .results.result import Reason as Reason
from .results.result import Result as Result
from .results.result import Status as Status
from .running.ledger import LedgerError as LedgerError
from .running.units import WorkError as WorkError
from .tour.puzzle import Tour as Tour
from .version import __version__ as __version__
from .view.plots import plot as plot
from .view.svg import svg as svg
