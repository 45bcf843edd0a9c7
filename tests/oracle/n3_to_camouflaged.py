"""The N3 page of the TO Camouflaged state; its twin's text is in `n3_twin`."""

from oracle.ask import opinions
from oracle.n3_twin import N3

DOCUMENT = "n3.to_camouflaged"
game, judge, ruling, takes_effect, outcome = opinions(N3())
