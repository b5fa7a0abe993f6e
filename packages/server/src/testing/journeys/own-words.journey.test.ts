import * as contract from "@wordloom/contract";
import { endpointsOf, type Endpoint } from "@wordloom/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importsWorker } from "../../features/library/imports/imports.worker.ts";
import { cleanWord } from "../../features/library/words/word-draft.ts";
import { insertClean } from "../../features/library/words/word-store.service.ts";
import { addWordsToBook, createBook } from "../../features/library/wordbooks/wordbooks.service.ts";
import { transact } from "../../platform/database/transaction.ts";
import { silentLog, type Log } from "../../platform/observability/log.ts";
import type { TestAccount } from "@wordloom/testing/content/accounts";
import { addDevice } from "@wordloom/testing/content/devices";
import { wavTone } from "@wordloom/testing/content/sounds";
import { deviceHeaders } from "@wordloom/testing/content/telemetry-requests";
import {
  buildTestApp,
  type TestApp,
  type TestReply,
} from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import {
  fieldsOf,
  isEndless,
  usualBody,
  usualPath,
  usualValues,
  type UsualValues,
} from "@wordloom/testing/content/usual-requests";

// A learner's own words are absent for everyone else. Ann has some, has studied them, and has them
// in a book; every endpoint is called by Bob and by an administrator with their ids and texts, and
// says nothing that it would not say about a word that does not exist.
const OWN = ["own-of-ann-1", "own-of-ann-2", "own-of-ann-3"] as const;
const ABSENT = ["not-a-word-1", "not-a-word-2", "not-a-word-3"] as const;
/** Finds the secret texts, and is in none of them when a reply repeats it. */
const SEARCH = "zzdiar";
const SECRETS = ["zzdiary", "clinic on Tuesday", "landlord"];
/** The text of an own word, for what only finds whole texts. A library word has it too. */
const TEXT = "zebra";
/** The same wherever somebody may write a word. */
const naturally = {
  text: TEXT,
  search: TEXT,
  query: TEXT,
  q: TEXT,
  words: [{ text: TEXT, meaning: "a word" }, { text: TEXT }],
};

let app: TestApp;
let ann: TestAccount;
let bookId: string;
let importId: string;
let mediaId: string;
/** Lines of the log since the start, and those about faults. */
const logged: string[] = [];
const faults: string[] = [];

beforeAll(async () => {
  app = await buildTestApp({
    log: recordingLog(),
    settings: {
      RATE_LIMIT_AUTHENTICATED_MAX: "1000000",
      ADMIN_AUTH_RATE_LIMIT_MAX: "1000000",
      PROBE_ENABLED: "true",
    },
  });
  await app.words([{ text: "zebra", meaning: "a striped animal" }, {}, {}, {}, {}, {}]);
  ann = await app.learner();
  await addDevice(app, deviceHeaders["x-device-id"], { owner: ann.id });
  bookId = await giveOwnWords();
  app.hub.forgetRecorded();
  importId = await bringFile();
  mediaId = await record();
  await study();
});
afterAll(async () => {
  await app.close();
  await closeCleanDatabase();
});

async function giveOwnWords(): Promise<string> {
  const { database } = app.deps;
  const drafts = [
    { text: "zzdiary", meaning: "met J. at the clinic on Tuesday" },
    { text: "zebra", meaning: "my landlord Mr. Q" },
    { text: "zzdiaries", meaning: "more of the landlord" },
  ];
  return transact(database, async (tx) => {
    const words = drafts.map((draft, at) => ({
      id: OWN[at] as string,
      word: cleanWord(draft),
      ownerId: ann.id,
    }));
    await insertClean(app.deps, tx, words);
    const draft = { name: "Ann's", description: "", tags: [], userId: ann.id };
    const { id } = await createBook(app.deps, tx, draft);
    await addWordsToBook(tx, id, ["w1", ...OWN], app.clock.nowMs());
    return id;
  });
}

/** Ann brings a list, which is read but not imported, and changes a library word for herself. */
async function bringFile(): Promise<string> {
  const headers = { ...ann.headers, "content-type": "text/plain" };
  const body = Buffer.from("zzdiary\tmet J. at the clinic on Tuesday\nzebra\tthe landlord\n");
  const sent = await app.send("POST", "/api/imports?name=zzdiary.txt", { headers, body });
  await importsWorker.run(app.deps, new AbortController().signal);
  const meaning = "what the landlord said";
  await app.send("PATCH", "/api/own-words/w2", { headers: ann.headers, body: { meaning } });
  return sent.body.data.id as string;
}

/** Ann records how one of them sounds. */
async function record(): Promise<string> {
  const { headers } = ann;
  const audio = { headers: { ...headers, "content-type": "audio/wav" }, body: wavTone() };
  const sent = await app.send("POST", "/api/media?name=zzdiary.wav", audio);
  const body = { audioUrl: sent.body.data.url };
  const changed = await app.send("PATCH", `/api/own-words/${OWN[0]}`, { headers, body });
  expect(changed.status, changed.text).toBe(200);
  return sent.body.data.id as string;
}

function recordingLog(): Log {
  const note = (fields: object, message: string) =>
    void logged.push(`${message} ${JSON.stringify(fields)}`);
  const fault = (fields: object, message: string) => {
    note(fields, message);
    faults.push(message);
  };
  return { ...silentLog, info: note, warn: note, error: fault, fatal: fault, child: recordingLog };
}

/** Ann answers, notes and likes every own word; all of it succeeds, and only she is told. */
async function study(): Promise<void> {
  const { headers } = ann;
  for (const wordId of OWN) {
    const answer = { wordId, isCorrect: false, responseTimeMs: 900, recordType: "learning" };
    const replies = [
      await app.send("POST", "/api/records", { headers, body: answer }),
      await app.send("POST", `/api/word-favorites/${wordId}`, { headers, body: {} }),
      await app.send("POST", "/api/word-notes", { headers, body: { wordId, content: "zzdiary" } }),
    ];
    for (const reply of replies) expect(reply.status, reply.text).toBeLessThan(300);
  }
  for (const line of app.hub.recorded()) expect(line).toMatch(new RegExp(`^${ann.id}[:/]`));
}

/** Ends the caller's account or the test's own service. */
const ENDINGS = /\/restart|\/restore|\/updates\/|users\/me$|\/maintenance/;

const endpoints = endpointsOf(contract).filter(
  (one) => !isEndless(one) && !ENDINGS.test(one.path) && one.access !== "none",
);

/** Typical values that name these words wherever an id, or a text to search for, fits. */
function naming(ids: readonly string[], more: UsualValues = {}): UsualValues {
  const [first = "", second = "", third = ""] = ids;
  const record = { wordId: first, isCorrect: true, responseTimeMs: 900 };
  return {
    ...usualValues,
    id: first,
    wordId: first,
    wordIds: ids,
    ids,
    excludeWordIds: [third],
    masteredWordIds: [first],
    errorProneWordIds: [second],
    activeWordIds: ids,
    errorWordIds: [first],
    poolWordIds: ids,
    records: [{ ...record, clientRecordId: `c-${first}` }],
    events: [record],
    updates: [{ wordId: first, state: "mastered" }],
    ...more,
  };
}

async function call(
  endpoint: Endpoint,
  headers: Readonly<Record<string, string>>,
  values: UsualValues,
): Promise<TestReply> {
  const { method, query } = endpoint;
  const names = query === undefined ? [] : fieldsOf(query);
  const asked = new URLSearchParams();
  for (const name of names.filter((one) => /^(search|query|q|text|wordIds?|ids)$/.test(one))) {
    const value = values[name] ?? SEARCH;
    asked.set(name, Array.isArray(value) ? value.join(",") : String(value));
  }
  const path = `${usualPath(endpoint, values)}?${asked.toString()}`;
  return app.send(method, path, { headers, body: usualBody(endpoint, values) });
}

/** Without ids, times and the words that the engine chose, which differ between requests. */
function shapeOf({ status, text }: TestReply): string {
  const named = ABSENT.reduce(
    (said, id, at) => said.replaceAll(id, "the word").replaceAll(OWN[at] as string, "the word"),
    text,
  );
  const same = named.replaceAll(/"(id|text|meaning|key)":"[^"]*"/g, "").replaceAll(/\d+/g, "#");
  return `${status} ${same}`;
}

async function callersOf({ access }: Endpoint): Promise<TestAccount[]> {
  const learner = access.startsWith("learner") ? [await app.learner()] : [];
  return access === "learner" ? learner : [...learner, await app.admin("super_admin")];
}

describe.each(endpoints)("$method $path", (endpoint) => {
  it("shows nothing of another learner's own words", async (context) => {
    context.skip(!app.mounted().includes(endpoint));
    for (const { headers } of await callersOf(endpoint)) {
      const from = { ...headers, ...(endpoint.access === "learner" && deviceHeaders) };
      const aboutWord = await call(endpoint, from, naming(OWN));
      expectNothing(aboutWord, { mayRepeatIds: true });
      const byText = await call(endpoint, from, { ...naming(ABSENT), ...naturally });
      expectNothing(byText, { mayRepeatIds: false });
      if (endpoint.method !== "GET") continue;
      for (const id of [bookId, importId, mediaId, ann.id]) {
        expectNothing(await call(endpoint, from, { ...usualValues, id, search: SEARCH }), {
          mayRepeatIds: false,
        });
      }
    }
  });
});

function expectNothing(reply: TestReply, { mayRepeatIds }: { mayRepeatIds: boolean }): void {
  expect(reply.status, reply.text).toBeLessThan(501);
  for (const secret of SECRETS) {
    expect(reply.text).not.toContain(secret);
  }
  if (!mayRepeatIds) for (const id of OWN) expect(reply.text).not.toContain(id);
  expect(faults).toEqual([]);
}

const aboutWords = endpoints.filter((one) =>
  JSON.stringify([one.path, usualBody(one, naming(OWN)), one.query && fieldsOf(one.query)]).match(
    /word-|own-of-ann|wordId|\/words\/:id/i,
  ),
);

describe.each(aboutWords)("$method $path", (endpoint) => {
  it("treats another learner's own word like one that does not exist", async (context) => {
    context.skip(!app.mounted().includes(endpoint));
    const [asAbsent, asOwn] = [await callersOf(endpoint), await callersOf(endpoint)];
    for (const [at, { headers }] of asOwn.entries()) {
      const expected = await call(endpoint, { ...asAbsent[at]?.headers }, naming(ABSENT));
      const found = await call(endpoint, headers, naming(OWN));
      expect(shapeOf(found)).toBe(shapeOf(expected));
    }
  });
});

describe("own words", () => {
  it("neither fill nor explain the words of others", async () => {
    const { headers } = await app.learner();
    const send = (method: string, path: string, body?: object) =>
      app.send(method, path, { headers, body });
    const { body } = await send("POST", "/api/wordbooks", { name: "Bob's" });
    const list = { text: "zzdiary\nzebra\nzzdiaries", mode: "add", keepUnknown: true };
    const replies = [
      await send("POST", `/api/wordbooks/${body.data.id}/words/text`, list),
      await send("POST", "/api/own-words", { text: "zzdiary", meaning: "a word" }),
      await send("GET", "/api/dictionary?text=zzdiary&language=en"),
      await send("GET", "/api/dictionary?text=zebra&language=en"),
      await send("GET", `/api/wordbooks/${body.data.id}/words`),
    ];
    for (const reply of replies) {
      expect(reply.status, reply.text).toBeLessThan(300);
      for (const meaning of ["clinic", "landlord"]) expect(reply.text).not.toContain(meaning);
      for (const id of OWN) expect(reply.text).not.toContain(id);
    }
  });

  it("are in no line of the log", () => {
    const all = logged.join("\n");
    for (const secret of SECRETS) expect(all).not.toContain(secret);
  });

  it("are their owner's everywhere", async () => {
    const { headers } = ann;
    const textsAt = async (path: string) => (await app.send("GET", path, { headers })).text;
    expect(await textsAt("/api/words?search=clinic")).toContain(OWN[0]);
    expect(await textsAt(`/api/words/${OWN[1]}`)).toContain("landlord");
    expect(await textsAt(`/api/wordbooks/${bookId}/words`)).toContain(OWN[2]);
    expect(await textsAt(`/api/wordbooks/${bookId}/export`)).toContain("clinic");
    expect(await textsAt("/api/word-favorites")).toContain(OWN[0]);
    expect(await textsAt("/api/users/me/export")).toContain("my landlord Mr. Q");
    expect(await textsAt(`/api/imports/${importId}`)).toContain("clinic on Tuesday");
    expect(await textsAt("/api/own-words")).toContain("what the landlord said");
    expect(await textsAt("/api/words?perPage=100")).toContain("zzdiaries");
  });

  it("count for administrators, and their books too", async () => {
    const { headers } = await app.admin("super_admin");
    const get = async (path: string) => (await app.send("GET", path, { headers })).body.data;
    expect(await get(`/api/admin/users/${ann.id}/extras`)).toMatchObject({ ownWords: 3 });
    expect(await get(`/api/wordbooks/${bookId}`)).toMatchObject({ wordCount: 4 });
    expect(await get("/api/words/count")).toEqual({
      total: (await idsOfAll(null)).length,
    });
  });

  it("go with the account, with every row about them", async () => {
    const { database } = app.deps;
    const body = { password: ann.password };
    const reply = await app.send("DELETE", "/api/users/me", { headers: ann.headers, body });
    expect(reply.status, reply.text).toBe(200);
    for (const { table } of app.deps.wordTables.filter(({ isLate }) => isLate !== true)) {
      const rows = await database
        .selectFrom(table as "word_states")
        .selectAll()
        .where("word_id", "in", [...OWN])
        .execute();
      expect(rows, table).toEqual([]);
    }
    const left = await idsOfAll();
    expect(left).toEqual(expect.arrayContaining(["w1", "w6"]));
    for (const id of OWN) expect(left).not.toContain(id);
  });
});

/** @param owner  null: of the library only */
async function idsOfAll(owner?: null): Promise<string[]> {
  const rows = await app.deps.database
    .selectFrom("words")
    .select("id")
    .$if(owner === null, (query) => query.where("owner_id", "is", null))
    .execute();
  return rows.map(({ id }) => id);
}
