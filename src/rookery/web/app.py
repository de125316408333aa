"""The application: how each request is answered; and its server: socket, connections, shutdown."""

from __future__ import annotations

import asyncio
import mimetypes
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from os import cpu_count
from pathlib import Path
from typing import Any, TypeVar

import uvicorn
from anyio import to_thread
from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from uvicorn.protocols.http.h11_impl import H11Protocol

from rookery.document import DocumentError, document_of, puzzle_in
from rookery.errors import RookeryError, did_you_mean, shown
from rookery.families import family_of
from rookery.reading.parts import Part
from rookery.results.methods import method_names
from rookery.version import __version__
from rookery.web import Bounds, schemas
from rookery.web.about import about, families_counted, page
from rookery.web.errors import refusal, refusal_for, refusal_of
from rookery.web.jobs import EventStream, Job, JobAnswer, PictureAnswer, Question, Queue
from rookery.web.pool import Pool
from rookery.web.safety import ABORT, AccessRules, Guard

Function = TypeVar("Function", bound=Callable[..., Any])

STATIC = Path(__file__).with_name("static")
THREADS = 4  # for short computations in the server itself
SECONDS = 10.0  # seconds of a solve, if the request names no limit
STEP_SECONDS = 5.0  # seconds of a hint, a page of placements, a check, a drawing or a text
MAKING_SECONDS = 15.0  # seconds of a search for a new puzzle
STEPS_WAITING = 50
CHECKS_WAITING = 150
DESCRIPTION = """Solves chess-piece puzzles, exactly or with a proven bound.

Squares are named: a1 is the bottom left. Pieces are in Betza notation or named in English. All
errors are an object with a sentence, "error", and if known the "place" in the request.

To solve, POST a puzzle to /api/solve and read the stream of events: "job" with the id to stop it
by, "queued" while others are ahead, "started", "progress" with an "answer" whenever a better one
was found, and as the last one "result" or "error". Closing the connection ends the search."""

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": schemas.Refusal, "description": description}
    for status, description in {
        400: "The body is not JSON.",
        401: "The server's token is missing.",
        403: "The host or the origin is unknown.",
        408: "The body did not arrive in time.",
        413: "The body is too large.",
        415: "The body is not of type application/json.",
        422: "The request is not valid; the error says why.",
        503: "Too many requests or solves at once.",
    }.items()
}

api = APIRouter(prefix="/api", responses=REFUSALS)
pages = APIRouter(include_in_schema=False)
HEADER_SECONDS = 10.0  # for a client to send the headers of a request
CONNECTIONS = 500  # open at once; beyond, the oldest idle one is closed
LARGEST_HEADERS = 1 << 14  # bytes
LAST_SECONDS = 1  # for open requests at shutdown


def _post(path: str, summary: str, model: type[BaseModel]) -> Callable[[Function], Function]:
    """Return the decorator of a path that answers with a model, as JSON."""
    return api.post(
        path, summary=summary, response_class=JSONResponse, responses={200: {"model": model}}
    )


class Server:
    """State shared by all request handlers: the limits, and the queues before the workers."""

    def __init__(self, bounds: Bounds, public_url: str) -> None:
        self.bounds = bounds
        self.public_url = public_url
        self.pool = Pool(bounds.jobs + 2, bounds.memory)
        self.solves = Queue(self.pool, bounds.jobs, bounds.waiting)
        self.steps = Queue(self.pool, 1, STEPS_WAITING)
        self.checks = Queue(self.pool, 1, CHECKS_WAITING)
        self.threads = max(1, (cpu_count() or 1) // bounds.jobs)

    def close(self) -> None:
        """End all jobs."""
        self.solves.close()
        self.steps.close()
        self.checks.close()


def create_app(
    bounds: Bounds | None = None, access: AccessRules | None = None, public_url: str = ""
) -> FastAPI:
    """Return the application.

    `bounds` are the limits of requests, and `access` the rules of access; by default only this
    machine is served. `public_url` is the address of the page for others, used in its links.
    """
    mimetypes.add_type("text/javascript", ".js")  # some systems know it by another name
    server = Server(bounds or Bounds(), public_url)
    app = FastAPI(
        title="Rookery",
        version=__version__,
        description=DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan,
    )
    app.state.server = server
    app.add_middleware(Guard, access=access or AccessRules(), bounds=server.bounds)
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(RookeryError, _on_error)
    app.add_exception_handler(HTTPException, _on_http)
    app.include_router(api)
    app.include_router(pages)
    app.mount("/static", StaticFiles(directory=STATIC))
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    to_thread.current_default_thread_limiter().total_tokens = THREADS
    server: Server = app.state.server
    server.pool.open()
    try:
        yield
    finally:
        await server.pool.close()


@pages.head("/")
@pages.get("/")
def index() -> FileResponse:
    """Return the page."""
    return FileResponse(STATIC / "index.html")


@pages.head("/static/fields.js")
@pages.get("/static/fields.js")
def fields_module() -> Response:
    """Return the page's module that is made from the families' tables of fields."""
    return Response(schemas.fields_module(), media_type="text/javascript")


@pages.head("/api")
@pages.get("/api")
def reference(request: Request) -> HTMLResponse:
    """Return the description of the API for readers."""
    return HTMLResponse(page(request.app.openapi()))


@api.head("/about", include_in_schema=False)
@api.get("/about", summary="Limits, pieces, examples and methods")
def get_about(request: Request) -> dict[str, Any]:
    """Return the facts about the server that a page needs."""
    server = _server(request)
    return about(server.bounds, server.public_url)


@_post("/read", "Read the puzzles in a text", schemas.Puzzles)
async def post_read(asked: schemas.Read, request: Request) -> Response:
    """Return the puzzles of an input of one of the four contest problems, or of another text."""
    return JobAnswer(_server(request).checks, _question("read", "puzzles", asked))


@_post("/piece", "Read a piece's name", schemas.NamedPiece)
async def post_piece(asked: schemas.Name, request: Request) -> Response:
    """Return the Betza notation of a piece that is named, or written in it."""
    return JobAnswer(_server(request).checks, _question("piece", "piece", asked))


@_post("/write", "Write a puzzle as text", schemas.Text)
async def post_write(asked: schemas.Write, request: Request) -> Response:
    """Return the text of a puzzle, as people write it or as the input of a contest problem."""
    return JobAnswer(_server(request).checks, _question("write", "text", asked))


@_post("/check", "Check an answer by the rules", schemas.VerdictModel)
async def post_check(asked: schemas.Check, request: Request) -> Response:
    """Return the faults of an answer, the squares it leaves open, and the attacks of its pieces.

    For queens, an answer is a single placement: the squares of any number of queens.
    """
    return JobAnswer(_server(request).checks, _question("check", "verdict", asked))


@api.post(
    "/draw",
    summary="Draw a puzzle and an answer",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
)
async def post_draw(asked: schemas.Draw, request: Request) -> Response:
    """Return an SVG picture; with `animate` a tour plays, with `lines` attacks are shown."""
    return PictureAnswer(_server(request).checks, _question("draw", "picture", asked))


@_post("/placements", "List placements of queens", schemas.PlacementList)
async def post_placements(asked: schemas.ListPlacements, request: Request) -> Response:
    """Return placements in lexicographic order, after a given one or from a number on."""
    return JobAnswer(_server(request).steps, _question("placements", "placements", asked))


@_post("/hint", "Explain the next step of an attempt", schemas.NextStep)
async def post_hint(asked: schemas.Hint, request: Request) -> Response:
    """Return the next step and its reason; its rule is ``mistake`` if something is to be undone.

    Of a region puzzle the step is certain. Otherwise it leads to the best answer found in time.
    """
    return JobAnswer(_server(request).steps, _question("hint", "hint", asked))


@_post("/generate", "Make a region puzzle", schemas.NewPuzzle)
async def post_generate(asked: schemas.Generate, request: Request) -> Response:
    """Return a random puzzle that has exactly one answer; the same seed gives the same puzzle."""
    return JobAnswer(_server(request).steps, _question("generate", "puzzle", asked, MAKING_SECONDS))


@api.post(
    "/solve",
    summary="Solve a puzzle, live",
    response_class=Response,
    responses={
        200: {
            "description": "Server-sent events: job, queued, started, progress, result or error.",
            "content": {"text/event-stream": {"schema": schemas.Event.model_json_schema()}},
        }
    },
)
def post_solve(asked: schemas.Solve, request: Request) -> Response:
    """Solve a puzzle, or with `count` count its answers, and report progress.

    With `fundamental`, symmetric answers count once. The answer of a queens puzzle holds at most
    the first 1,000 placements; the value is the number found.
    """
    server = _server(request)
    puzzle = puzzle_in(Part(asked.puzzle.model_dump(), "puzzle"))
    most = server.bounds.seconds
    seconds = min(SECONDS, most) if asked.seconds is None else asked.seconds
    if seconds > most:
        raise DocumentError("seconds", expected=f"at most {most:g} seconds", found=f"{seconds:g}")
    family = family_of(puzzle)
    if asked.count and not family.counters():
        counted = " or ".join(family.name for family in families_counted())
        raise DocumentError("count", expected=f"a puzzle of {counted} to count", found=family.name)
    if asked.fundamental and not asked.count:
        raise DocumentError("fundamental", expected="count to be true with it", found="false")
    names = method_names(family.counters() if asked.count else family.methods)
    if asked.method not in names:
        hint = did_you_mean(asked.method, names)
        raise DocumentError("method", expected="a method", found=f"{shown(asked.method)}{hint}")
    task = asked.model_dump() | {
        "do": "solve",
        "puzzle": document_of(puzzle),
        "seconds": seconds,
        "threads": server.threads,
    }
    return EventStream(server.solves, Job(task))


@api.post(
    "/jobs/{identity}/stop",
    summary="Stop a solve",
    status_code=204,
    responses={
        404: {"model": schemas.Refusal, "description": "No such job is running or waiting."}
    },
)
async def post_stop(identity: str, request: Request) -> Response:
    """End a solve with the best answer it has; its stream ends with the result."""
    job = _server(request).solves.find(identity)
    if job is None:
        raise HTTPException(404, f"no job {shown(identity)} is running or waiting")
    job.stop()
    return Response(status_code=204)


def _server(request: Request) -> Server:
    server: Server = request.app.state.server
    return server


def _question(do: str, noun: str, asked: schemas.Shape, seconds: float = STEP_SECONDS) -> Question:
    """Return the job of a request that has one answer."""
    return Question(asked.model_dump() | {"do": do, "seconds": seconds}, noun)


async def _on_invalid(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    errors = error.errors()
    status = 400 if errors[0]["type"] == "json_invalid" else 422
    return JSONResponse(refusal_of(errors, error.body), status)


async def _on_error(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RookeryError)
    return JSONResponse(refusal_for(error), 422)


async def _on_http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    text = str(error.detail)
    if error.status_code == 400:
        text = "expected a body of JSON in UTF-8 with numbers of at most 4,300 digits, got another"
    elif text == "Not Found":
        text = f"expected a path of the API or of the page, got {shown(request.url.path)}"
    elif error.status_code == 405:
        allowed = {name.lower(): value for name, value in (error.headers or {}).items()}
        text = f"expected {allowed.get('allow', 'another method')}, got {request.method}"
    return JSONResponse(refusal(text), error.status_code, error.headers)


def serve(
    listener: socket.socket, bounds: Bounds, access: AccessRules, public_url: str = ""
) -> None:
    """Answer requests on a listening socket until a signal; then end all processes."""
    config = uvicorn.Config(
        create_app(bounds, access, public_url),
        http=Connection,
        loop="asyncio",
        ws="none",
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        h11_max_incomplete_event_size=LARGEST_HEADERS,
        timeout_graceful_shutdown=LAST_SECONDS,
    )
    PageServer(config).run([listener])


class PageServer(uvicorn.Server):
    """A server that stops its jobs at shutdown instead of waiting for them."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End all jobs, then all connections."""
        app: Any = self.config.app
        app.state.server.close()
        await super().shutdown(sockets)


class Connection(H11Protocol):
    """A connection that is closed if it idles too long or others need its place."""

    _waiting: asyncio.TimerHandle | None = None
    _opened = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timeout of the first request's headers."""
        self.app_state = self.app_state | {ABORT: transport.abort}
        super().connection_made(transport)
        self._opened = self.loop.time()
        self._wait()
        if len(self.connections) > CONNECTIONS:  # cut off the oldest without a request at work
            others: set[Any] = self.connections
            idle = [one for one in others if one.cycle is None or one.cycle.response_complete]
            min(idle, key=lambda one: one._opened).transport.abort()

    def data_received(self, data: bytes) -> None:
        """Pass data on; limit the time until a request's headers are complete."""
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before:
            self._rest()
        elif before is None or before.response_complete:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timeout."""
        self._rest()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._waiting is None:
            self._waiting = self.loop.call_later(HEADER_SECONDS, self.transport.abort)

    def _rest(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
