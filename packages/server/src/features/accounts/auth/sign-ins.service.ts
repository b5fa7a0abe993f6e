import type { User } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { OpenTransaction } from "../../../platform/database/tables.ts";
import { HOUR_MS } from "../../../platform/time/durations.ts";
import { ACCESS_COOKIE, REFRESH_COOKIE } from "../../../platform/http/cookies.ts";
import { isOwnPage, pageOriginOf } from "../../../platform/http/csrf.ts";
import type { CookieToSet, RequestFacts } from "../../../platform/http/route.ts";
import type { DeviceNote } from "../../../platform/identity/device-note.ts";
import { ttlCachePerApp } from "../../../platform/memory/ttl-cache.ts";
import { logActions } from "../activity-log/activity-log.service.ts";
import { readSystemSettings } from "../settings/settings.service.ts";
import { toUser, type UserRow } from "../users/users.service.ts";

type Needs = Pick<
  Deps,
  "clock" | "database" | "ids" | "passwords" | "sessions" | "settings" | "tokens"
>;

/** Result of signing in. The refresh token is sent only as a cookie. */
export interface SignedIn {
  readonly user: User;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly lifetimes: Lifetimes;
}

export interface Lifetimes {
  readonly accessMs: number;
  readonly refreshMs: number;
}

/** Token lifetimes from the system settings. Call outside transactions. */
export async function readLifetimes(needs: Needs): Promise<Lifetimes> {
  const stored = await readSystemSettings(needs);
  return {
    accessMs: stored.access_token_hours * HOUR_MS,
    refreshMs: stored.refresh_token_days * 24 * HOUR_MS,
  };
}

/** Opens a session for an authenticated account. */
export async function openSignIn(
  needs: Needs,
  tx: OpenTransaction,
  user: UserRow,
  { lifetimes, device }: { readonly lifetimes: Lifetimes; readonly device: DeviceNote },
): Promise<SignedIn> {
  const refreshId = needs.ids.next();
  const session = await needs.sessions.start(tx, {
    kind: "learner",
    accountId: user.id,
    refreshId,
    ttlMs: lifetimes.refreshMs,
    device,
  });
  await logActions(tx, [
    {
      userId: user.id,
      action: "login",
      atMs: needs.clock.nowMs(),
      ip: device.ip,
      detail: { sessionId: session.id, platform: device.platform, device: device.label },
    },
  ]);
  return signTokens(needs, user, { sessionId: session.id, refreshId }, lifetimes);
}

/** Issues both tokens of a session. */
export function signTokens(
  needs: Pick<Needs, "clock" | "settings" | "tokens">,
  user: UserRow,
  session: { sessionId: string; refreshId: string },
  lifetimes: Lifetimes,
): SignedIn {
  const { sessionId, refreshId } = session;
  const subject = { accountId: user.id, sessionId };
  const { accessMs, refreshMs } = lifetimes;
  const { tokens, clock } = needs;
  const nowMs = clock.nowMs();
  return {
    user: toUser(user, needs.settings),
    accessToken: tokens.issueAccess(subject, nowMs, accessMs),
    refreshToken: tokens.issueRefresh({ ...subject, refreshId }, nowMs, refreshMs),
    lifetimes,
  };
}

type ReplyNeeds = Pick<Deps, "clock" | "database" | "log" | "settings">;

/** The reply to a sign-in: an access token for programs, cookies for browsers. */
export function signInReply(
  needs: ReplyNeeds,
  request: RequestFacts,
  signedIn: SignedIn,
): { reply: { accessToken: string; user: User }; cookies: CookieToSet[] } {
  const { accessToken, user } = signedIn;
  return { reply: { accessToken, user }, cookies: signInCookies(needs, request, signedIn) };
}

/**
 * Cookies that keep a browser signed in. Pages of other origins get none: they could otherwise sign
 * a visitor's browser in to an account of their choice. Programs use the token in the reply.
 */
function signInCookies(
  needs: ReplyNeeds,
  request: RequestFacts,
  signedIn: SignedIn,
): CookieToSet[] {
  if (!isOwnPage(needs.settings, request)) {
    reportWithheld(needs, request);
    return [];
  }
  const { accessMs, refreshMs } = signedIn.lifetimes;
  return [
    cookie(ACCESS_COOKIE, signedIn.accessToken, accessMs),
    cookie(REFRESH_COOKIE, signedIn.refreshToken, refreshMs),
  ];
}

/** Origins reported within the last hour. */
const reported = ttlCachePerApp<true>({ entriesMax: 1_000, ttlMs: HOUR_MS });
const ORIGIN_LOGGED_MAX = 300;

/**
 * Warns the operator, once an hour per origin: without the cookies, a web app of that origin seems
 * to sign in and is signed out an hour later.
 */
function reportWithheld(needs: ReplyNeeds, request: RequestFacts): void {
  const origin = pageOriginOf(request)?.slice(0, ORIGIN_LOGGED_MAX) ?? "hidden";
  if (reported(needs).get(origin) !== undefined) return;
  reported(needs).set(origin, true);
  const remedy =
    origin === "hidden"
      ? "no setting allows a page that hides its origin"
      : "CORS_ORIGIN would allow it, or PUBLIC_URL if it is this service's own address";
  needs.log.warn({ origin }, `sign-in cookies were withheld because of the origin; ${remedy}`);
}

function cookie(name: string, value: string, lifetimeMs: number): CookieToSet {
  return { name, value, maxAgeSecs: Math.ceil(lifetimeMs / 1000) };
}
