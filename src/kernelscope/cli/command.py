"""A command as a row of options and a function, registered with typer.

An option is declared once. Its name is the parameter of Python that its value is given to, so that
a command hands on what it does not look at itself: `ab(a, b, **asked)`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console, RenderableType

from kernelscope.errors import UsageError, refuse_other_systems

if TYPE_CHECKING:
    from kernelscope.results.base import Result

_REQUIRED = inspect.Parameter.empty
_PYTHON = re.compile(r"python(3(\.\d+)?)?")


@dataclass(frozen=True, slots=True)
class Option:
    """An argument or an option; its name is the parameter of Python.

    `annotation`: its type, with what typer shows of it. `default`: `_REQUIRED` for none. `acts`: it
    acts when it is read, and no command sees it.
    """

    name: str
    annotation: Any
    default: object
    acts: bool = False

    @property
    def parameter(self) -> inspect.Parameter:
        """The parameter that typer reads the option from."""
        how = inspect.Parameter.KEYWORD_ONLY
        return inspect.Parameter(self.name, how, default=self.default, annotation=self.annotation)


def argument(
    name: str, metavar: str, words: str, default: object = _REQUIRED, *, kind: Any = str
) -> Option:
    """Return an argument: the parameter of Python, and in the help its name and its words."""
    annotation = kind | None if default is None else kind
    return Option(name, Annotated[annotation, typer.Argument(metavar=metavar, help=words)], default)


def option(
    flag: str,
    metavar: str,
    words: str,
    default: object = None,
    *,
    kind: Any = str,
    name: str = "",
    acts: bool = False,
    **more: Any,
) -> Option:
    """Return an option with a value.

    `flag`: as typed, "--seconds". `metavar`: the name of its value in the help; "" for that of its
    type. `words`: what the help says. `name`: the parameter of Python; "" for the flag's words.
    `more`: what else `typer.Option` takes.
    """
    annotation = kind | None if default is None else kind
    info = typer.Option(flag, metavar=metavar or None, help=words, **more)
    return Option(name or _name(flag), Annotated[annotation, info], default, acts)


def flag(*flags: str, words: str, name: str = "", acts: bool = False, **more: Any) -> Option:
    """Return an option without a value, which is false if it is not given; the rest as `option`."""
    info = typer.Option(*flags, help=words, **more)
    return Option(name or _name(flags[0]), Annotated[bool, info], default=False, acts=acts)


def _name(flag: str) -> str:
    return flag.strip("-").replace("-", "_")


@dataclass(slots=True)
class Shell:
    """The options of one call of `main` that no command hands on.

    `traceback`: an error shows Python's. `markdown`: views are printed as Markdown.
    """

    traceback: bool = False
    markdown: bool = False


SHELL: ContextVar[Shell] = ContextVar("shell")


def remember(name: str) -> Callable[[bool], bool]:
    """Return the callback of an option that sets this field of the shell."""

    def set_field(value: bool) -> bool:
        setattr(SHELL.get(), name, value)
        return value

    return set_field


TRACEBACK = flag(
    "--traceback",
    words="On an error, show Python's traceback instead of one line.",
    acts=True,
    callback=remember("traceback"),
    is_eager=True,
)


@dataclass(frozen=True, slots=True)
class Command:
    """A command.

    `run` gets the options by name, and returns the exit code, or None for 0; its docstring is the
    help. `options`: in the order of the help; `TRACEBACK` comes last if it is not among them.
    `anywhere`: it also works, or has a use, where no kernel runs. `settings`: of the parser, as
    click names them.
    """

    name: str
    run: Callable[..., int | None]
    options: tuple[Option, ...]
    anywhere: bool = False
    settings: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def add_to(self, app: typer.Typer) -> None:
        """Add the command to a command line."""

        def called(**given: Any) -> int | None:
            if not self.anywhere:
                refuse_other_systems()
            if "module" in given:
                given |= without_python(self.options[0].name, given)
            return self.run(**{o.name: given[o.name] for o in self.options if not o.acts})

        called.__doc__ = self.run.__doc__
        last = () if TRACEBACK in self.options else (TRACEBACK,)
        parameters = [o.parameter for o in (*self.options, *last)]
        vars(called)["__signature__"] = inspect.Signature(parameters)
        app.command(self.name, context_settings={**self.settings})(called)


def without_python(what: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of `python FILE …` or `python -m MODULE …`: this Python runs it.

    what: the name of the first argument, a script.
    """
    words = list(given["arguments"] or ())
    if not _PYTHON.fullmatch(given[what] or ""):
        return {}
    is_module = given["module"]
    while words and words[0].startswith("-") and not is_module:
        is_module = words[0] == "-m"
        del words[: 2 if words[0] in ("-W", "-X") else 1]
    if not words:
        raise UsageError(f"{given[what]}: name the script that it runs")
    return {what: words[0], "arguments": words[1:], "module": is_module}


def command(
    name: str, *options: Option, anywhere: bool = False, **settings: Any
) -> Callable[[Callable[..., int | None]], Command]:
    """Return a decorator that turns a function into a command."""
    return lambda run: Command(name, run, options, anywhere, settings)


def show(
    result: Result[Any],
    json_path: Path | None = None,
    output: Path | None = None,
    *,
    named: str = "page",
    crop: bool = True,
    soft_wrap: bool = False,
) -> None:
    """Print a result, and write its record and, in the folder `output`, its files.

    The page is named behind the word `named`, "" to name none. The others are those of `draw`.
    """
    if SHELL.get().markdown:
        typer.echo(result.markdown())
    else:
        draw(result.renderable, crop=crop, soft_wrap=soft_wrap)
    write(result, json_path, output, named=named)


def write(
    result: Result[Any], json_path: Path | None, output: Path | None = None, *, named: str = "page"
) -> None:
    """Write a result's record and its files where they are asked for, as `show` does."""
    if json_path is not None:
        result.save(json_path)
    if output is not None:
        page = next(path for path in result.write_all(output) if path.suffix == ".html")
        if named:
            name_file(named, page)


def draw(
    view: Callable[[int], RenderableType], *, crop: bool = True, soft_wrap: bool = False
) -> None:
    """Print the view of a number of columns: for the terminal, or as Markdown.

    `crop`: whether what rich cannot break, such as a line of code, ends at the terminal's width.
    `soft_wrap`: whether long lines are left to the terminal.
    """
    if SHELL.get().markdown:
        from kernelscope.report import markdown

        typer.echo(markdown.text(view(markdown.WIDTH)))
        return
    console = Console(highlight=False)
    console.print(view(console.width), crop=crop, soft_wrap=soft_wrap)


def name_file(what: str, path: Path) -> None:
    """Print the path of a file that was written: "page: out/gelu.html"."""
    if SHELL.get().markdown:
        typer.echo(f"{what}: `{path}`")
    else:
        Console(highlight=False).print(f"{what}: {path}", soft_wrap=True)
