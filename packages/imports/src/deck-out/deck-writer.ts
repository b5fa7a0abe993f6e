import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { htmlToText } from "../text/html-text.ts";
import { collectionJson } from "./collection-json.ts";
import type {
  WrittenCard,
  WrittenCollection,
  WrittenNote,
  WrittenPart,
  WrittenReview,
} from "./written-deck.ts";

/** Writes a collection, some notes at a time. */
export interface DeckWriter {
  /** @throws Error when the collection would be larger than it may be */
  add(part: WrittenPart): void;
  /** Ends the collection. */
  finish(collection: WrittenCollection): void;
  /** Gives up, or does nothing after `finish`. */
  close(): void;
}

const PAGE_BYTES = 4_096;
/** Of the pages that SQLite keeps in memory, KiB. */
const CACHE_KIB = 16_384;

/**
 * Starts a collection of schema 11, the last one that every program reads: Anki since 2.0 and on
 * telephones, and what other programs wrote to read decks.
 *
 * Source: Anki, rslib/src/storage/schema11.sql.
 *
 * @param path  a file that does not exist yet, in a private folder
 * @param maxBytes  a larger collection is an error
 */
export function createDeckWriter(path: string, maxBytes: number): DeckWriter {
  const database = new DatabaseSync(path);
  // Nobody needs the file if it is not finished, so nothing guards it against a crash.
  database.exec(`
    pragma page_size = ${PAGE_BYTES};
    pragma journal_mode = off;
    pragma synchronous = off;
    pragma cache_size = -${CACHE_KIB};
    pragma max_page_count = ${Math.ceil(maxBytes / PAGE_BYTES)};
    ${TABLES}
  `);
  const addNote = database.prepare("insert into notes values (?, ?, ?, ?, -1, ?, ?, ?, ?, 0, '')");
  const addCard = database.prepare(
    "insert into cards values (?, ?, ?, ?, ?, -1, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, ?, ?)",
  );
  const addReview = database.prepare(
    "insert or ignore into revlog values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
  );
  database.exec("begin");

  function insertReview({ id, cardId, rating, kind, timeMs, schedule }: WrittenReview): void {
    const { interval, lastInterval, factor } = schedule ?? NO_SCHEDULE;
    const rest = [
      ...[cardId, schedule === null ? UNKNOWN : -1, rating, interval, lastInterval],
      ...[schedule === null && kind === "review" ? EASE : factor, timeMs, KINDS[kind]],
    ];
    // Two reviews of one moment get two times.
    for (let at = id; addReview.run(at, ...rest).changes === 0;) at += 1;
  }

  return {
    add({ notes, cards, reviews }) {
      for (const note of notes) addNote.run(...noteRow(note));
      for (const card of cards) addCard.run(...cardRow(card));
      for (const review of reviews) insertReview(review);
    },
    finish(collection) {
      const nowMs = collection.nowMs;
      const json = collectionJson(collection);
      database.exec(INDEXES);
      database.exec(COUNTS);
      database
        .prepare("insert into col values (1, ?, ?, ?, 11, 0, -1, 0, ?, ?, ?, ?, '{}')")
        .run(collection.createdS, nowMs, nowMs, json.conf, json.models, json.decks, json.dconf);
      database.prepare("update cards set mod = ?").run(Math.floor(nowMs / 1000));
      database.exec("commit");
      database.close();
    },
    close() {
      if (database.isOpen) database.close();
    },
  };
}

/** Marks what is counted when all reviews are there, in place of a number of synchronization. */
const UNKNOWN = -2;
const NO_SCHEDULE = { interval: 0, lastInterval: 0, factor: 0 };
/** With which a card begins, permille. */
const EASE = 2_500;

const KINDS = {
  learning: 0,
  review: 1,
  relearning: 2,
  filtered: 3,
  manual: 4,
  rescheduled: 5,
} as const satisfies Record<WrittenReview["kind"], number>;

const STAGES = {
  new: 0,
  learning: 1,
  review: 2,
  relearning: 3,
} as const satisfies Record<WrittenCard["stage"], number>;

function noteRow({ id, guid, typeId, modifiedS, tags, fields }: WrittenNote) {
  const first = htmlToText(fields[0] ?? "");
  const sum = createHash("sha1").update(first).digest("hex").slice(0, 8);
  const tagged = tags.length === 0 ? "" : ` ${tags.join(" ")} `;
  return [
    ...[id, guid, Number(typeId), modifiedS, tagged, fields.join("\x1f"), first],
    Number.parseInt(sum, 16),
  ];
}

function cardRow(card: WrittenCard) {
  const { stage, queue, counts } = card;
  const isLearning = stage === "learning" || stage === "relearning";
  const active = isLearning ? (card.isDueByDay === true ? 3 : 1) : STAGES[stage];
  return [
    ...[card.id, card.noteId, card.deckId, card.ordinal, 0, STAGES[stage]],
    ...[{ active, suspended: -1, buried: -3 }[queue], card.due, card.interval, card.ease],
    ...[counts?.repetitions ?? UNKNOWN, counts?.lapses ?? 0, card.flag, dataOf(card)],
  ];
}

/** Memory and place as Anki keeps them. */
function dataOf({ stage, position, memory, answeredS }: WrittenCard): string {
  const data = {
    ...(stage !== "new" && position !== null && { pos: position }),
    ...(memory !== null && { s: round(memory.stability, 4), d: round(memory.difficulty, 3) }),
    ...(memory !== null && answeredS !== null && { lrt: answeredS }),
  };
  return Object.keys(data).length === 0 ? "" : JSON.stringify(data);
}

const round = (value: number, digits: number) => Number(value.toFixed(digits));

const TABLES = `
  create table col (id integer primary key, crt integer not null, mod integer not null,
    scm integer not null, ver integer not null, dty integer not null, usn integer not null,
    ls integer not null, conf text not null, models text not null, decks text not null,
    dconf text not null, tags text not null);
  create table notes (id integer primary key, guid text not null, mid integer not null,
    mod integer not null, usn integer not null, tags text not null, flds text not null,
    sfld integer not null, csum integer not null, flags integer not null, data text not null);
  create table cards (id integer primary key, nid integer not null, did integer not null,
    ord integer not null, mod integer not null, usn integer not null, type integer not null,
    queue integer not null, due integer not null, ivl integer not null, factor integer not null,
    reps integer not null, lapses integer not null, left integer not null, odue integer not null,
    odid integer not null, flags integer not null, data text not null);
  create table revlog (id integer primary key, cid integer not null, usn integer not null,
    ease integer not null, ivl integer not null, lastIvl integer not null,
    factor integer not null, time integer not null, type integer not null);
  create table graves (usn integer not null, oid integer not null, type integer not null);
`;

const INDEXES = `
  create index ix_notes_usn on notes (usn);
  create index ix_cards_usn on cards (usn);
  create index ix_revlog_usn on revlog (usn);
  create index ix_cards_nid on cards (nid);
  create index ix_cards_sched on cards (did, queue, due);
  create index ix_revlog_cid on revlog (cid);
  create index ix_notes_csum on notes (csum);
`;

/** Days where it was a day or more, else seconds below zero. */
const spanOf = (ms: string) =>
  `case when ${ms} >= 86400000 then ${ms} / 86400000 else -(${ms} / 1000) end`;

const COUNTS = `
  update cards set
    reps = (select count(*) from revlog where cid = cards.id and ease > 0),
    lapses = (select count(*) from revlog where cid = cards.id and ease = 1 and type = 1)
  where reps = ${UNKNOWN};
  update revlog set usn = -1, lastIvl = spans.before, ivl = spans.after
  from (
    select id,
      coalesce(${spanOf("(id - lag(id) over card)")}, 0) as before,
      coalesce(${spanOf("(lead(id) over card - id)")},
        (select max(0, ivl) from cards where cards.id = cid), 0) as after
    from revlog window card as (partition by cid order by id)
  ) as spans
  where revlog.usn = ${UNKNOWN} and spans.id = revlog.id;
`;
