import { afterAll, beforeAll, expect, it } from "vitest";
import { wavTone } from "@wordloom/testing/content/sounds";
import { createServerFixture, type ServerFixture } from "@wordloom/testing/process/server-fixture";
import {
  createDataDirectory,
  startServerProcess,
  withLastLines,
  type ServerProcess,
} from "@wordloom/testing/process/server-process";
import { until } from "@wordloom/testing/service/until";

// A process is killed while it imports a list or an account, and while it takes the import back.
// The next one goes on: the import ends as if nothing had happened, and so does its undo.
const LINES = 3_000;
const END_MAX_MS = 90_000;
const RUN_MAX_MS = 400_000;

/** Changes written down when the process is killed; the entries of the book come all at once. */
const MOMENTS = [
  { importing: 0, undoing: 2 * LINES },
  { importing: 1, undoing: 1.7 * LINES },
  { importing: 0.5 * LINES, undoing: LINES },
  { importing: LINES, undoing: 0.3 * LINES },
];

const OWN = 600;
/** A batch of words, then rows about them; the entries of books come last. */
const ARCHIVE_MOMENTS = [
  { importing: 1, undoing: 2 * OWN },
  { importing: 0.5 * OWN, undoing: 1.01 * OWN },
  { importing: OWN + 15, undoing: 0.5 * OWN },
  { importing: 1.5 * OWN, undoing: 5 },
];

/** The first word is the library's, and the last line says the second one again. */
const LIST = [
  "text 0\tmeaning 0",
  ...Array.from({ length: LINES - 1 }, (_, n) => `das Wort ${n}\tword ${n}`),
  "das Wort 0\tword 0",
].join("\n");

let fixture: ServerFixture;
let directory: Awaited<ReturnType<typeof createDataDirectory>>;
let server: ServerProcess;

beforeAll(async () => {
  directory = await createDataDirectory();
  fixture = await createServerFixture({ learners: 3, words: 2 });
  await start();
});
afterAll(async () => {
  await server.kill();
  await fixture.close();
  await directory.remove();
});

async function start(): Promise<void> {
  // Leases of a killed process expire; the test need not wait for that.
  await fixture.database.deleteFrom("job_leases").execute();
  server = await startServerProcess({ ...fixture.settings, DATA_DIR: directory.path });
}

/** Who calls. */
let caller = 0;

const send = (method: string, path: string, body?: string | Buffer): Promise<Response> => {
  const token = fixture.learners[caller]?.token ?? "";
  const isFile = Buffer.isBuffer(body) || path.startsWith("/api/imports?");
  const type = isFile ? "application/octet-stream" : "application/json";
  const headers = { authorization: `Bearer ${token}`, "content-type": type };
  return fetch(`${server.url}${path}`, { method, headers, body: body ?? null });
};

async function call(method: string, path: string, body?: string | Buffer): Promise<any> {
  const reply = await send(method, path, body);
  const { data, ...envelope } = (await reply.json()) as { data: unknown };
  if (!reply.ok) throw new Error(`${method} ${path}: ${JSON.stringify(envelope)}`);
  return data;
}

/** Waits until an import has come to an end, and kills nothing. */
async function ends(id: string, state: string): Promise<any> {
  const isOver = async () => {
    const found = await call("GET", `/api/imports/${id}`);
    if (found.state === "failed") throw new Error(JSON.stringify(found.error));
    return found.state === state;
  };
  await until(isOver, END_MAX_MS).catch(withLastLines(server));
  return call("GET", `/api/imports/${id}`);
}

async function countChanges(): Promise<number> {
  const { count } = await fixture.database
    .selectFrom("import_changes")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Kills the process at this moment, starts the next one, and tells where the work was cut off. */
async function killWhen(id: string, isMoment: (changes: number) => boolean): Promise<string> {
  await until(async () => isMoment(await countChanges()), END_MAX_MS).catch(withLastLines(server));
  await server.kill();
  const { state } = await fixture.database
    .selectFrom("imports")
    .select("state")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await start();
  return state;
}

/** Everything that imports change: the texts of own words, and of all entries of books. */
async function stored() {
  const words = fixture.database.selectFrom("words").select("text");
  const own = await words.where("owner_id", "is not", null).orderBy("seq").execute();
  const entries = await fixture.database
    .selectFrom("wordbooks")
    .innerJoin("wordbook_words", "wordbook_words.wordbook_id", "wordbooks.id")
    .innerJoin("words", "words.id", "wordbook_words.word_id")
    .select(["wordbooks.name", "words.text"])
    .orderBy("wordbooks.name")
    .orderBy("wordbook_words.position")
    .execute();
  const books = await fixture.database
    .selectFrom("wordbooks")
    .select("name")
    .where("type", "=", "user")
    .execute();
  return {
    own: own.map(({ text }) => text),
    entries: entries.map(({ name, text }) => `${name}: ${text}`),
    books: books.map(({ name }) => name).toSorted(),
  };
}

const texts = LIST.split("\n")
  .slice(0, LINES)
  .map((line) => line.split("\t")[0] ?? "");

it(
  "imports a list and takes it back whole, once, through kill -9",
  async ({ annotate }) => {
    const { id: bookId } = await call("POST", "/api/wordbooks", JSON.stringify({ name: "Mine" }));
    const kept = { text: "behalten", meaning: "keep", wordbookId: bookId };
    await call("POST", "/api/own-words", JSON.stringify(kept));
    const before = await stored();
    const cutOff: string[] = [];

    for (const { importing, undoing } of MOMENTS) {
      const { id } = await call("POST", "/api/imports?name=Liste.txt", LIST);
      await ends(id, "ready");
      const options = JSON.stringify({ language: "de", meaningLanguage: "en" });
      await call("POST", `/api/imports/${id}/run`, options);
      cutOff.push(await killWhen(id, (changes) => changes >= importing));
      const done = await ends(id, "done");
      expect(done.counts).toMatchObject({ own: LINES, duplicates: 1, books: 1 });
      const after = await stored();
      expect(after.own.toSorted()).toEqual([...before.own, ...texts].toSorted());
      expect(after.entries).toEqual([...texts.map((text) => `Liste: ${text}`), ...before.entries]);

      await call("POST", `/api/imports/${id}/undo`);
      cutOff.push(await killWhen(id, (changes) => changes <= undoing));
      await ends(id, "undone");
      expect(await stored()).toEqual(before);
      expect(await countChanges()).toBe(0);
      await call("DELETE", `/api/imports/${id}`);
    }
    await annotate(cutOff.join(", "));
    const inTheMiddle = cutOff.filter((state) => state === "importing" || state === "undoing");
    expect(inTheMiddle.length).toBeGreaterThan(MOMENTS.length);
  },
  RUN_MAX_MS,
);

const post = (path: string, body: object = {}) => call("POST", path, JSON.stringify(body));

/** What one learner can have: words, lists, answers, files, notes. */
async function fill(): Promise<void> {
  const list = Array.from({ length: OWN }, (_, n) => `der Satz ${n}\tsentence ${n}`).join("\n");
  const { id } = await call("POST", "/api/imports?name=Account.txt", list);
  await ends(id, "ready");
  await post(`/api/imports/${id}/run`, { language: "de", meaningLanguage: "en" });
  await ends(id, "done");
  const words = await fixture.database
    .selectFrom("words")
    .select("id")
    .where("text", "like", "der Satz %")
    .orderBy("seq")
    .limit(30)
    .execute();
  const { sessionId } = await post("/api/learning/session");
  const records = words.map(({ id: wordId }, n) => ({
    ...{ wordId, isCorrect: n % 3 > 0, responseTimeMs: 1_000 + n, sessionId },
    clientRecordId: `answer ${n}`,
  }));
  await post("/api/records/batch", { records });
  for (const [n, { id: wordId }] of words.slice(0, 10).entries()) {
    const file = await call("POST", `/api/media?name=${n}.wav`, wavTone(0.1 + n / 100));
    await call("PATCH", `/api/own-words/${wordId}`, JSON.stringify({ audioUrl: file.url }));
    await post("/api/word-notes", { wordId, content: `note ${n}` });
    await post(`/api/word-favorites/${wordId}`);
  }
  // Badges that a worker would award during the test are awarded now.
  await call("GET", "/api/notifications/badges");
}

const ACCOUNT_TABLES = [
  ...(["records", "learning_sessions", "word_notes", "word_favorites", "word_states"] as const),
  ...(["daily_activity", "badges", "media", "wordbooks", "brought_ids"] as const),
];

/** Number of rows of a learner, by table, and what the engine has learned. */
async function accountOf(userId: string): Promise<Record<string, number>> {
  const { database } = fixture;
  const sizes: Record<string, number> = {};
  for (const table of ACCOUNT_TABLES) {
    const rows = await database
      .selectFrom(table)
      .selectAll()
      .where("user_id", "=", userId)
      .execute();
    sizes[table] = rows.filter((row) => !("type" in row) || row.type === "user").length;
  }
  const own = database.selectFrom("words").select("id").where("owner_id", "=", userId);
  sizes["words"] = (await own.execute()).length;
  const playing = own.where("audio_url", "like", "/api/media/%");
  sizes["playing"] = (await playing.execute()).length;
  const entries = database
    .selectFrom("wordbooks")
    .innerJoin("wordbook_words", "wordbook_words.wordbook_id", "wordbooks.id")
    .select("wordbook_words.word_id")
    .where("wordbooks.user_id", "=", userId);
  sizes["entries"] = (await entries.execute()).length;
  const state = await database
    .selectFrom("engine_states")
    .select("state_json")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  sizes["events"] = (JSON.parse(state?.state_json ?? "{}") as any).totalEventCount ?? 0;
  return sizes;
}

it(
  "imports an account and takes it back whole, once, through kill -9",
  async ({ annotate }) => {
    caller = 1;
    await fill();
    const from = fixture.learners[1]?.id ?? "";
    const { brought_ids: _, ...whole } = await accountOf(from);
    expect(whole).toMatchObject({ words: OWN, entries: OWN, playing: 10, records: 30, events: 30 });
    const archive = Buffer.from(await (await send("GET", "/api/users/me/archive")).arrayBuffer());
    await fixture.database.deleteFrom("import_changes").execute();
    caller = 2;
    const to = fixture.learners[2]?.id ?? "";
    const before = await accountOf(to);
    const cutOff: string[] = [];

    for (const { importing, undoing } of ARCHIVE_MOMENTS) {
      const { id } = await call("POST", "/api/imports?name=account.zip", archive);
      await ends(id, "ready");
      await post(`/api/imports/${id}/run`);
      cutOff.push(await killWhen(id, (changes) => changes >= importing));
      const done = await ends(id, "done");
      expect(done.counts).toMatchObject({ own: OWN, books: 1, reviews: 30, media: 10 });
      expect(await accountOf(to)).toMatchObject(whole);

      await post(`/api/imports/${id}/undo`);
      cutOff.push(await killWhen(id, (changes) => changes <= undoing));
      await ends(id, "undone");
      expect(await accountOf(to)).toEqual(before);
      expect(await countChanges()).toBe(0);
      await call("DELETE", `/api/imports/${id}`);
    }
    // The account that it came from is as it was.
    expect(await accountOf(from)).toMatchObject(whole);
    await annotate(cutOff.join(", "));
    const inTheMiddle = cutOff.filter((state) => state === "importing" || state === "undoing");
    expect(inTheMiddle.length).toBeGreaterThan(ARCHIVE_MOMENTS.length);
  },
  RUN_MAX_MS,
);
