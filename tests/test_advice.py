"""All advice, as `advice.golden` holds it: what each rule and each fault tells the author to do.

It is written for every language in which a kernel can have the fault. `pytest tests/test_advice.py
--update-golden -p no:xdist` writes the file again. Read the difference as someone who does not know
the tool: is the first sentence the cause, and can it be done in that language?
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from diagnose.cases import CASES
from kernelscope import _languages
from kernelscope._languages import LANGUAGES, in_language
from kernelscope.diagnose import RULES, find
from kernelscope.record import Finding
from kernelscope.sanitizer import barriers, session
from sanitizer import advice

GOLDEN = Path(__file__).with_name("advice.golden")
_FRONT_ENDS = {"torch": "inductor"}


def _sections(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    yield from _of_rules()
    monkeypatch.setattr(session, "in_language", lambda text, _: text)
    yield from _of_faults()


def _of_rules() -> Iterator[str]:
    """Yield a section for each advice of each rule, in each language."""
    said: dict[tuple[str, str], dict[str, Finding]] = {}
    for language in LANGUAGES:
        for name, evidence in CASES.items():
            launches = [
                dataclasses.replace(launch, frontend=_FRONT_ENDS.get(language, language))
                for launch in evidence.launches
            ]
            program = "cuda" if language == "cuda" else "torch"
            asked = dataclasses.replace(evidence, launches=launches, language=program)
            for finding in find(asked):
                key = finding.rule, f"{name}: {finding.message}"
                said.setdefault(key, {})[language] = finding
    order = [rule.name for rule in RULES]
    seen: set[tuple[str, ...]] = set()
    for rule, message in sorted(said, key=lambda key: (order.index(key[0]), key[1])):
        words = {language: f.advice for language, f in said[rule, message].items()}
        if (rule, *words.values()) not in seen:
            seen.add((rule, *words.values()))
            yield _section(f"rule {rule}", message, words)


def _of_faults() -> Iterator[str]:
    """Yield a section for each advice of the checker, then for those that no kernel here has."""
    seen: dict[tuple[str, str], advice.Told] = {}
    for one in advice.told():
        seen.setdefault((one.kind, one.advice), one)
    for _, one in sorted(seen.items()):
        yield _section(
            f"check {one.kind}",
            f"{one.name}: {one.message}",
            _in_each(one.advice, below_triton=one.below_triton),
        )
    texts = {one.advice for one in seen.values()}
    for place, text in advice.texts():
        if text not in texts:
            texts.add(text)
            is_below = (
                place.startswith("race") or place.partition(", ")[2] in barriers._BELOW_TRITON
            )
            words = _in_each(text, below_triton=is_below)
            yield _section(f"check, without a kernel here: {place}", "", words)


def _in_each(text: str, *, below_triton: bool) -> dict[str, str]:
    words = {language: in_language(text, language) for language in LANGUAGES if language != "torch"}
    if below_triton:
        words["triton"] = session._COMPILER_ADVICE
    return words


def _section(title: str, message: str, words: dict[str, str]) -> str:
    lines = [title, *([f"    {_without_places(message)}"] if message else [])]
    if len({*words.values()}) == 1:
        return "\n".join([*lines, f"  all: {next(iter(words.values()))}"])
    return "\n".join([*lines, *(f"  {language}: {text}" for language, text in words.items())])


def _without_places(message: str) -> str:
    """Return a message without addresses, folders and lines of PTX: they differ from run to run."""
    message = re.sub(r"0x[0-9a-f]{9,}", "0x…", message)
    return re.sub(r"/\S*/|\(ptx:\d+\)", "", message)


@pytest.fixture(scope="module")
def text() -> str:
    """What is said today."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        return "\n\n".join(_sections(monkeypatch)) + "\n"


def test_all_advice_is_as_it_was_read(request: pytest.FixtureRequest, text: str) -> None:
    """Each word, in each language."""
    if request.config.getoption("update_golden"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")


def test_every_rule_and_every_word_is_in_the_file(text: str) -> None:
    """A rule without a case, or a word that no advice uses, is not read by anybody."""
    assert {rule.name for rule in RULES} <= set(re.findall(r"^rule (\S+)", text, re.MULTILINE))
    assert not re.findall(r"\{[a-z_]+\}", text)
    unused = {
        name
        for name, words in _languages._words().items()
        if not any(word in text for word in words.values())
    }
    assert unused == set()
