import { setTimeout as pause } from "node:timers/promises";
import {
  createClient,
  listSystemWordbooks,
  listWordbookWords,
  updateStudyConfig,
} from "@wordloom/contract";

/** The service hashes this many passwords at a time. */
const REGISTERING_AT_ONCE = 2;
const STARTER_BOOKS = 2;
const BOOKS_WITHIN_MS = 120_000;
const ASK_EVERY_MS = 200;
const WORDS_PER_PAGE = 100;
const REFRESHES_PER_SECOND = 4;
const PASSWORD = "Lovelace1815";

/** A signed-in learner. */
export interface CrowdLearner {
  readonly email: string;
  readonly token: string;
  /** The refresh cookie, which every refresh replaces. */
  cookie: string;
}

export interface StudyCrowd {
  readonly learners: readonly CrowdLearner[];
  /** The words of the largest starter book, which all learners have chosen. */
  readonly wordIds: readonly string[];
}

/** Registers one learner and waits until the starter wordbooks are complete. */
export async function waitForStarterBooks(url: string): Promise<void> {
  const { token } = await registerOne(url, 0);
  const client = createClient({ baseUrl: url, token: () => token });
  for (let waitedMs = 0; waitedMs < BOOKS_WITHIN_MS; waitedMs += ASK_EVERY_MS) {
    if ((await client.call(listSystemWordbooks, {})).length >= STARTER_BOOKS) return;
    await pause(ASK_EVERY_MS);
  }
  throw new Error(`no starter wordbooks within ${BOOKS_WITHIN_MS} ms`);
}

/** Registers learners who have all chosen the largest starter book. */
export async function registerCrowd(url: string, count: number): Promise<StudyCrowd> {
  const first = await registerOne(url, 1);
  const client = createClient({ baseUrl: url, token: () => first.token });
  const books = await client.call(listSystemWordbooks, {});
  const [book] = books.toSorted((a, b) => b.wordCount - a.wordCount);
  if (book === undefined) throw new Error("no system wordbook");
  const learners = [first];
  for (let next = 2; next <= count; next += REGISTERING_AT_ONCE) {
    const numbers = Array.from({ length: REGISTERING_AT_ONCE }, (_, n) => next + n);
    const some = numbers.filter((n) => n <= count).map((n) => registerOne(url, n));
    learners.push(...(await Promise.all(some)));
  }
  for (const { token } of learners) {
    await createClient({ baseUrl: url, token: () => token }).call(updateStudyConfig, {
      body: { selectedWordbookIds: [book.id] },
    });
  }
  const wordIds: string[] = [];
  for (let page = 1; wordIds.length < book.wordCount; page += 1) {
    const query = { page, perPage: WORDS_PER_PAGE };
    const { data } = await client.call(listWordbookWords, { params: { id: book.id }, query });
    wordIds.push(...data.map(({ id }) => id));
  }
  return { learners, wordIds };
}

/**
 * Every second, one learner signs in with the password and four refresh their tokens, until the
 * signal is aborted.
 *
 * @returns how many of these requests failed
 */
export async function keepSigningIn(
  url: string,
  learners: readonly CrowdLearner[],
  signal: AbortSignal,
): Promise<{ total: number; errors: number }> {
  let [total, errors] = [0, 0];
  const count = async (work: Promise<unknown>) => {
    total += 1;
    await work.catch(() => (errors += 1));
  };
  for (let next = 0; !signal.aborted; next += REFRESHES_PER_SECOND) {
    const turn = Array.from({ length: REFRESHES_PER_SECOND }, (_, n) => next + n);
    const some = turn.flatMap((n) => learners[n % learners.length] ?? []);
    const [one] = some;
    if (one !== undefined) await count(signIn(url, one.email));
    await Promise.all(some.map((learner) => count(refresh(url, learner))));
    await pause(1_000, undefined, { signal }).catch(() => undefined);
  }
  return { total, errors };
}

async function registerOne(url: string, n: number): Promise<CrowdLearner> {
  const email = `learner-${n}@example.org`;
  const body = { email, username: `Learner${n}`, password: PASSWORD };
  const reply = await post(`${url}/api/auth/register`, { body: JSON.stringify(body) });
  const { data } = (await reply.json()) as { data: { accessToken: string } };
  return { email, token: data.accessToken, cookie: refreshCookieOf(reply) };
}

async function signIn(url: string, email: string): Promise<void> {
  const body = JSON.stringify({ email, password: PASSWORD });
  await (await post(`${url}/api/auth/login`, { body })).arrayBuffer();
}

async function refresh(url: string, learner: CrowdLearner): Promise<void> {
  const reply = await post(`${url}/api/auth/refresh`, { headers: { cookie: learner.cookie } });
  await reply.arrayBuffer();
  learner.cookie = refreshCookieOf(reply);
}

async function post(url: string, init: RequestInit): Promise<Response> {
  const reply = await fetch(url, { method: "POST", ...init });
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`);
  return reply;
}

function refreshCookieOf(reply: Response): string {
  const cookie = reply.headers.getSetCookie().find((text) => text.startsWith("refresh_token="));
  if (cookie === undefined) throw new Error("a reply without a refresh token");
  return cookie.split(";", 1)[0] ?? "";
}
