"""The report on a game: one HTML page that needs nothing else, not even a network."""

from __future__ import annotations

from html import escape

from armillary._version import __version__
from armillary.terminal.annotation import Annotation, Decision, Turn
from armillary.terminal.picture import legend, picture

STYLE = """
:root { color-scheme: light dark; --line: #8886; --soft: #8882; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 960px; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.5em; margin-bottom: 0; } h2 { font-size: 1.15em; margin-top: 2em; }
table { border-collapse: collapse; } td, th { padding: .15em .8em .15em 0; text-align: left;
  border-bottom: 1px solid var(--line); vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
code, pre { font: 13px/1.35 ui-monospace, monospace; } pre { background: var(--soft);
  padding: .6em .8em; overflow-x: auto; margin: .4em 0; }
svg { width: 100%; height: auto; font: 12px system-ui, sans-serif; fill: currentColor; }
svg .grid { stroke: var(--line); } svg .seat { fill: none; stroke-width: 2; }
svg line.turn { stroke: currentColor; stroke-dasharray: 1 3; } svg text.turn { font-weight: bold; }
svg.key { width: 30px; height: 8px; stroke-width: 3; } .legend span { margin-right: 1.5em; }
.turn { border-left: 3px solid var(--line); padding-left: .8em; margin: 1em 0; }
.wide { overflow-x: auto; } small, .soft { opacity: .75; }
"""


def report(found: Annotation, effort: str) -> str:
    """The page. `effort` says how hard the engine thought."""
    record = found.record
    title = f"{record.start.game.notation.TITLE}: {record.name}"
    parts = [
        "<!DOCTYPE html>", '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        f"<p class='soft'>{len(record.tokens)} moves, {len(found.decisions)} decisions analysed "
        f"with {escape(effort)}.</p>",
        *_result(found), "<h2>Win share over the game</h2>", picture(found), legend(found),
        f"<p><small>{_basis(found)}</small></p>",
        "<h2>Turning points</h2>", *_turns(found),
        "<h2>Best alternatives</h2>", *_mistakes(found),
        "<h2>All moves</h2>", *_moves(found),
        f"<p><small>Armillary {__version__}</small></p></body></html>"]
    return "\n".join(parts) + "\n"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}\N{NO-BREAK SPACE}%"


def _basis(found: Annotation) -> str:
    if found.record.start.game.has_hidden:
        return ("Each line is what that seat could know: the engine's estimate at its own "
                "decisions, from its own view. The lines therefore need not add up to 100 %.")
    return "The engine's estimate before each decision; the last point is the result."


def _result(found: Annotation) -> list[str]:
    record = found.record
    parts = [f"<p>Ended: {escape(record.end)}</p>"] if record.end else []
    if record.outcome is None:
        return [*parts, "<p>The game was not finished.</p>"]
    rows = [f"<tr><td>{escape(name)}</td><td class='n'>{rank}</td><td class='n'>{score:g}</td>"
            f"<td class='n'>{_percent(share)}</td></tr>"
            for name, rank, score, share in zip(
                record.players, record.outcome.ranks, record.outcome.scores,
                record.outcome.shares, strict=True)]
    return [*parts, "<table><tr><th>seat</th><th class='n'>place</th><th class='n'>score</th>"
            "<th class='n'>share of the win</th></tr>", *rows, "</table>"]


# ---- Turning points --------------------------------------------------------------------

def _turns(found: Annotation) -> list[str]:
    turns = found.turns()
    if not turns:
        return ["<p>No share of the win changed by as much as 5 % at once.</p>"]
    boards = _boards(found, {turn.before.ply for turn in turns})
    return [_turn(found, number, turn, boards[turn.before.ply])
            for number, turn in enumerate(turns, 1)]


def _turn(found: Annotation, number: int, turn: Turn, board: str) -> str:
    between = found.record.tokens[turn.before.ply:turn.after.ply]
    shown = " ".join(between[:24]) + (f" … ({len(between)} moves)" if len(between) > 24 else "")
    decision = turn.before.decision
    verdict = ""
    if decision and decision.is_mistake:
        verdict = (f"<br>{escape(found.record.players[decision.seat])} gave away "
                   f"{_percent(decision.loss)} by <code>{escape(str(decision.played.move))}</code>;"
                   f" better was <code>{escape(str(decision.best[0].move))}</code>.")
    return (f'<div class="turn" id="turn{number}"><b>{number}. move {turn.before.ply + 1}:</b> '
            f"{escape(found.record.players[turn.seat])} from {_percent(turn.before.share)} to "
            f"{_percent(turn.after.share)} after <code>{escape(shown)}</code>{verdict}"
            f"<pre>{escape(board)}</pre></div>")


def _boards(found: Annotation, wanted: set[int]) -> dict[int, str]:
    """The boards before these moves, with all that was hidden then."""
    return {ply: str(position) for ply, (position, _) in enumerate(found.record.walk())
            if ply in wanted}


# ---- Tables ----------------------------------------------------------------------------

def _mistakes(found: Annotation) -> list[str]:
    mistakes = found.mistakes()
    if not mistakes:
        return ["<p>No move gave away more than the noise of the analysis.</p>"]
    rows = []
    for decision in mistakes:
        best = decision.best[0]
        others = "; ".join(f"{line.move} {_percent(line.shares[decision.seat])}"
                           for line in decision.best[1:] if line.move != decision.played.move)
        rows.append(
            f"<tr><td class='n'>{decision.ply + 1}</td>"
            f"<td>{escape(found.record.players[decision.seat])}</td>"
            f"<td><code>{escape(str(decision.played.move))}</code> "
            f"{_percent(decision.played.shares[decision.seat])}</td>"
            f"<td><code>{escape(str(best.move))}</code> {_percent(best.shares[decision.seat])}"
            f"<br><small>{escape(' '.join(map(str, best.pv[:8])))}</small></td>"
            f"<td class='n'>{_percent(decision.loss)} ± {100 * decision.error:.1f}</td>"
            f"<td><small>{escape(others)}</small></td></tr>")
    return ["<div class='wide'><table><tr><th class='n'>move</th><th>seat</th><th>played</th>"
            "<th>best, and how it goes on</th><th class='n'>given away</th><th>also</th></tr>",
            *rows, "</table></div>"]


def _moves(found: Annotation) -> list[str]:
    """Every token; a decision with the share of its seat and the best move."""
    by_ply = {decision.ply: decision for decision in found.decisions}
    rows = []
    for ply, (position, token) in enumerate(found.record.walk()):
        actor = position.actor
        who = "chance" if actor is None or actor < 0 else found.record.players[actor]
        rows.append(f"<tr><td class='n'>{ply + 1}</td><td>{escape(who)}</td>"
                    f"<td><code>{escape(token)}</code></td>{_judged(by_ply.get(ply))}</tr>")
    return ["<details><summary>show</summary><div class='wide'><table><tr><th class='n'>move</th>"
            "<th>who</th><th>played</th><th class='n'>win share</th><th>best</th></tr>", *rows,
            "</table></div></details>"]


def _judged(decision: Decision | None) -> str:
    if decision is None:
        return "<td></td><td></td>"
    best = str(decision.best[0].move)
    return (f"<td class='n'>{_percent(decision.shares[decision.seat])}</td>"
            f"<td>{'=' if best == str(decision.played.move) else f'<code>{escape(best)}</code>'}"
            "</td>")
