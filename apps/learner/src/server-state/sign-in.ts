import type { AuthResult, User } from "@wordloom/contract";
import { ApiError, createClient } from "@wordloom/contract/client";
import { logout, refresh } from "virtual:endpoints";
import { basePath, connection } from "@wordloom/web";
import { keep, type Observable, observable, readKept } from "@wordloom/web/state";
import { deviceHeaders } from "../platform/device.ts";
import { createLostRenewal } from "./lost-renewal.ts";
import { timedFetch } from "./timed-fetch.ts";

/**
 * Who is signed in, the same in every tab. The access token stays in memory. The refresh token is a
 * single-use cookie that no script can read, so one tab at a time renews and notifies the others.
 */
export type SignIn =
  | { readonly kind: "unknown" }
  | { readonly kind: "out"; readonly because?: "ended" | "banned" }
  | { readonly kind: "in"; readonly user: User; readonly offline: boolean };

type Message = { readonly type: "in"; readonly signed: AuthResult } | { readonly type: "out" };

const state = observable<SignIn>({ kind: "unknown" });
export const signIn: Observable<SignIn> = state;

/** The id of the signed-in account; undefined when nobody is signed in. */
export function accountId(): string | undefined {
  const now = state.get();
  return now.kind === "in" ? now.user.id : undefined;
}

/** Calls with the signed-in account, at once and whenever it changes or signs out. */
export function onAccount(listener: (account: string | undefined) => void): void {
  let last: string | undefined;
  const follow = () => {
    if (accountId() === last) return;
    last = accountId();
    listener(last);
  };
  state.subscribe(follow);
  follow();
}

const lost = createLostRenewal(() => {
  if (state.get().kind === "in") void renew().catch(() => undefined);
});
/** Above 0 while the service has yet to repeat a renewal whose reply was lost. */
export const renewalLost: Observable<number> = lost.untilMs;

let token: string | undefined;
export const accessToken = (): string | undefined => token;

const tabs = new BroadcastChannel("wordloom.sign-in");
tabs.onmessage = ({ data }: MessageEvent<Message>) => {
  if (data.type === "in") accept(data.signed);
  else forget("ended");
};

/** For calls that need no token or run before there is one. */
const plain = createClient({
  baseUrl: basePath,
  headers: deviceHeaders,
  token: accessToken,
  fetch: timedFetch,
});

/**
 * The refresh token is single-use. The browser waits for the new one even if the page is left, so
 * that it is not lost.
 */
const lasting = createClient({
  baseUrl: basePath,
  headers: deviceHeaders,
  token: accessToken,
  fetch: (url, init) => timedFetch(url, { ...init, keepalive: true }),
});

/** Stores a successful registration or sign-in of this tab. */
export function signedIn(signed: AuthResult): void {
  accept(signed);
  tabs.postMessage({ type: "in", signed } satisfies Message);
}

function accept({ accessToken: fresh, user }: AuthResult): void {
  token = fresh;
  lost.end();
  rememberUser(user);
  keep(BEEN_HERE, true);
  state.set({ kind: "in", user, offline: false });
}

const BEEN_HERE = "been-here";

/** Whether somebody signed in with this browser before; it stores not who. */
export function hasBeenHere(): boolean {
  return readKept(BEEN_HERE, false);
}

/** Stores a change of the account (name, picture). */
export function userChanged(user: User): void {
  rememberUser(user);
  if (state.get().kind === "in") state.set({ kind: "in", user, offline: false });
}

let renewing: Promise<boolean> | undefined;

/**
 * Gets a new access token with the refresh cookie.
 * @returns false when the sign-in has ended; the state then says so
 * @throws ApiError when the service could not be asked
 */
export function renew(): Promise<boolean> {
  renewing ??= inTurn(askForToken).finally(() => (renewing = undefined));
  return renewing;
}

/** Waits for a renewal in progress, successful or not, for at most `withinMs`. */
export async function renewed(withinMs: number): Promise<void> {
  if (renewing === undefined) return;
  const late = new Promise((resolve) => setTimeout(resolve, withinMs));
  await Promise.race([renewing.catch(() => undefined), late]);
}

const LOCK = "wordloom.refresh";
/**
 * The lock of the renewing tab may be released before its message arrives; in practice never longer
 * before.
 */
const MESSAGE_MAX_MS = 2_000;

/** Runs in one tab at a time. A tab that waited uses the token that the other one got. */
async function inTurn(ask: () => Promise<boolean>): Promise<boolean> {
  if (!("locks" in navigator)) return ask();
  const known = token;
  const first = await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) =>
    lock === null ? "after another" : ask(),
  );
  if (first !== "after another") return first;
  return navigator.locks.request(LOCK, async () => (await isReceived(known)) || ask());
}

/** Whether another tab sends a newer token than this one in time. */
function isReceived(known: string | undefined): Promise<boolean> {
  const isNews = () => token !== undefined && token !== known;
  if (isNews()) return Promise.resolve(true);
  return new Promise((resolve) => {
    const settle = () => {
      if (isNews()) end();
    };
    const end = () => {
      clearTimeout(timer);
      tabs.removeEventListener("message", settle);
      resolve(isNews());
    };
    const timer = setTimeout(end, MESSAGE_MAX_MS);
    tabs.addEventListener("message", settle);
  });
}

/** Another tab renewed a moment ago and its message has not arrived yet. */
const RACE_WAIT_MS = 400;
const RACE_ATTEMPTS = 5;
/** After this the service repeats a renewal whose reply was lost. */
const LOST_WAIT_SECS = 30;

async function askForToken(): Promise<boolean> {
  if (lost.isTooEarly()) throw lostReply();
  for (let attempt = 1; ; attempt += 1) {
    try {
      signedIn(await lasting.call(refresh));
      connection.heard();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === "AUTH_REFRESH_RACED") {
        if (attempt === RACE_ATTEMPTS) throw waitForLost(error);
        await new Promise((resolve) => setTimeout(resolve, RACE_WAIT_MS * attempt));
      } else if (isEnd(error)) {
        forget(error.code === "FORBIDDEN" ? "banned" : "ended");
        return false;
      } else throw asUnanswered(error);
    }
  }
}

/** The service's own refusals of a sign-in that has ended. */
const ENDS: ReadonlySet<string> = new Set([
  "AUTH_UNAUTHORIZED",
  "FORBIDDEN",
  "CSRF_ORIGIN",
  "CLIENT_BANNED",
]);

function isEnd({ status, code }: ApiError): boolean {
  return (status === 401 || status === 403) && ENDS.has(code);
}

/** Another 401 or 403 came from something in front, such as a hotel's sign-in page. */
function asUnanswered(error: ApiError): ApiError {
  if (error.status !== 401 && error.status !== 403) return error;
  const unanswered = new ApiError(0, { code: "UNREACHABLE" });
  connection.failed(unanswered);
  return unanswered;
}

/**
 * Handles a renewal whose reply reached no tab. The learner stays signed in, as if offline, until
 * the service repeats it.
 */
function waitForLost({ retryAfterSecs = LOST_WAIT_SECS }: ApiError): ApiError {
  lost.waitFor(retryAfterSecs * 1_000);
  return lostReply();
}

function lostReply(): ApiError {
  const error = new ApiError(0, { code: "AUTH_REFRESH_RACED" });
  connection.failed(error);
  return error;
}

/**
 * Restores the last learner of this browser, then asks the service. Without a network the app
 * continues as her: her words and answers are in the browser database.
 */
export async function restoreSignIn(): Promise<void> {
  const user = rememberedUser();
  if (user === undefined) {
    state.set({ kind: "out" });
    return;
  }
  state.set({ kind: "in", user, offline: true });
  try {
    await renew();
  } catch {
    // Unreachable: stays signed in, offline. The next call retries.
  }
}

/**
 * Ends every session of the account; the browser forgets it even if the service is unreachable.
 * @throws ApiError then: the other devices stay signed in
 */
export async function signOut(): Promise<void> {
  try {
    await plain.call(logout).catch(async (error: unknown) => {
      const isExpired = error instanceof ApiError && error.status === 401;
      if (!isExpired) throw error;
      if (await renew()) await plain.call(logout);
    });
  } finally {
    forget();
    tabs.postMessage({ type: "out" } satisfies Message);
  }
}

/** Ends the sign-in because the service ended it or banned this device. */
export function endSignIn(because: "ended" | "banned"): void {
  forget(because);
}

function forget(because?: "ended" | "banned"): void {
  token = undefined;
  lost.end();
  const reason = reasonAfter(state.get(), because);
  state.set({ kind: "out", ...(reason !== undefined && { because: reason }) });
  if (because === undefined) rememberUser(undefined);
}

/** A ban also ends the sign-in. Whichever message arrives first, the learner sees the ban. */
function reasonAfter(before: SignIn, because: "ended" | "banned" | undefined) {
  if (because === undefined || before.kind === "unknown") return undefined;
  if (before.kind === "in") return because;
  return before.because === "ended" ? because : before.because;
}

const USER_KEY = "wordloom.user";

function rememberUser(user: User | undefined): void {
  try {
    if (user === undefined) localStorage.removeItem(USER_KEY);
    else localStorage.setItem(USER_KEY, JSON.stringify(user));
  } catch {
    // The browser refuses storage: the sign-in lasts as long as the page.
  }
}

function rememberedUser(): User | undefined {
  try {
    const text = localStorage.getItem(USER_KEY);
    return text === null ? undefined : (JSON.parse(text) as User);
  } catch {
    return undefined;
  }
}
