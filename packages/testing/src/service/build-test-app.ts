import type { WordDraft, WordPublic } from "@wordloom/contract";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildApp, type App, type AppParts } from "@wordloom/server/app";
import { storeWords } from "@wordloom/server/features/library/words/word-store.service";
import { transact } from "@wordloom/server/platform/database/transaction";
import type { Feature } from "@wordloom/server/feature";
import { silentLog, type Log } from "@wordloom/server/platform/observability/log";
import { testSettings } from "./test-settings.ts";
import { addAdmin, addLearner, type TestAccount } from "../content/accounts.ts";
import { createCountingIds } from "./counting-ids.ts";
import { openCleanDatabase } from "../databases/database-cleaner.ts";
import { memoryFolder } from "./memory-folder.ts";
import { quickPasswords } from "./quick-passwords.ts";
import { createRecordingHub, type RecordingHub } from "./recording-hub.ts";
import { createSharingServer } from "./shared-router.ts";
import { createTestClock, type TestClock } from "./test-clock.ts";

/** A reply, for assertions. */
export interface TestReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The body as it was sent. */
  readonly bytes: Buffer;
  /** The parsed JSON; undefined if the reply is not JSON. */
  // `any`, because each test knows which fields to expect.
  readonly body: any;
}

interface TestRequest {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Address of the client; default: this machine. */
  readonly from?: string;
}

/** The whole app with an empty database and a stopped clock. */
export interface TestApp extends App {
  readonly clock: TestClock;
  /** The events pushed to clients. */
  readonly hub: RecordingHub;
  /** Errors so far: causes of 500s, failed workers. */
  readonly faults: readonly unknown[];
  /** Creates a signed-in learner: u1, u2 … */
  learner(): Promise<TestAccount>;
  /** Creates a signed-in administrator: a1, a2 … */
  admin(role?: "admin" | "super_admin"): Promise<TestAccount>;
  /** Creates a word, by default w1, w2 …; text and meaning are derived from the id. */
  word(draft?: Partial<WordDraft>): Promise<WordPublic>;
  words(drafts: readonly Partial<WordDraft>[]): Promise<WordPublic[]>;
  send(method: string, path: string, request?: TestRequest): Promise<TestReply>;
}

export interface TestAppParts extends Omit<Partial<AppParts>, "settings"> {
  readonly settings?: Record<string, string>;
}

/**
 * Builds the app as in production, with replacements for slow or random parts.
 *
 * The database is shared within a test file and emptied here: use one app at a time, and call
 * `afterAll(closeCleanDatabase)` at the end of the file. Pass a `database` to run several apps at
 * once.
 */
export async function buildTestApp(parts: TestAppParts = {}): Promise<TestApp> {
  const { settings: overrides, ...others } = parts;
  const directory = mkdtempSync(join(memoryFolder(), "wordloom-app-"));
  const clock = createTestClock();
  const faults: unknown[] = [];
  let hub: RecordingHub | undefined;
  const app = await buildApp({
    settings: testSettings({ DATA_DIR: directory, ...overrides }),
    database: parts.database ?? (await openCleanDatabase("checked")),
    clock,
    ids: createCountingIds(),
    log: noting(faults),
    passwords: quickPasswords,
    wrapEvents: (events) => (hub = createRecordingHub(events)),
    checkReplies: true,
    createServer: createSharingServer,
    ...others,
  });
  if (hub === undefined) throw new Error("the app was built without a hub");
  const counts = { learners: 0, admins: 0, words: 0 };
  const words = (drafts: readonly Partial<WordDraft>[]) => {
    const named = drafts.map((draft) => withDefaults(draft, `w${(counts.words += 1)}`));
    return transact(app.deps.database, (tx) => storeWords(app.deps, tx, named));
  };
  return {
    ...app,
    clock,
    hub,
    faults,
    learner: () => addLearner(app.deps, `u${(counts.learners += 1)}`),
    admin: (role = "admin") => addAdmin(app.deps, `a${(counts.admins += 1)}`, role),
    words,
    word: async (draft = {}) => one(await words([draft])),
    send: (method, path, request = {}) => send(app, method, path, request),
    async close() {
      await app.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A feature list with only the given routes or workers. */
export function onlyFeature(feature: Partial<Feature>): readonly Feature[] {
  return [{ name: "under-test", ...feature }];
}

function withDefaults(draft: Partial<WordDraft>, id: string): WordDraft {
  const named = draft.id ?? id;
  return { text: `text ${named}`, meaning: `meaning ${named}`, ...draft, id: named };
}

function one<T>(list: readonly T[]): T {
  const [first] = list;
  if (first === undefined) throw new Error("nothing was created");
  return first;
}

async function send(
  app: App,
  method: string,
  url: string,
  { body, headers = {}, from }: TestRequest,
): Promise<TestReply> {
  const isRaw = typeof body === "string" || Buffer.isBuffer(body);
  const reply = await app.inject({
    method,
    url,
    headers,
    ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
    ...(from !== undefined && { remoteAddress: from }),
  });
  const isJson = /\bjson\b/.test(String(reply.headers["content-type"] ?? ""));
  return { ...reply, body: isJson && reply.text !== "" ? JSON.parse(reply.text) : undefined };
}

/** A silent log that collects errors, for the messages of failed tests. */
function noting(faults: unknown[]): Log {
  const note = (fields: object, message: string) => {
    faults.push("cause" in fields ? fields.cause : message);
  };
  return { ...silentLog, error: note, fatal: note, child: () => noting(faults) };
}
