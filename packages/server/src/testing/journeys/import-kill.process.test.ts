import { afterAll, beforeAll, expect, it } from "vitest";
import { createServerFixture, type ServerFixture } from "@wordloom/testing/process/server-fixture";
import {
  createDataDirectory,
  startServerProcess,
  withLastLines,
  type ServerProcess,
} from "@wordloom/testing/process/server-process";
import { until } from "@wordloom/testing/service/until";

// A process is killed while it imports a list and while it takes the import back. The next one goes
// on: the import ends as if nothing had happened, and so does its undo.
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
  fixture = await createServerFixture({ learners: 1, words: 2 });
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

async function call(method: string, path: string, body?: string): Promise<any> {
  const token = fixture.learners[0]?.token ?? "";
  const type = path.startsWith("/api/imports?") ? "text/plain" : "application/json";
  const headers = { authorization: `Bearer ${token}`, "content-type": type };
  const reply = await fetch(`${server.url}${path}`, { method, headers, body: body ?? null });
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
    await start();
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
