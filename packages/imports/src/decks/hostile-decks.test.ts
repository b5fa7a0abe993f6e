import { zstdCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { UnreadableError } from "../files/unreadable.ts";
import { zipOf, type TestEntry } from "../zip-for-tests.ts";
import {
  apkgEntries,
  apkgOf,
  collectionOf,
  CREATED_S,
  proto,
  type TestDeck,
} from "./deck-for-tests.ts";
import { deckWords } from "./deck-words.ts";
import { withDeck } from "./open-for-tests.ts";
import { previewDeck } from "./preview-deck.ts";

const HOUSE: TestDeck = {
  notes: [{ id: 10, fields: ["Haus", "house"] }],
  cards: [{ id: 100, nid: 10 }],
};
const FIRST_MS = CREATED_S * 1000;

/** The deck with one of its files replaced, or added. */
function withEntry(entry: TestEntry, format: "anki21" | "anki21b" = "anki21b"): Uint8Array {
  const entries = apkgEntries({ ...HOUSE, media: { "a.mp3": "sound" } }, format);
  return zipOf([...entries.filter(({ name }) => name !== entry.name), { method: 0, ...entry }]);
}

const zeros = (bytes: number) => Buffer.alloc(bytes);
const refused = async (bytes: Uint8Array) => {
  const fault = await withDeck(bytes, (deck) => {
    previewDeck(deck);
    return [...deckWords(deck, {})];
  }).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(UnreadableError);
  return (fault as Error).message;
};

const collection = (content: Uint8Array) =>
  withEntry({ name: "collection.anki21b", content: zstdCompressSync(content) });
const bytesOf = collectionOf(HOUSE, true);
const sql = (...then: readonly string[]) => apkgOf({ ...HOUSE, then });

/** Decks that are refused as a whole, and what the refusal says. */
const REFUSED: readonly (readonly [string, () => Uint8Array, RegExp])[] = [
  [
    "of a version that does not exist yet",
    () => withEntry({ name: "meta", content: proto(1, 4) }),
    /^meta: The deck is of version 4, which is newer/,
  ],
  [
    "with a damaged version",
    () => withEntry({ name: "meta", content: "\xff\xff" }),
    /^meta: .*damaged/,
  ],
  [
    "that lacks the collection it names",
    () => withEntry({ name: "meta", content: proto(1, 3) }, "anki21"),
    /^collection.anki21b: The archive lacks/,
  ],
  ["whose schema does not exist yet", () => apkgOf({ ...HOUSE, schema: 19 }), /^col: .*version 19/],
  ["whose schema is too old", () => apkgOf({ ...HOUSE, schema: 3 }), /^col: .*version 3/],
  [
    "that unpacks two hundred times",
    () => collection(zeros(64 * 1024 ** 2)),
    /^collection.anki21b: .*more than 200 to 1/,
  ],
  [
    "whose packed collection is damaged",
    () => withEntry({ name: "collection.anki21b", content: zstdCompressSync(bytesOf).fill(7, 40) }),
    /^collection.anki21b: .*damaged/,
  ],
  [
    "whose packed collection is cut off",
    () =>
      withEntry({
        name: "collection.anki21b",
        content: zstdCompressSync(bytesOf).subarray(0, 200),
      }),
    /^collection.anki21b: .*damaged/,
  ],
  [
    "that is packed to need a hundred megabytes",
    () =>
      withEntry({
        name: "collection.anki21b",
        // A frame that declares a window of 128 MiB (RFC 8878, 3.1.1.1.2).
        content: Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 17 << 3, 0x01, 0, 0]),
      }),
    /^collection.anki21b: .*damaged/,
  ],
  ["whose collection is none", () => collection(Buffer.from("SQLite format 4")), /no sound header/],
  ["whose collection is empty", () => collection(zeros(0)), /no sound header/],
  ["whose collection is cut off", () => collection(bytesOf.subarray(0, 8192)), /malformed/],
  [
    "whose pages are overwritten",
    () => collection(Buffer.concat([bytesOf.subarray(0, 4096), Buffer.alloc(bytesOf.length, 5)])),
    /damaged/,
  ],
  [
    "whose notes are a view",
    () => sql("alter table notes rename to n", "create view notes as select * from n"),
    /lacks one of the tables/,
  ],
  [
    "whose cards are an endless view",
    () =>
      sql(
        "drop table cards",
        "create view cards as with recursive n(id) as (select 1 union all select id + 1 from n) " +
          "select id, id as nid from n",
      ),
    /lacks one of the tables/,
  ],
  [
    "whose review log is virtual",
    () => sql("drop table revlog", "create virtual table revlog using fts5(id, cid, ease)"),
    /lacks one of the tables/,
  ],
  [
    "whose fields are computed",
    () =>
      sql(
        "drop table notes",
        "create table notes (id integer primary key, guid, mid, mod, tags, " +
          "flds text generated always as (hex(zeroblob(400000000))))",
        "insert into notes (id) values (1)",
      ),
    /column flds of notes is computed/,
  ],
  [
    "with a row of forty megabytes",
    () => sql("update notes set flds = hex(zeroblob(20000000))"),
    /too big|more than 200 to 1/,
  ],
  ["with damaged settings", () => sql("update col set models = '{'"), /^col.models: .*JSON/],
  [
    "with settings that are a list of nothing",
    () => sql("update col set decks = 'null'"),
    /col.decks/,
  ],
  [
    "with settings nested half a million times",
    () => sql("update col set models = replace(hex(zeroblob(500000)), '00', '[')"),
    /^col.models: .*JSON/,
  ],
  ["without settings", () => sql("delete from col"), /^col: /],
  [
    "with a damaged list of media",
    () => withEntry({ name: "media", content: "[1]" }, "anki21"),
    /^media: /,
  ],
  [
    "with a list of media that is no list",
    () => withEntry({ name: "media", content: zstdCompressSync(Buffer.from("\x0a\xff")) }),
    /^media: .*damaged/,
  ],
  [
    "with an endless list of media",
    () => withEntry({ name: "media", content: zstdCompressSync(zeros(17 * 1024 ** 2)) }),
    /^media: /,
  ],
];

describe("a hostile deck", () => {
  test.each(REFUSED)("%s is refused with what is wrong and where", async (_, make, message) => {
    expect(await refused(make())).toMatch(message);
  });

  test("with half a million reviews of one card is refused in bounded time", async () => {
    const fill =
      "insert into revlog with recursive n(v) as " +
      "(select 1 union all select v + 1 from n where v < 500000) " +
      `select ${FIRST_MS} + v, 100, 3, 1, 1, 2500, 1000, 1 from n`;
    expect(await refused(sql(fill))).toBe("revlog: The card 100 has more than 50000 reviews.");
  });

  test("with triggers is read without running them", async () => {
    const bytes = sql("create trigger t after insert on notes begin delete from notes; end");
    expect(await withDeck(bytes, (deck) => previewDeck(deck).rowCount)).toBe(1);
  });

  test("with indexes that compute, and checks that never hold, is read without them", async () => {
    const bytes = sql(
      "create index i on notes (hex(zeroblob(100000)) || flds) where length(flds) > 0",
      "alter table cards add column x check (x is null or hex(zeroblob(400000000)) = x)",
    );
    expect(await withDeck(bytes, (deck) => previewDeck(deck).rowCount)).toBe(1);
  });

  test("whose media have false names, sizes and places harms nothing", async () => {
    const list = JSON.stringify({
      0: "../../etc/passwd",
      1: "absent.mp3",
      "../collection.anki21": "b.mp3",
      "collection.anki21": "c.mp3",
      __proto__: "d.mp3",
      2: 7,
    });
    const media = await withDeck(withEntry({ name: "media", content: list }, "anki21"), (deck) => [
      ...deck.media.files.keys(),
    ]);
    expect(media).toEqual(["../../etc/passwd"]);
  });

  test("whose recording is larger than it says is refused when it is read", async () => {
    const bomb = { name: "0", content: zstdCompressSync(zeros(64 * 1024 ** 2)) };
    const read = withDeck(withEntry(bomb), (deck) => deck.media.bytes("a.mp3", 5_000_000));
    await expect(read).rejects.toThrow(/a.mp3|0: It is packed more than 200 to 1/);
  });

  test("with impossible dates, intervals and numbers keeps its notes", async () => {
    const huge = 2n ** 62n;
    const deck: TestDeck = {
      ...HOUSE,
      cards: [
        { id: 100, nid: 10, type: 2, queue: 2, due: 9e15, ivl: huge, factor: -5, lapses: -1 },
        { id: 101, nid: 10, type: 9 },
        { id: 102, nid: 10, due: "x" },
        { id: 103, nid: 10, ord: -1 },
        { id: 104, nid: 10, ord: 3, type: 2, data: '{"s":-1,"d":99,"pos":"x"}' },
        { id: 105, nid: 10, ord: 4, type: 2, data: "[".repeat(9_000) },
      ],
    };
    const rows = await withDeck(apkgOf(deck), (opened) => ({
      preview: previewDeck(opened),
      words: [...deckWords(opened, {})],
    }));
    expect(rows.preview.problems.map(({ where, code }) => [where, code])).toEqual([
      ["card 2", "impossible_card"],
      ["card 3", "impossible_card"],
      ["card 4", "impossible_card"],
    ]);
    const [word] = rows.words;
    expect(word?.note?.cards).toMatchObject([
      { dueMs: null, interval: 0, ease: 0, lapses: 0 },
      { memory: null, position: null },
      { memory: null },
    ]);
  });

  test("with fields of tags without end is read in time", async () => {
    const fields = ["<rp".repeat(100_000), "[漢".repeat(100_000) + "{{".repeat(50_000)];
    const deck = {
      ...HOUSE,
      notes: [
        { id: 10, fields },
        { id: 11, fields: ["a b. ".repeat(1e5), "x"] },
      ],
    };
    await withDeck(apkgOf(deck), (opened) => previewDeck(opened));
  });
});
