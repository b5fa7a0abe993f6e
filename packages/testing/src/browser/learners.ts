import { openPage, type View } from "./pages.ts";
import type { TestService } from "../service/web-service.ts";
import { newVisit, type Visit } from "./visits.ts";

/** A signed-in learner with a page of the app. */
export interface Learner extends Visit {
  readonly id: string;
  readonly email: string;
  /** Calls the service with one of the learner's access tokens. */
  readonly ask: <T>(method: string, path: string, body?: object) => Promise<T>;
  /** The learner's answers in the service's database, oldest first. */
  readonly records: () => Promise<readonly StoredAnswer[]>;
  /** Renews the sign-in as if it had just happened: sign-ins expire as the clock moves. */
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

/** Registration data of a new learner; each attempt of a test gets another address. */
export function newcomer(username: string) {
  const email = `${username.toLowerCase()}${(learners += 1)}@example.org`;
  return { email, username, password: PASSWORD };
}

/**
 * A new account in its own browser. The page is at an address of the service that is no screen; the
 * first `goto` loads the app, signed in.
 */
export async function newLearner(service: TestService, view: View = {}): Promise<Learner> {
  const { token, ...visit } = await signUp(service.url, view);
  return learnerOf(service, visit, token);
}

/** The learner who has just registered in this browser, with `PASSWORD`. */
export async function registeredLearner(
  service: TestService,
  visit: Visit,
  email: string,
): Promise<Learner> {
  const body = { email, password: PASSWORD };
  const call = { method: "POST", path: "/api/auth/login", body };
  const { accessToken: token, user } = await askService<Registered>(service, call);
  return learnerOf(service, { ...visit, id: user.id, email }, token);
}

function learnerOf(
  service: TestService,
  visit: Visit & Pick<Learner, "id" | "email">,
  firstToken: string,
): Learner {
  let token = firstToken;
  return {
    ...visit,
    ask: (method, path, sent) => askService(service, { method, path, body: sent, token }),
    records: () => recordsOf(service, visit.id),
    async signInAgain() {
      const data = { email: visit.email, password: PASSWORD };
      const again = await visit.context.request.post("/api/auth/login", { data });
      if (!again.ok()) throw new Error(await again.text());
      token = ((await again.json()) as { data: Registered }).data.accessToken;
    },
  };
}

/** A new account without a browser. */
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
 * The same learner in another page of the same browser. Scripts, routes and listeners added to this
 * page end with it, so the browser can still be reused.
 */
export async function inPageOfItsOwn(learner: Learner): Promise<Learner> {
  const { page, faults } = await openPage(learner.context);
  // The browser may have been opened for another screen size.
  const size = learner.page.viewportSize();
  if (size !== null) await page.setViewportSize(size);
  return { ...learner, page, faults };
}

/** What `newLearner` does in the browser, for a service that runs in separate processes. */
export async function signUp(url: string, view: View = {}) {
  const email = `learner${(learners += 1)}@example.org`;
  const visit = await newVisit(url, view);
  const body = { email, username: `Learner ${learners}`, password: PASSWORD };
  // The service may close a kept connection just as the request is sent.
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
