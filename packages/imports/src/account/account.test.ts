import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { sourceOfBytes } from "../files/byte-source.ts";
import { UnreadableError } from "../files/unreadable.ts";
import { openZip } from "../files/zip.ts";
import { zipOf } from "../zip-for-tests.ts";
import { accountOf, sha256, TEST_ARCHIVED_AT, type TestLies } from "./account-for-tests.ts";
import { openAccountZip } from "./account-zip.ts";
import { openAccount, previewAccount } from "./open-account.ts";

const NOW_MS = Date.UTC(2026, 5, 1);
const checks = {
  isMemory: (value: unknown, wordId: string) => (value as { wordId: string }).wordId === wordId,
  isLearner: (value: unknown) => value === "learner",
};
async function open(bytes: Uint8Array) {
  const archive = openAccountZip(sourceOfBytes(bytes));
  return archive && (await openAccount(archive, NOW_MS, checks));
}

async function preview(bytes: Uint8Array) {
  const account = await open(bytes);
  return account && previewAccount(account, () => {});
}

const record = {
  id: "r1",
  wordId: "w1",
  isCorrect: true,
  responseTimeMs: 900,
  sessionId: null,
  recordType: "all",
  selfRating: null,
  questionMode: null,
  clientRecordId: "c1",
  details: { hintUsed: true },
  createdAt: "2026-04-01T10:00:00.000Z",
  isImported: false,
};
const state = {
  wordId: "w1",
  state: "learning",
  masteryLevel: 0.4,
  nextReviewAt: "2031-01-01T00:00:00.000Z",
  halfLifeHours: 24,
  correctStreak: 1,
  totalAttempts: 1,
  stabilityDays: 2,
  lastAnswerAt: "2026-04-01T10:00:00.000Z",
  memory: { wordId: "w1" },
  createdAt: "2026-04-01T10:00:00.000Z",
  updatedAt: "2026-04-01T10:00:00.000Z",
  masteryEdges: null,
};
const favorite = { wordId: "w1", createdAt: "2026-04-01T10:00:00.000Z" };

describe("the archive of an account", () => {
  it("shows whose it is, when it was written and what it holds", async () => {
    const later = { ...record, id: "r2", createdAt: "2026-04-02T10:00:00.000Z" };
    const tables = { records: [record, later], word_states: [state] };
    expect(await preview(accountOf(tables))).toEqual({
      kind: "account",
      createdAt: TEST_ARCHIVED_AT,
      username: "Ada",
      counts: { profile: 1, records: 2, word_states: 1 },
      lineCount: 4,
      firstReviewMs: Date.parse(record.createdAt),
      lastReviewMs: Date.parse(later.createdAt),
      mediaCount: 0,
      mediaBytes: 0,
      problems: [],
      problemCount: 0,
    });
  });

  it("gives its lines as they were written", async () => {
    const account = await open(accountOf({ records: [record] }));
    expect(await Readable.from(account?.lines("records") ?? []).toArray()).toEqual([record]);
    expect(await Readable.from(account?.lines("badges") ?? []).toArray()).toEqual([]);
  });

  it("counts sounds, and leaves out tables that it does not know", async () => {
    const sound = { name: "media/m1", content: "sound" };
    const hashes = { "media/m1": sha256("sound") };
    const bytes = accountOf({ later_table: [{ any: 1 }] }, { files: [sound], hashes });
    expect(await preview(bytes)).toMatchObject({
      lineCount: 1,
      mediaCount: 1,
      mediaBytes: 5,
      problems: [{ where: "later_table.ndjson", code: "unknown_table" }],
    });
  });

  it("is the same when a file manager has packed it again, in a folder of its own", async () => {
    const archive = openZip(sourceOfBytes(accountOf({ records: [record] })));
    const inside = archive.entries.map(async ({ name }) => ({
      name: `wordloom-account/${name}`,
      content: await archive.bytes(name, 1_000_000),
    }));
    const added = ["__MACOSX/._wordloom-account", "wordloom-account/.DS_Store", "Thumbs.db"];
    const clutter = added.map((name) => ({ name, content: "x" }));
    const folder = { name: "wordloom-account/", content: "", method: 0 };
    const again = zipOf([clutter[0]!, folder, ...(await Promise.all(inside)), ...clutter.slice(1)]);
    expect(await preview(again)).toEqual(await preview(accountOf({ records: [record] })));
  });

  it("is unreadable when its download broke off, wherever that was", async () => {
    const whole = accountOf({ records: [record], favorites: [favorite] });
    for (let end = 4; end < whole.length; end += 97)
      await expect(preview(whole.subarray(0, end))).rejects.toThrow(/cut off or damaged/);
  });

  it("is no other archive", async () => {
    expect(await open(zipOf([{ name: "index.json", content: "{}" }]))).toBeUndefined();
    expect(await open(Buffer.from("word,meaning"))).toBeUndefined();
  });
});

const lying = (lies: TestLies) => accountOf({ favorites: [favorite] }, lies);
const withRecord = (change: object) => accountOf({ records: [{ ...record, ...change }] });

/** What is wrong, and what the sentence says of it. */
const refused: Readonly<Record<string, readonly [Uint8Array, string]>> = {
  "a manifest that is no JSON": [
    zipOf([{ name: "manifest.json", content: "{" }]),
    "manifest.json: It is not JSON.",
  ],
  "a format that does not exist yet": [
    lying({ manifest: { format: 2 } }),
    "manifest.json: Its format is 2; only format 1 is known.",
  ],
  "no format": [
    zipOf([{ name: "manifest.json", content: "[]" }]),
    "manifest.json: Its format is none; only format 1 is known.",
  ],
  "a manifest of tomorrow": [
    lying({ manifest: { createdAt: "2026-06-03T00:00:00.000Z" } }),
    "manifest.json: createdAt: in the future.",
  ],
  "a hash that is none": [
    lying({ hashes: { "favorites.ndjson": "abc" } }),
    "manifest.json: hashes.favorites.ndjson: no SHA-256 in hexadecimal.",
  ],
  "a hash of other bytes": [
    lying({ hashes: { "favorites.ndjson": "0".repeat(64) } }),
    "favorites.ndjson: Its content is not what manifest.json says.",
  ],
  "a sound of other bytes": [
    lying({
      files: [{ name: "media/m1", content: "x" }],
      hashes: { "media/m1": sha256("y") },
    }),
    "media/m1: Its content is not what manifest.json says.",
  ],
  "fewer lines than told": [
    lying({ counts: { favorites: 2 } }),
    "favorites.ndjson: It has not the 2 lines of which manifest.json tells.",
  ],
  "more lines than told": [
    lying({ counts: { favorites: 0 } }),
    "favorites.ndjson: It has not the 0 lines of which manifest.json tells.",
  ],
  "lines of a file that is not there": [
    lying({ counts: { notes: 3 } }),
    "notes.ndjson: The archive lacks this file.",
  ],
  "a file that is told of and not there": [
    lying({ hashes: { "notes.ndjson": "0".repeat(64) } }),
    "notes.ndjson: The archive lacks this file.",
  ],
  "a file of which nothing is told": [
    lying({ files: [{ name: "extra.ndjson", content: "" }] }),
    "extra.ndjson: manifest.json does not name it.",
  ],
  "a file of another kind": [
    lying({
      files: [{ name: "../run.sh", content: "x" }],
      hashes: { "../run.sh": sha256("x") },
    }),
    "../run.sh: No archive of an account has such a file.",
  ],
  "a line that is no JSON": [
    accountOf({ favorites: ["{"] }),
    "favorites.ndjson, line 1: The line is not JSON.",
  ],
  "a line that is too long": [
    accountOf({ favorites: [favorite, `"${"x".repeat(4_000_001)}"`] }),
    "favorites.ndjson, line 2: The line has more than 4000000 characters.",
  ],
  "a line that is nested too deeply": [
    accountOf({ favorites: [`${"[".repeat(100_000)}${"]".repeat(100_000)}`] }),
    "favorites.ndjson, line 1: The line is nested too deeply.",
  ],
  "a text that no database stores": [
    accountOf({ favorites: [{ ...favorite, wordId: "a\0b" }] }),
    "favorites.ndjson, line 1: The line has a character without meaning.",
  ],
  "a missing field": [
    accountOf({ favorites: [{ createdAt: favorite.createdAt }] }),
    "favorites.ndjson, line 1: wordId: Invalid input: expected string, received undefined.",
  ],
  "a field of another type": [
    withRecord({ responseTimeMs: "fast" }),
    "records.ndjson, line 1: responseTimeMs: Invalid input: expected number, received string.",
  ],
  "a number out of range": [
    withRecord({ selfRating: 4 }),
    "records.ndjson, line 1: selfRating: Too big: expected number to be <=3.",
  ],
  "a time that is none": [
    withRecord({ createdAt: "yesterday" }),
    "records.ndjson, line 1: createdAt: Invalid ISO datetime.",
  ],
  "a time before anything was learned": [
    withRecord({ createdAt: "1901-01-01T00:00:00.000Z" }),
    "records.ndjson, line 1: createdAt: outside of 1990 to 2299.",
  ],
  "an answer in the future": [
    withRecord({ createdAt: "2026-07-01T00:00:00.000Z" }),
    "records.ndjson, line 1: createdAt: in the future.",
  ],
  "details of another form": [
    withRecord({ details: { pauseCount: -1 } }),
    "records.ndjson, line 1: details.pauseCount: Too small: expected number to be >=0.",
  ],
  "a memory of another word": [
    accountOf({ word_states: [{ ...state, memory: { wordId: "w2" } }] }),
    "word_states.ndjson, line 1: memory: not one of the engine.",
  ],
  "a state that is not the engine's": [
    accountOf({ engine_state: [{ state: {} }] }),
    "engine_state.ndjson, line 1: state: not one of the engine.",
  ],
};

describe("a hostile archive of an account", () => {
  it.each(Object.entries(refused))("is refused for %s", async (_, [bytes, sentence]) => {
    const fault = await preview(bytes).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(UnreadableError);
    expect((fault as Error).message).toBe(sentence);
  });
});
