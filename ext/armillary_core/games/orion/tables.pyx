"""Master of Orion: TOML -> C arrays, at import. Refuses what does not fit.

The folder `data` beside this file is read, or the one that ARMILLARY_DATA_ORION names. The
verbs and their fields are explained in docs/data.md.
"""

import os
import tomllib
from pathlib import Path

from libc.string cimport memset

from armillary_core.games.orion.bag cimport COPIES, bag_put
from armillary_core.games.orion.moves cimport ADVISOR_NAME, NAMES, RACE_NAME
from armillary_core.games.orion.state cimport ANY, HEIGHT, PILE
from armillary_core.games.orion.tables cimport (
    ACTIVATE_CARDS, ADVISOR_ROWS, ALWAYS, ATTACKED, BUILD_CARDS, BUNDLE, BUNDLES, CARRY_CUBE,
    CHOICE, DISCARD_CARDS, DRAW_CARDS, EXCHANGE, Exertion, GAIN, GAIN_BY_COVERED, GAIN_CUBE,
    KINDS, LOYALTY, OPP_BLOCK, OPP_CHOICE, OPP_DISCARD, OPP_LOYALTY, OPP_RETURN_ADVISOR,
    OPP_SINK, OPTIONS, OPTION_LIST, POINTS, RACE_ROWS, REORDER, ROWS, SLOT_P, STEAL, Source,
    TAKE_FROM_PILE, Tables,
)

from armillary_core.kernel.errors import DataError
from armillary_core.kernel.rows import Field, Verb, pack_effects, read_field, read_table

COLOURS = ("blue", "red", "yellow", "grey")
RESOURCES = ("food", "fleet", "production")
TIMINGS = ("none", "activation", "after_build", "after_attack", "start_of_round", "always",
           "end_of_game", "exertion")
SLOTS = ("none", "A", "P")
WHO = ("attacked", "chosen_opponent", "each_opponent", "attacker")
LEVELS = ("low", "medium", "high")

AMOUNT = Field("amount", 1, 20)
CHANGE = Field("amount", -20, 20)
PER = {"b": Field("per", 0, 3, default=0), "c": Field("per_colour", 0, 4, default=0),
       "y": Field("bonus", 0, 9, default=0)}
LIST = {"x": Field("first_option", 0, 255), "y": Field("last_option", 0, 255)}
VICTIM = Field("who", words=WHO)

VERBS = {
    "gain": Verb(GAIN, a=Field("resource", words=RESOURCES), x=AMOUNT, **PER),
    "gain_choice": Verb(CHOICE, **LIST),
    "gain_by_covered": Verb(GAIN_BY_COVERED, a=Field("blue"), b=Field("red"), c=Field("yellow")),
    "exchange": Verb(CHOICE, **LIST),
    "draw": Verb(DRAW_CARDS, x=Field("amount", 1, 9), **PER),
    "discard": Verb(DISCARD_CARDS, x=AMOUNT),
    "take_from_discard": Verb(TAKE_FROM_PILE, x=Field("look", 1, 255), y=Field("take", 1, 9)),
    "gain_cube": Verb(GAIN_CUBE, x=Field("amount", 1, 9)),
    "carry_cube": Verb(CARRY_CUBE),
    "loyalty": Verb(LOYALTY, x=CHANGE),
    "vp": Verb(POINTS, x=AMOUNT, **PER),
    "build": Verb(BUILD_CARDS, x=Field("amount", 1, 5), a=Field("colour", words=(*COLOURS, "any")),
                  b=Field("discount", 0, 9), c=Field("where", words=("any", "this_system"))),
    "activate": Verb(ACTIVATE_CARDS, x=Field("amount", 1, 5)),
    "reorder_system": Verb(REORDER, x=Field("amount", 1, 5)),
    "choose": Verb(CHOICE, **LIST),
    "opp_loyalty": Verb(OPP_LOYALTY, a=VICTIM, x=CHANGE),
    "opp_discard": Verb(OPP_DISCARD, a=VICTIM, x=AMOUNT),
    "opp_choice": Verb(OPP_CHOICE, a=VICTIM, **LIST),
    "steal": Verb(STEAL, a=VICTIM, b=Field("resource", words=RESOURCES), x=AMOUNT),
    "opp_sink_card": Verb(OPP_SINK, a=VICTIM),
    "opp_block_slot": Verb(OPP_BLOCK, a=VICTIM),
    "opp_return_advisor": Verb(OPP_RETURN_ADVISOR, a=VICTIM),
}
STANDING = ("discount", "attack_strength", "attack_cost", "defence_strength", "defence_cost",
            "exploit_bonus", "research_bonus", "extra_system", "permanent")
OPTION_WORDS = {"draw": "draw{}", "discard": "discard{}", "loyalty": "loyalty{:+}",
                "vp": "points{}", "gain_cube": "cube{}"}

# The fields that rows may have; a misspelt one is refused, not left out.
ANY_ROW = ("id", "name_en", "name_ru", "alias_en", "text", "source", "confidence", "facts",
           "reconstructed", "note")
DOING = ("timing", "slot", "trigger", "optional", "extra_cost", "condition", "effects")
STRUCTURE_FIELDS = (*ANY_ROW, *DOING, "colour", "copies", "cost", "income", "vp", "vp_formula",
                    "loyalty6")
RACE_FIELDS = (*ANY_ROW, "start", "start_source", "loyalty_start", "trade", "exertion_low",
               "exertion_medium", "exertion_high", "exploit_bonus", "ability")

#: The ids of structures, advisors and races, in the order of their numbers.
CARD_NAMES = []
ADVISOR_NAMES = []
RACE_NAMES = []
#: The moves that choose an option, by its number.
OPTION_TEXTS = []
# How many entries of the option list, and rows of effects, are in use.
LISTED = [0]
ROW_COUNT = [0]
#: The rows as they were read, by id: names in two languages, texts, provenance.
ROWS_BY_ID = {}


def only(table, fields, where):
    """Refuse what is no table, and fields that mean nothing."""
    if not isinstance(table, dict):
        raise DataError(f"{where}: {table!r} is no table")
    for name in table:
        if name not in fields:
            raise DataError(f"{where}: unknown field {name!r} (fields: {', '.join(fields)})")
    return table


# ---- Parts of a row --------------------------------------------------------------------

cdef int intern_bundle(dict amounts, str where) except -1:
    """The number of a bundle of resources."""
    cdef int i
    for key in amounts:
        if key not in RESOURCES:
            raise DataError(f"{where}: field {key!r}: a bundle holds {', '.join(RESOURCES)}")
    numbers = [read_field(amounts, Field(name, 0, 9, default=0), where) for name in RESOURCES]
    for i in range(TABLES.bundles):
        if [TABLES.bundle[i][r] for r in range(3)] == numbers:
            return i
    if TABLES.bundles == BUNDLES:
        raise DataError(f"{where}: more than {BUNDLES} bundles")
    for r in range(3):
        TABLES.bundle[TABLES.bundles][r] = numbers[r]
    TABLES.bundles += 1
    return TABLES.bundles - 1


def bundle_text(amounts):
    """`food1+production2`."""
    return "+".join(f"{name}{amounts[name]}" for name in RESOURCES if amounts.get(name))


cdef int intern_option(str text, tuple numbers, str where) except -1:
    """The number of an option; two that do the same are one, and so are their moves."""
    if text in OPTION_TEXTS:
        return OPTION_TEXTS.index(text)
    if len(OPTION_TEXTS) == OPTIONS:
        raise DataError(f"{where}: more than {OPTIONS} different options")
    cdef int n = len(OPTION_TEXTS)
    OPTION_TEXTS.append(text)
    TABLES.option[n].verb = numbers[0]
    TABLES.option[n].a = numbers[1]
    TABLES.option[n].b = numbers[2]
    TABLES.option[n].x = numbers[4]
    return n


def list_options(row, where):
    """Put the options of a verb on the option list: its first and its last index."""
    cdef int first = LISTED[0]
    chosen = []
    if row["verb"] == "exchange":
        one, two = row.get("a"), row.get("b")
        if not isinstance(one, dict) or not isinstance(two, dict):
            raise DataError(f"{where}: verb 'exchange': fields 'a' and 'b' must be bundles")
        for given, taken in ((one, two), (two, one)):
            numbers = (EXCHANGE, intern_bundle(given, where), intern_bundle(taken, where), 0, 0)
            chosen.append((f"exchange:{bundle_text(given)}/{bundle_text(taken)}", numbers))
    else:
        options = row.get("options")
        if not isinstance(options, list) or len(options) < 2:
            raise DataError(f"{where}: field 'options': expected a list of two or more")
        for option in options:
            if not isinstance(option, dict):
                raise DataError(f"{where}: field 'options': {option!r} is no table")
            if row["verb"] == "gain_choice":
                numbers = (BUNDLE, intern_bundle(option, where), 0, 0, 0)
                chosen.append((f"choose:{bundle_text(option)}", numbers))
                continue
            word = str(option.get("verb"))
            if word not in OPTION_WORDS or "per" in option:
                raise DataError(f"{where}: field 'options': {word!r} is none of "
                                f"{', '.join(OPTION_WORDS)}")
            packed = pack_effects([option], VERBS, where)[0]
            chosen.append((f"choose:{OPTION_WORDS[word].format(packed[4])}", packed))
    for text, numbers in chosen:
        if LISTED[0] == OPTION_LIST:
            raise DataError(f"{where}: more than {OPTION_LIST} options in all")
        TABLES.option_list[LISTED[0]] = intern_option(text, tuple(numbers), where)
        LISTED[0] += 1
    return first, LISTED[0]


def flatten(row, where):
    """A row of the data as the plain fields that VERBS packs."""
    if not isinstance(row, dict):
        raise DataError(f"{where}: field 'effects': {row!r} is no table")
    flat = dict(row)
    verb = flat["verb"] = str(flat.get("verb"))
    if verb in ("gain_choice", "exchange", "choose", "opp_choice"):
        first, last = list_options(flat, where)
        for key in ("options", "a", "b"):
            flat.pop(key, None)
        flat["first_option"], flat["last_option"] = first, last
    elif verb == "gain_by_covered":
        for name in COLOURS[:3]:
            flat[name] = intern_bundle(flat.get(name, {}), f"{where}: field {name!r}")
    elif verb == "take_from_discard" and flat.get("look") == "all":
        flat["look"] = 255
    elif verb == "activate":
        if flat.pop("other", None) is not True:
            raise DataError(f"{where}: verb 'activate': field 'other': only true is supported")
    elif verb == "build" and flat.get("where") == "this_system" and "advisor" in where:
        raise DataError(f"{where}: field 'where': an advisor has no system to build in")
    if "per" in flat:
        per = flat["per"]
        if not isinstance(per, dict):
            raise DataError(f"{where}: field 'per': {per!r} is no table")
        for key in set(per) - {"count", "colour", "scope", "bonus"}:
            raise DataError(f"{where}: field 'per' has no field {key!r}")
        if read_field(per, Field("count", words=("cards", "own_systems")), where) == 1:
            flat["per"] = 3
        else:
            flat["per"] = 1 + read_field(per, Field("scope", words=("all", "working")), where)
            flat["per_colour"] = read_field(per, Field("colour", words=(*COLOURS, "any")), where)
        flat["bonus"] = per.get("bonus", 0)
    return flat


cdef int add_rows(list effects, str where) except -1:
    """Append rows of verbs to the table; the number of rows then."""
    cdef int n = ROW_COUNT[0]
    for numbers in pack_effects([flatten(row, where) for row in effects], VERBS, where):
        if n == ROWS:
            raise DataError(f"{where}: more than {ROWS} rows of effects in all")
        TABLES.row[n].verb, TABLES.row[n].a = numbers[0], numbers[1]
        TABLES.row[n].b, TABLES.row[n].c = numbers[2], numbers[3]
        TABLES.row[n].x, TABLES.row[n].y = numbers[4], numbers[5]
        if numbers[0] in (OPP_LOYALTY, OPP_DISCARD, OPP_CHOICE, STEAL, OPP_SINK, OPP_BLOCK,
                          OPP_RETURN_ADVISOR) and numbers[1] == 3:
            TABLES.row[n].a = 0         # the attacker: as for the attacked, the other one
        n += 1
    ROW_COUNT[0] = n
    return n


cdef int add_standing(Source *source, row, str where) except -1:
    """A modifier that holds as long as its card works."""
    verb = row["verb"]
    fields = {"discount": {"amount", "where"}, "exploit_bonus": {"colour", "gain"},
              "extra_system": {"capacity"}, "permanent": set()}.get(verb, {"amount"})
    for extra in set(row) - fields - {"verb"}:
        raise DataError(f"{where}: verb {verb!r} has no field {extra!r}")
    if verb == "discount":
        amount = read_field(row, Field("amount", 1, 9), where)
        if read_field(row, Field("where", words=("any", "this_system")), where):
            source.discount_here += amount
        else:
            source.discount += amount
    elif verb == "exploit_bonus":
        colour = read_field(row, Field("colour", words=COLOURS), where)
        gain = row.get("gain", {})
        for key in gain:
            if key not in (*RESOURCES, "keep") or (key == "keep") != (colour == 3):
                raise DataError(f"{where}: field 'gain': {key!r} is not what {COLOURS[colour]} "
                                "cards yield more of")
        for i, name in enumerate((*RESOURCES, "keep")):
            source.exploit[colour][i] += read_field(gain, Field(name, 0, 9, default=0), where)
    elif verb == "extra_system":
        source.capacity = read_field(row, Field("capacity", 1, HEIGHT), where)
    elif verb == "permanent":
        source.permanent = 1
    elif verb == "research_bonus":
        source.research += read_field(row, Field("amount", 1, 9), where)
    else:
        amount = read_field(row, Field("amount", -9, 9), where)
        if verb == "attack_strength":
            source.strength += amount
        elif verb == "attack_cost":
            source.price += amount
        elif verb == "defence_strength":
            source.defence += amount
        else:
            source.toll += amount
    return 0


cdef int fill_source(Source *source, dict row, str where) except -1:
    """What a structure, an advisor or a race does."""
    cdef int i
    effects = row.get("effects", [])
    if not isinstance(effects, list):
        raise DataError(f"{where}: field 'effects': expected a list")
    timing = read_field(row, Field("timing", words=TIMINGS), where)
    source.slot = read_field(row, Field("slot", words=SLOTS, default="none"), where)
    if (source.slot == 1) != (timing == 1) or source.slot == SLOT_P and timing != 3:
        raise DataError(f"{where}: field 'slot': an A slot goes with activation, a P slot with "
                        "after_attack")
    if "trigger" in row:
        if row["trigger"] != "attacked" or timing != ALWAYS:
            raise DataError(f"{where}: field 'trigger': only 'attacked', and only with always")
        timing = ATTACKED
    source.timing = timing
    optional = row.get("optional", False)
    if not isinstance(optional, bool):
        raise DataError(f"{where}: field 'optional': {optional!r} is not true or false")
    keys = (*RESOURCES, "vp", "loyalty", "cards", "cubes")
    cost = only(row.get("extra_cost", {}), keys, f"{where}: field 'extra_cost'")
    numbers = [read_field(cost, Field(key, 0, 9, default=0), where) for key in keys]
    for i in range(3):
        source.cost[i] = numbers[i]
    source.cost_points, source.cost_loyalty = numbers[3], numbers[4]
    source.cost_cards, source.cost_cubes = numbers[5], numbers[6]
    condition = only(row.get("condition", {}), ("has_working_colour",),
                     f"{where}: field 'condition'")
    source.colour = ANY
    if condition:
        source.colour = read_field(condition, Field("has_working_colour", words=COLOURS), where)
    verbs = [str(effect.get("verb")) if isinstance(effect, dict) else None for effect in effects]
    standing = [verb in STANDING for verb in verbs]
    if any(standing):
        if timing != ALWAYS or not all(standing):
            raise DataError(f"{where}: field 'effects': {', '.join(STANDING)} go with timing "
                            "'always', and with each other only")
        for effect in effects:
            add_standing(source, effect, where)
        effects = []
    elif effects and timing in (0, ALWAYS, 6):
        raise DataError(f"{where}: field 'effects': verb {verbs[0]!r} does not go with timing "
                        f"{TIMINGS[timing]!r}")
    elif "carry_cube" in verbs:
        if source.slot != SLOT_P:
            raise DataError(f"{where}: verb 'carry_cube' needs a P slot")
        source.carry = 1
    source.first = ROW_COUNT[0]
    source.end = add_rows(effects, where)
    # An effect with an extra cost may always be declined, unless it is an action (docs/data.md).
    source.may = optional or timing != 1 and any(numbers)
    source.asks = source.may and (any(numbers) or set(verbs) != {"build"})
    return 0


# ---- The three files -------------------------------------------------------------------

cdef int load_structures(folder) except -1:
    cdef int kind, i, r
    path = folder / "structures.toml"
    rows = read_table(path, "structure")
    meta = read_meta(path)
    TABLES.systems = read_field(meta, Field("max_systems", 1, 4), f"{path.name}: meta")
    TABLES.height = read_field(meta, Field("max_cards_per_system", 1, HEIGHT), f"{path.name}: meta")
    TABLES.gate = read_field(meta, Field("loyalty_gate", -9, 10), f"{path.name}: meta")
    if len(rows) > KINDS:
        raise DataError(f"{path.name}: {len(rows)} structures (at most {KINDS})")
    for kind, row in enumerate(rows):
        where = f"{path.name}: structure {row['id']!r}"
        remember(row, STRUCTURE_FIELDS, where)
        CARD_NAMES.append(row["id"])
        TABLES.colour[kind] = read_field(row, Field("colour", words=COLOURS), where)
        TABLES.of_colour[TABLES.colour[kind]] |= <unsigned long long>1 << kind
        TABLES.of_colour[ANY] |= <unsigned long long>1 << kind
        copies = read_field(row, Field("copies", 1, COPIES), where)
        for _ in range(copies):
            bag_put(&TABLES.copies, kind)
        TABLES.cards += copies
        cost = only(row.get("cost", {}), RESOURCES, f"{where}: field 'cost'")
        income = only(row.get("income", {}), RESOURCES, f"{where}: field 'income'")
        for r, name in enumerate(RESOURCES):
            TABLES.cost[kind][r] = read_field(
                cost, Field(name, 0, 9, default=0), f"{where}: field 'cost'")
            TABLES.income[kind][r] = read_field(
                income, Field(name, 0, 9, default=0), f"{where}: field 'income'")
            for i in range(TABLES.cost[kind][r], 10):
                TABLES.payable[r][i] |= <unsigned long long>1 << kind
        if row.get("vp") == "?":
            read_formula(kind, row.get("vp_formula"), f"{where}: field 'vp_formula'")
        else:
            TABLES.points[kind] = read_field(row, Field("vp", 0, 50), where)
        gates = read_field(row, Field("loyalty6", words=("none", "build", "activate", "both"),
                                      default="none"), where)
        if gates in (1, 3):
            TABLES.gated |= <unsigned long long>1 << kind
        TABLES.source[kind].gated = gates >= 2
        fill_source(&TABLES.source[kind], row, where)
        index_kind(kind, &TABLES.source[kind])
    TABLES.kinds = len(rows)
    if TABLES.cards > PILE:
        raise DataError(f"{path.name}: {TABLES.cards} structures (at most {PILE})")
    if "total_cards" in meta and meta["total_cards"] != TABLES.cards:
        raise DataError(f"{path.name}: meta: field 'total_cards': {meta['total_cards']}, but the "
                        f"copies add up to {TABLES.cards}")
    for name, count in only(meta.get("colour_counts", {}), COLOURS,
                            f"{path.name}: meta: field 'colour_counts'").items():
        found = sum(row["copies"] for row in rows if row["colour"] == name)
        if found != count:
            raise DataError(f"{path.name}: meta: field 'colour_counts': {count} {name} cards, but "
                            f"the copies add up to {found}")
    return 0


cdef void index_kind(int kind, const Source *source) noexcept:
    """Put a kind in the sets by which most questions are answered without a look at rows."""
    cdef unsigned long long bit = <unsigned long long>1 << kind
    TABLES.timed[source.timing] |= bit
    if source.strength or source.price:
        TABLES.offensive |= bit
    if source.defence or source.toll:
        TABLES.defensive |= bit
    if source.discount:
        TABLES.thrifty |= bit


cdef int read_formula(int kind, formula, str where) except -1:
    if not isinstance(formula, dict) or formula.get("verb") != "score_per":
        raise DataError(f"{where}: expected a table with verb 'score_per'")
    for key in set(formula) - {"verb", "amount", "count", "colour", "scope", "divisor"}:
        raise DataError(f"{where}: unknown field {key!r}")
    what = read_field(formula, Field("count", words=("cards", "loyalty", "resources")), where)
    if what == 0:
        what = 1 + read_field(formula, Field("scope", words=("all", "working")), where)
        TABLES.formula[kind].colour = read_field(
            formula, Field("colour", words=(*COLOURS, "any")), where)
    else:
        what += 2
    TABLES.formula[kind].count = what
    TABLES.formula[kind].amount = read_field(formula, Field("amount", 1, 9), where)
    TABLES.formula[kind].divisor = read_field(formula, Field("divisor", 1, 50), where)
    return 0


cdef int load_advisors(folder) except -1:
    cdef int n
    path = folder / "advisors.toml"
    rows = read_table(path, "advisor")
    meta = read_meta(path)
    if len(rows) > ADVISOR_ROWS:
        raise DataError(f"{path.name}: {len(rows)} advisors (at most {ADVISOR_ROWS})")
    for n, row in enumerate(rows):
        where = f"{path.name}: advisor {row['id']!r}"
        remember(row, (*ANY_ROW, *DOING), where)
        ADVISOR_NAMES.append(row["id"])
        fill_source(&TABLES.source[ADVISOR_NAME + n], row, where)
        if TABLES.source[ADVISOR_NAME + n].capacity and not TABLES.source[
                ADVISOR_NAME + n].permanent:
            raise DataError(f"{where}: an advisor with a system of its own must be permanent")
    TABLES.advisors = len(rows)
    TABLES.advisors_used = read_field(meta, Field("used_per_game", 0, len(rows)),
                                      f"{path.name}: meta")
    TABLES.hire_cards = read_field(meta, Field("hire_cost_cards", 0, 9), f"{path.name}: meta")
    return 0


cdef int load_races(folder) except -1:
    cdef int n, r, level
    cdef Exertion *exertion
    path = folder / "races.toml"
    rows = read_table(path, "race")
    if len(rows) > RACE_ROWS:
        raise DataError(f"{path.name}: {len(rows)} races (at most {RACE_ROWS})")
    load_rules(path)
    for n, row in enumerate(rows):
        where = f"{path.name}: race {row['id']!r}"
        remember(row, RACE_FIELDS, where)
        start = only(row.get("start", {}), RESOURCES, f"{where}: field 'start'")
        trade = only(row.get("trade", {}), RESOURCES, f"{where}: field 'trade'")
        RACE_NAMES.append(row["id"])
        for r, name in enumerate(RESOURCES):
            TABLES.start[n][r] = read_field(
                start, Field(name, 0, TABLES.most), f"{where}: field 'start'")
            TABLES.trade[n][r] = read_field(
                trade, Field(name, 1, 9), f"{where}: field 'trade'")
        TABLES.start_loyalty[n] = read_field(
            row, Field("loyalty_start", 1, TABLES.most_loyalty), where)
        for level in range(3):
            field = f"exertion_{LEVELS[level]}"
            data = row.get(field)
            if data is None:
                raise DataError(f"{where}: field {field!r}: missing")
            only(data, ("cubes", "loyalty", "effects"), f"{where}: field {field!r}")
            exertion = &TABLES.exertion[n][level]
            exertion.cubes = read_field(data, Field("cubes", 1, 9), f"{where}: field {field!r}")
            exertion.loyalty = read_field(
                data, Field("loyalty", -9, 9, default=0), f"{where}: field {field!r}")
            exertion.first = ROW_COUNT[0]
            exertion.end = add_rows(data.get("effects", []), f"{where}: field {field!r}")
        ability = row.get("ability")
        if ability is None:
            raise DataError(f"{where}: field 'ability': missing")
        only(ability, DOING, f"{where}: field 'ability'")
        fill_source(&TABLES.source[RACE_NAME + n], ability, f"{where}: field 'ability'")
        if row["id"] == "human":
            TABLES.shared_race = n
    if "human" not in RACE_NAMES or len(rows) < 2:
        raise DataError(f"{path.name}: there must be a race 'human', and others")
    TABLES.races = len(rows)
    return 0


cdef int load_rules(path) except -1:
    """The common rules: [meta] and [common.*] of races.toml."""
    cdef int seats, colour, r
    meta = read_meta(path)
    common = tomllib.loads(path.read_text(encoding="utf-8")).get("common", {})

    def part(name):
        if not isinstance(common.get(name), dict):
            raise DataError(f"{path.name}: has no [common.{name}]")
        return common[name], f"{path.name}: common.{name}"

    where = f"{path.name}: meta"
    TABLES.rounds = read_field(meta, Field("rounds", 1, 12), where)
    TABLES.start_hand = read_field(meta, Field("start_hand", 1, 9), where)
    TABLES.hand_limit = read_field(meta, Field("hand_limit", 1, 20), where)
    TABLES.cubes = read_field(meta, Field("cubes_per_player", 11, 25), where) - 5   # markers
    rows, where = part("resources")
    TABLES.most = read_field(rows, Field("max", 1, 9), where)
    TABLES.low_zone = zone_end(rows, "low_zone", where)
    TABLES.medium_zone = zone_end(rows, "medium_zone", where)
    rows, where = part("loyalty")
    TABLES.most_loyalty = read_field(rows, Field("max", 1, 20), where)
    TABLES.end_loyalty = read_field(rows, Field("ends_game_at_or_below", -20, 10), where)
    rows, where = part("exploit")
    for colour in range(3):
        for r, name in enumerate(RESOURCES):
            TABLES.exploit[colour][r] = read_field(
                only(rows.get(COLOURS[colour], {}), RESOURCES, f"{where}: {COLOURS[colour]}"),
                Field(name, 0, 9, default=0), where)
    grey = only(rows.get("grey", {}), ("draw", "keep"), f"{where}: grey")
    TABLES.exploit_draw = read_field(grey, Field("draw", 1, 9), where)
    TABLES.exploit_keep = read_field(grey, Field("keep", 1, 9), where)
    rows, where = part("actions")
    TABLES.research = read_field(rows, Field("research_draw", 1, 9), where)
    TABLES.propaganda = read_field(rows, Field("propaganda_loyalty", 1, 20), where)
    TABLES.attack_price = read_field(rows, Field("attack_cost_fleet", 1, 9), where)
    TABLES.attack_points = read_field(rows, Field("attack_vp", 0, 20), where)
    TABLES.attack_loyalty = read_field(rows, Field("attack_opponent_loyalty", -20, 0), where)
    field = "attacks_per_opponent_per_round"
    limits = only(rows.get(field, {}), ("players_2", "players_3", "players_4"),
                  f"{where}: field {field!r}")
    for seats in range(2, 5):
        TABLES.attack_limit[seats] = read_field(limits, Field(f"players_{seats}", 0, 9), where)
    return 0


def zone_end(rows, name, where):
    """The highest number of a zone [low, high] of the resource tracks."""
    zone = rows.get(name)
    if not isinstance(zone, list) or len(zone) != 2:
        raise DataError(f"{where}: field {name!r}: expected [low, high]")
    return Field(name, 0, 9).pack(zone[1], where)


def read_meta(path):
    """The table [meta] of a file."""
    return tomllib.loads(path.read_text(encoding="utf-8")).get("meta", {})


def remember(row, fields, where):
    """Keep a row for names and texts; an id is unique among all files."""
    only(row, fields, where)
    name = row["id"]
    if not (name.isascii() and name.isidentifier() and name.islower()) or len(name) > 60:
        raise DataError(f"{where}: field 'id': a lower-case word of letters, digits and _")
    for field in ("name_en", "name_ru"):
        if not isinstance(row.get(field), str) or not row[field]:
            raise DataError(f"{where}: field {field!r}: missing")
    if name in ROWS_BY_ID:
        raise DataError(f"{where}: field 'id': stands in another file, too")
    ROWS_BY_ID[name] = row


def load(folder):
    """Fill the tables from the TOML files of a folder."""
    memset(&TABLES, 0, sizeof(Tables))
    ROW_COUNT[0] = LISTED[0] = 0
    for names in (CARD_NAMES, ADVISOR_NAMES, RACE_NAMES, OPTION_TEXTS):
        names.clear()
    ROWS_BY_ID.clear()
    cdef int n
    for n in range(NAMES):
        TABLES.source[n].colour = ANY
    folder = Path(folder)
    if not folder.is_dir():
        raise DataError(f"ARMILLARY_DATA_ORION: {folder} is no folder")
    load_structures(folder)
    load_advisors(folder)
    load_races(folder)
    TABLES.options = len(OPTION_TEXTS)
    TABLES.listed = LISTED[0]
    TABLES.rows = ROW_COUNT[0]
    if TABLES.cards < 4 * TABLES.start_hand + 10:
        raise DataError(f"structures.toml: {TABLES.cards} cards are too few for four seats")


load(os.environ.get("ARMILLARY_DATA_ORION") or Path(__file__).parent / "data")
