"""Has the real Anki import decks and says what it found, as JSON.

    anki_facts.py OUT IN...

Imports the files IN one after another into an empty collection and exports it to OUT, with the
schedule and in the format that older programs read. Needs the package "anki" of PyPI.
"""

import json
import os
import sys
import tempfile
import time

from anki.collection import (
    Collection,
    ExportAnkiPackageOptions,
    ImportAnkiPackageOptions,
    ImportAnkiPackageRequest,
)

out, *files = sys.argv[1:]
folder = tempfile.mkdtemp(dir=os.path.dirname(out))
collection = Collection(os.path.join(folder, "collection.anki2"))
logs = []
for path in files:
    options = ImportAnkiPackageOptions(with_scheduling=True, with_deck_configs=False)
    request = ImportAnkiPackageRequest(package_path=path, options=options)
    log = collection.import_anki_package(request).log
    names = ("new", "updated", "duplicate", "conflicting", "missing_notetype", "missing_deck")
    logs.append({name: len(getattr(log, name)) for name in names})

today = collection.sched.today
query = collection.db.all


def date_of(due):
    """The date of a day of the collection."""
    seconds = collection.sched.day_cutoff + (due - today - 1) * 86400
    return time.strftime("%Y-%m-%d", time.localtime(seconds))


def card(row):
    guid, ordinal, deck, kind, queue, due, data, *rest = row
    memory = json.loads(data or "{}")
    return {
        "guid": guid,
        "ord": ordinal,
        "deck": collection.decks.name(deck),
        "type": kind,
        "queue": queue,
        "due": date_of(due) if kind == 2 else due,
        "s": memory.get("s"),
        "d": memory.get("d"),
        **dict(zip(("ivl", "factor", "reps", "lapses", "flags"), rest)),
    }


facts = {
    "logs": logs,
    "notes": [
        {
            "guid": guid,
            "type": collection.models.get(type_id)["name"],
            "fields": fields.split("\x1f"),
            "tags": tags.split(),
        }
        for guid, type_id, fields, tags in query("select guid, mid, flds, tags from notes order by id")
    ],
    "cards": [
        card(row)
        for row in query(
            """select guid, ord, did, type, queue, due, cards.data, ivl, factor, reps, lapses,
            cards.flags from cards join notes on notes.id = nid order by guid, ord"""
        )
    ],
    "reviews": query(
        """select revlog.id, guid, ord, ease, revlog.ivl, lastIvl, revlog.factor, time, revlog.type
        from revlog left join cards on cards.id = cid left join notes on notes.id = nid
        order by revlog.id"""
    ),
    "types": {
        model["name"]: {
            "fields": [field["name"] for field in model["flds"]],
            "cards": [template["name"] for template in model["tmpls"]],
        }
        for model in collection.models.all()
    },
    "media": sorted(os.listdir(collection.media.dir())),
}
collection.export_anki_package(
    out_path=out,
    options=ExportAnkiPackageOptions(
        with_scheduling=True, with_deck_configs=False, with_media=True, legacy=True
    ),
    limit=None,
)
collection.close()
print(json.dumps(facts))
