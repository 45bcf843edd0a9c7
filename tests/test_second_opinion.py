"""The law and the second opinion agree on random Worlds.

`WORLDS=3000 pytest tests/test_second_opinion.py -n auto` compares so many for each document.
"""

import os

import pytest

from second_opinion import differences
from translated import DOCUMENTS

WORLDS = int(os.environ.get("WORLDS", "100"))
SHARE = 25


@pytest.mark.parametrize("start", range(0, WORLDS, SHARE))
@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_two_opinions_agree(document: str, start: int) -> None:
    seeds = range(start, min(start + SHARE, WORLDS))
    found = [str(one) for seed in seeds for one in differences(document, seed)]
    assert not found, "\n".join(found)
