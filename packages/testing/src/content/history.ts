import type { Page } from "playwright-core";

/** A day of study: share of right answers, and number of words. */
interface Day {
  readonly daysAgo: number;
  readonly words: number;
  readonly rightShare: number;
}

/** A learner's sign-in data. */
export interface Account {
  readonly email: string;
  readonly password: string;
}

const DAY_MS = 86_400_000;
const MISSES_MAX = 8;

/**
 * Signs in on the page, chooses a starter book and gives the answers of these days through the
 * public API, those of the last day in a session. The account must be older than the answers.
 *
 * @returns ids of the answered words, the most often missed first
 */
export async function liveThrough(
  page: Page,
  account: Account,
  { days, nowMs }: { days: readonly Day[]; nowMs: number },
): Promise<string[]> {
  await signInAs(page, account);
  return liveDays(page, { days, nowMs });
}

/** As `liveThrough`, for a learner who is already signed in; no app needs to be open. */
export async function liveDays(
  page: Page,
  { days, nowMs }: { days: readonly Day[]; nowMs: number },
): Promise<string[]> {
  const batches = days.map(({ daysAgo, words, rightShare }) => ({
    atMs: nowMs - daysAgo * DAY_MS,
    words,
    rightShare,
  }));
  return page.evaluate(answerDays, { batches, nowMs });
}

export async function signInAs(page: Page, account: Account): Promise<void> {
  await page.goto("/sign-in");
  await page.fill("input[name=email]", account.email);
  await page.fill("input[name=password]", account.password);
  await page.click("button[type=submit]");
  await page.waitForURL((url) => url.pathname === "/");
}

interface Batch {
  readonly atMs: number;
  readonly words: number;
  readonly rightShare: number;
}

/** Runs in the page, signed in by its cookie. */
async function answerDays(given: { batches: readonly Batch[]; nowMs: number }): Promise<string[]> {
  const ask = async (method: string, path: string, body?: unknown) => {
    const reply = await fetch(path, {
      method,
      headers: { "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
    return ((await reply.json()) as { data: never }).data;
  };
  const books: { id: string }[] = await ask("GET", "/api/wordbooks/system");
  const book = books[0];
  if (book === undefined) throw new Error("there is no starter book");
  await ask("PUT", "/api/study-config", { selectedWordbookIds: [book.id], dailyWordCount: 20 });
  const { data: words }: { data: { id: string }[] } = await ask(
    "GET",
    `/api/wordbooks/${book.id}/words?perPage=100`,
  );
  const misses = new Map<string, number>();
  let number = 0;
  const { sessionId }: { sessionId: string } = await ask("POST", "/api/learning/session", {});
  for (const { atMs, words: count, rightShare } of given.batches) {
    const answers = Array.from({ length: count }, (_, index) => {
      const word = words[(index * 3 + number) % words.length];
      const isCorrect = ((index * 7) % 10) / 10 < rightShare;
      if (!isCorrect) misses.set(word?.id ?? "", (misses.get(word?.id ?? "") ?? 0) + 1);
      return {
        clientRecordId: `history-${number}-${index}`,
        wordId: word?.id,
        isCorrect,
        responseTimeMs: 1_500 + ((index * 311) % 4_000),
        answeredAt: new Date(atMs + index * 9_000).toISOString(),
        questionMode: "word-to-meaning",
        ...(number === given.batches.length - 1 && { sessionId }),
        ...(!isCorrect && { confusedWith: words[(index * 3 + number + 1) % words.length]?.id }),
      };
    });
    number += 1;
    await ask("POST", "/api/study/answers", {
      sentAt: new Date(given.nowMs).toISOString(),
      answers,
    });
  }
  const lists = { masteredWordIds: [], errorProneWordIds: [] };
  const ended = { sessionId, avgResponseTimeMs: 2_400, ...lists };
  await ask("POST", "/api/learning/complete-session", ended);
  const answered = words.map(({ id }) => id);
  return answered.toSorted((a, b) => (misses.get(b) ?? 0) - (misses.get(a) ?? 0));
}

/** Misses the first word on each of the last eight days, and each later word on one day less. */
export async function missAgain(
  page: Page,
  wordIds: readonly string[],
  nowMs: number,
): Promise<void> {
  const answers = wordIds.flatMap((wordId, index) =>
    Array.from({ length: MISSES_MAX - index }, (_, miss) => ({
      clientRecordId: `again-${index}-${miss}`,
      wordId,
      isCorrect: false,
      responseTimeMs: 3_000,
      answeredAt: new Date(nowMs - (miss + 1) * DAY_MS).toISOString(),
    })),
  );
  const sentAt = new Date(nowMs).toISOString();
  await ask(page, "POST", "/api/study/answers", { sentAt, answers });
}

/** Days on which a word is typed right until it is known well enough to be heard in a sentence. */
const FIRM_DAYS = [22, 21, 19, 15, 8, 1];

/**
 * Types a word right again and again, and selects a book that has only this one, so that it is what
 * is studied ahead.
 */
export async function knowFirmly(page: Page, wordId: string, nowMs: number): Promise<void> {
  const answers = FIRM_DAYS.map((days) => ({
    clientRecordId: `firm-${days}`,
    wordId,
    isCorrect: true,
    responseTimeMs: 2_000,
    answeredAt: new Date(nowMs - days * DAY_MS).toISOString(),
    questionMode: "meaning-to-spelling",
  }));
  const sentAt = new Date(nowMs).toISOString();
  await ask(page, "POST", "/api/study/answers", { sentAt, answers });
  const name = `book of ${wordId}`;
  await ask(page, "POST", "/api/wordbooks", { name });
  const books = await read<readonly { id: string; name: string }[]>(page, "/api/wordbooks/user");
  const book = books.find((one) => one.name === name);
  if (book === undefined) throw new Error("the new book is not there");
  await ask(page, "POST", `/api/wordbooks/${book.id}/words`, { wordIds: [wordId] });
  await ask(page, "PUT", "/api/study-config", { selectedWordbookIds: [book.id] });
}

/** Calls the service from the page, authenticated by its cookie. @throws the refusal */
export async function ask(page: Page, method: string, path: string, body: object): Promise<void> {
  await page.evaluate(askInPage, { method, path, body: JSON.stringify(body) });
}

/** Reads from the service as the page does. @throws the refusal */
export async function read<T>(page: Page, path: string): Promise<T> {
  return page.evaluate(async (from) => {
    const reply = await fetch(from);
    if (!reply.ok) throw new Error(`GET ${from}: ${reply.status}`);
    return ((await reply.json()) as { data: never }).data;
  }, path);
}

/** Runs in the page. */
async function askInPage(call: { method: string; path: string; body: string }): Promise<void> {
  const { method, path, body } = call;
  const headers = { "content-type": "application/json" };
  const reply = await fetch(path, { method, headers, body });
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
}
