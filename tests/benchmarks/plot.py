"""The tables as one picture: engines side by side, and growth with pieces and with batch size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from benchmarks.clock import readable

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.axes import Axes

OURS, OTHERS, THIRD = "#0b6e99", "#9aa5ac", "#c2571a"


def plot(drawn: dict[str, Any], where: Path) -> None:
    """Draw what was measured."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt
    from matplotlib.ticker import FuncFormatter

    plt.rcParams.update({"font.size": 10, "axes.spines.top": False, "axes.spines.right": False})
    figure, axes = plt.subplots(
        1, 3, figsize=(15, 4.6), width_ratios=[1.5, 1, 1], layout="constrained"
    )
    _engines(axes[0], drawn.get("engines", {}))
    _pieces(axes[1], drawn.get("pieces", []))
    _batch(axes[2], *drawn.get("batch", ([], [])))
    for axis, along in zip(axes, ("x", "y", "y"), strict=True):
        getattr(axis, f"{along}axis").set_major_formatter(FuncFormatter(lambda v, _: readable(v)))
        axis.grid(axis=along, alpha=0.3)
    figure.savefig(where)
    plt.close(figure)


def _engines(axis: Axes, engines: dict[str, tuple[float, float]]) -> None:
    names = list(engines)[::-1]
    p50 = [engines[name][0] for name in names]
    colours = [OURS if name.startswith("aro") else OTHERS for name in names]
    axis.barh(names, p50, color=colours)
    axis.scatter([engines[name][1] for name in names], names, marker="|", s=120, color="black")
    for name, value in zip(names, p50, strict=True):
        axis.annotate(
            readable(value),
            (value, name),
            (-4, 0),
            textcoords="offset points",
            va="center",
            ha="right",
            color="white" if name.startswith("aro") else "black",
        )
    axis.set(xscale="log", title="One declaration, 5 pieces: median; | is the 99th percentile")
    axis.set_xlim(left=min(p50, default=1e-5) / 20)


def _pieces(axis: Axes, rows: list[Any]) -> None:
    found = [(n, row) for n, row in rows if row]
    xs = [n for n, _ in found]
    series = (
        ("shape ready (ground, compile)", ("shape", "compile all"), OTHERS),
        ("every ruling", ("all rulings",), OURS),
        ("one act", ("act",), THIRD),
    )
    for label, keys, colour in series:
        axis.plot(
            xs, [sum(row[k] for k in keys) for _, row in found], "o-", color=colour, label=label
        )
    axis.set(yscale="log", xlabel="pieces on the table", title="Growth with pieces")
    axis.legend(frameon=False, fontsize=9)


def _batch(axis: Axes, asked: list[Any], wide: list[Any]) -> None:
    axis.plot(
        *zip(*asked, strict=True), "o-", color=THIRD, label="one act with reasons, from Situations"
    )
    axis.plot(
        [w for w, _, _ in wide],
        [x for _, _, x in wide],
        "o-",
        color=OTHERS,
        label="every ruling, with its facts",
    )
    axis.plot(
        [w for w, _, _ in wide],
        [x for _, x, _ in wide],
        "o-",
        color=OURS,
        label="every ruling, evaluation alone",
    )
    axis.set(
        xscale="log",
        yscale="log",
        xlabel="situations at once",
        title="Growth with batch size, each",
    )
    axis.legend(frameon=False, fontsize=9)
