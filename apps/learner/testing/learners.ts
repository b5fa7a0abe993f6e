import type { Locator, Page } from "playwright-core";
import { questionKinds, type QuestionKind } from "../src/features/app-settings/app-settings.ts";
import { openPage, type View } from "./browser.ts";
import { nextCard, type Card } from "./study-cards.ts";
import type { TestService } from "./service.ts";
import { newVisit, type Visit } from "./visits.ts";

/** A signed-in learner with a page of the app. */
export interface Learner extends Visit {
  readonly id: string;
  readonly email: string;
  /** Calls the service with an access token of the learner's own. */
  readonly ask: <T>(method: string, path: string, body?: object) => Promise<T>;
  /** What the service's database holds of the learner's answers, oldest first. */
  readonly records: () => Promise<readonly StoredAnswer[]>;
  /** As if she had signed in again a moment ago: sign-ins end with the time. */
  readonly signInAgain: () => Promise<void>;
}

interface StoredAnswer {
  readonly clientRecordId: string | null;
  readonly wordId: string;
  readonly isCorrect: boolean;
  readonly createdAtMs: number;
}

export const PASSWORD = "Reading-room-42";
let learners = 0;

/** What somebody enters who has no account yet; another address each time a test is tried. */
export function newcomer(username: string) {
  const email = `${username.toLowerCase()}${(learners += 1)}@example.org`;
  return { email, username, password: PASSWORD };
}

/**
 * A new account in a browser of its own. The page stands at an address of the service that is no
 * screen: the first `goto` loads the app, signed in.
 */
export async function newLearner(service: TestService, view: View = {}): Promise<Learner> {
  const { token, ...visit } = await signUp(service.url, view);
  return {
    ...visit,
    ask: (method, path, sent) => askService(service, { method, path, body: sent, token }),
    records: () => recordsOf(service, visit.id),
    async signInAgain() {
      const data = { email: visit.email, password: PASSWORD };
      const again = await visit.context.request.post("/api/auth/login", { data });
      if (!again.ok()) throw new Error(await again.text());
    },
  };
}

/** A new account that has no browser. */
export async function newAccount(
  service: TestService,
): Promise<Pick<Learner, "id" | "email" | "ask">> {
  const body = newcomer("Learner");
  const call = { method: "POST", path: "/api/auth/register", body };
  const { accessToken: token, user } = await askService<Registered>(service, call);
  const ask: Learner["ask"] = (method, path, sent) =>
    askService(service, { method, path, body: sent, token });
  return { id: user.id, email: body.email, ask };
}

/**
 * The learner in another page of the same browser: scripts, routes and listeners that are added to
 * it end with it, and the browser can be left to others.
 */
export async function inPageOfItsOwn(learner: Learner): Promise<Learner> {
  const { page, faults } = await openPage(learner.context);
  // The browser may have been opened for a screen of another size.
  const size = learner.page.viewportSize();
  if (size !== null) await page.setViewportSize(size);
  return { ...learner, page, faults };
}

/** What `newLearner` does in the browser, for a service that runs in processes of its own. */
export async function signUp(url: string, view: View = {}) {
  const email = `learner${(learners += 1)}@example.org`;
  const visit = await newVisit(url, view);
  const body = { email, username: `Learner ${learners}`, password: PASSWORD };
  // A connection that was kept may be closed by the service as the request is sent.
  const reply = await visit.context.request.post("/api/auth/register", {
    data: body,
    maxRetries: 2,
  });
  if (!reply.ok()) throw new Error(await reply.text());
  const { data } = (await reply.json()) as { data: Registered };
  const { accessToken: token, user } = data;
  const kept = JSON.stringify(user);
  await visit.page.evaluate((text) => localStorage.setItem("wordloom.user", text), kept);
  return { ...visit, id: user.id, email, token };
}

interface Registered {
  readonly accessToken: string;
  readonly user: { readonly id: string };
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: object | undefined;
  /** Without it, nobody is signed in. */
  readonly token?: string;
}

async function askService<T>(service: TestService, call: Call): Promise<T> {
  const { method, path, body, token } = call;
  const signedIn = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const headers = { "content-type": "application/json", ...signedIn };
  const text = body === undefined ? {} : { body: JSON.stringify(body) };
  const reply = await fetch(service.url + path, { method, headers, ...text });
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  return reply.status === 204 ? (undefined as T) : ((await reply.json()) as { data: T }).data;
}

async function recordsOf({ app }: TestService, userId: string): Promise<readonly StoredAnswer[]> {
  const rows = await app.deps.database
    .selectFrom("records")
    .where("user_id", "=", userId)
    .select(["client_record_id", "word_id", "is_correct", "created_at_ms"])
    .orderBy("created_at_ms")
    .execute();
  return rows.map((row) => ({
    clientRecordId: row.client_record_id,
    wordId: row.word_id,
    isCorrect: row.is_correct === 1,
    createdAtMs: Number(row.created_at_ms),
  }));
}

/** Name of the first starter book. */
export const STARTER_BOOK = "English: first 1,000 words";

/** Words a day of a learner who studies. */
export const WORDS = 4;
export const recognising = { kinds: ["word-to-meaning"] } as const;

interface Plan {
  /** New words a day. */
  readonly words?: number;
  /** Kinds of questions; without any, those of a new account. */
  readonly kinds?: readonly QuestionKind[];
}

/** A learner with a starter book, at the introduction of the first new word. */
export async function studying(
  service: TestService,
  view: View,
  plan: Plan = {},
): Promise<Learner> {
  const learner = await newLearner(service, view);
  await chooseStarterBook(learner, plan);
  const settings = learner.page.waitForResponse("**/api/users/me/app-settings");
  await learner.page.goto("/study");
  await settings;
  await learner.page.getByText("A new word").waitFor();
  return learner;
}

/** Sets the learner's plan, with the first starter book. */
export async function chooseStarterBook(
  { ask }: Learner,
  { words = WORDS, kinds = [] }: Plan = {},
): Promise<void> {
  const books = await ask<{ id: string }[]>("GET", "/api/wordbooks/system");
  const selectedWordbookIds = [books[0]?.id];
  await ask("PUT", "/api/study-config", { selectedWordbookIds, dailyWordCount: words });
  if (kinds.length === 0) return;
  const chosen = Object.fromEntries(questionKinds.map((kind) => [kind, kinds.includes(kind)]));
  const settings = { kinds: chosen };
  await ask("PUT", "/api/users/me/app-settings", { revision: 0, settings });
}

/**
 * Misses the first words of the first book, then recalls each of them, without the app: what is
 * known at once, and quickly, would not be lost in a season.
 *
 * @returns ids of the words
 */
export async function missAndRecall(
  { ask }: Learner,
  count: number,
  nowMs: number,
): Promise<readonly string[]> {
  const [book] = await ask<{ id: string }[]>("GET", "/api/wordbooks/system");
  const path = `/api/wordbooks/${book?.id}/words?perPage=${count}`;
  const { data: words } = await ask<{ data: { id: string }[] }>("GET", path);
  const answers = [false, true].flatMap((isCorrect, round) =>
    words.map(({ id }, at) => ({
      ...{ clientRecordId: `${isCorrect}-${at}`, wordId: id, isCorrect, responseTimeMs: 2_000 },
      answeredAt: new Date(nowMs + (round * count + at) * 1_000).toISOString(),
      questionMode: "word-to-meaning",
    })),
  );
  const sentAt = new Date(nowMs + answers.length * 1_000).toISOString();
  await ask("POST", "/api/study/answers", { sentAt, answers });
  return words.map(({ id }) => id);
}

export const openOption = "ol button:enabled";
const answeredOption = "ol button:disabled";

export type Press = (what: "go-on" | number) => Promise<void>;

export const byKeys =
  (page: Page): Press =>
  (what) =>
    page.keyboard.press(what === "go-on" ? "Space" : String(what + 1));

export const byTouch =
  (page: Page): Press =>
  (what) =>
    what === "go-on"
      ? page.getByRole("button", { name: /^(Next|Go on)$/ }).tap()
      : page.locator(openOption).nth(what).tap();

const summary = (page: Page) => page.getByRole("heading", { name: /firmer|hard round/ });

/** Whatever a session shows: a question, what can be gone on from, the summary. */
export function anyCard(page: Page): Locator {
  const next = page.getByRole("button", { name: "Next" });
  // A break is suggested to those who answer slowly, as tests do on a busy machine.
  const suggested = page.getByRole("button", { name: "Go on", exact: true });
  return page.locator(openOption).or(next).or(suggested).or(summary(page)).first();
}

/**
 * Goes on until `answers` questions were answered, or to the end of the session.
 *
 * @param isMissed whether the n-th question (from 0) is answered wrong
 * @returns meanings of the words that were introduced
 */
export async function study(
  { page }: Pick<Learner, "page">,
  press: Press,
  {
    answers = Infinity,
    isMissed = (_: number): boolean => false,
    meanings = new Map<string, string>(),
  } = {},
) {
  let before: Card | undefined;
  for (let count = 0; count < answers;) {
    const card = await nextCard(page, before);
    const { kind, word, meaning, options } = card;
    if (kind === "summary") return meanings;
    if (kind === "question") {
      const right = options.indexOf(meanings.get(word) ?? "");
      await press(isMissed(count) ? (right + 1) % 4 : right);
      count += 1;
      if (count === answers) await page.locator(answeredOption).first().waitFor();
    } else {
      if (kind === "introduction") meanings.set(word, meaning);
      await press("go-on");
    }
    before = card;
  }
  return meanings;
}

/** Takes the first option of each question, right or wrong, and goes on where that is asked. */
export async function answerAny(page: Page, press: Press, answers: number): Promise<void> {
  let card = await nextCard(page);
  for (let count = 0; count < answers;) {
    await press(card.kind === "question" ? 0 : "go-on");
    if (card.kind === "question") count += 1;
    card = await nextCard(page, card);
  }
}
