import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { OpenTransaction } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { REFRESH_COOKIE } from "../../../platform/http/cookies.ts";
import { credentialOfKind, type Credential } from "../../../platform/http/credentials.ts";
import { requireOwnPage } from "../../../platform/http/csrf.ts";
import type { RequestFacts } from "../../../platform/http/route.ts";
import { deviceNoteOf } from "../../../platform/identity/device-note.ts";
import { RACE_WINDOW_MS } from "../../../platform/identity/refresh-trail.ts";
import type { Rotation, RotationRequest } from "../../../platform/identity/sessions.ts";
import type { ReadRefresh } from "../../../platform/identity/tokens.ts";
import {
  learnerSubject,
  notifyAdmins,
  type AdminNotice,
} from "../admin-notices/admin-notices.service.ts";
import { writeAudit } from "../audit/audit.service.ts";
import { findUser, lockExistingLearners, type UserRow } from "../users/users.service.ts";
import { readLifetimes, signTokens, type SignedIn } from "./sign-ins.service.ts";

type Needs = Pick<
  Deps,
  "clock" | "database" | "events" | "ids" | "log" | "passwords" | "sessions" | "settings" | "tokens"
>;
type Facts = Pick<RequestFacts, "header" | "cookie" | "secure"> & Partial<Pick<RequestFacts, "ip">>;

/** After the race window, a token whose successor was lost can be exchanged once more. */
const RACE_SECS = Math.ceil(RACE_WINDOW_MS / 1000);

interface Presented extends ReadRefresh {
  readonly from: Credential["from"];
  /** The address that presented it. */
  readonly ip: string | undefined;
}

/**
 * Exchanges a refresh token for a new pair of tokens.
 *
 * A token reused within the race window comes from a concurrent request of the same browser and is
 * only refused. If the same device reuses it later and its successor was never used, the reply was
 * lost: a new successor is issued and the lost one becomes void. Any other reuse means that one of
 * the two uses came from a stolen copy, so the session is ended.
 *
 * Browser clients send their access token along. A bearer token that is not a refresh token is
 * ignored, and the cookie is used. Only a refused cookie is cleared: after a refused header, the
 * caller's cookie may still be valid.
 *
 * @throws AppError AUTH_UNAUTHORIZED, AUTH_REFRESH_RACED, FORBIDDEN when banned, CSRF_ORIGIN
 */
export async function refreshSignIn(needs: Needs, request: Facts): Promise<SignedIn> {
  const presented = readPresented(needs, request);
  const lifetimes = await readLifetimes(needs);
  const next = { sessionId: presented.sessionId, refreshId: needs.ids.next() };
  const device = deviceNoteOf(request);

  const { user, rotation } = await transact(needs.database, (tx) =>
    rotate(needs, tx, presented, {
      nextRefreshId: next.refreshId,
      ttlMs: lifetimes.refreshMs,
      device,
    }),
  );

  if (rotation === "reused") {
    needs.sessions.forget(presented.accountId);
    await notifyAdmins(needs, reuseNotice(presented.accountId));
  }
  if (rotation === "raced") refuse("AUTH_REFRESH_RACED", undefined, { retryAfterSecs: RACE_SECS });
  if (rotation === "banned") {
    refuse("FORBIDDEN", "This account is banned.", clearing(presented.from));
  }
  if (rotation !== "rotated" || user === undefined) return refuseToken(presented.from);
  return signTokens(needs, user, next, lifetimes);
}

function reuseNotice(userId: string): AdminNotice {
  return {
    kind: "security",
    subject: learnerSubject(userId),
    severity: "warning",
    code: "token_reused",
    args: {},
    link: `/users/${userId}`,
  };
}

function readPresented(needs: Needs, request: Facts): Presented {
  const { tokens, clock, settings } = needs;
  const credential = credentialOfKind(request, REFRESH_COOKIE, tokens.isRefresh) ?? refuseToken();
  const { token, from } = credential;
  if (from === "cookie") requireOwnPage(settings, request);
  const subject = tokens.readRefresh(token, clock.nowMs()) ?? refuseToken(from);
  return { ...subject, from, ip: request.ip };
}

/** @param from  where the token came from; absent without a token */
function refuseToken(from?: Credential["from"]): never {
  return refuse("AUTH_UNAUTHORIZED", "This refresh token is not valid.", clearing(from));
}

function clearing(from: Credential["from"] | undefined): { clearCookies: boolean } {
  return { clearCookies: from === "cookie" };
}

async function rotate(
  needs: Needs,
  tx: OpenTransaction,
  presented: Presented,
  replacement: Pick<RotationRequest, "nextRefreshId" | "ttlMs" | "device">,
): Promise<{ user?: UserRow; rotation: Rotation | "banned" }> {
  // Until the commit the account cannot be erased; otherwise an audit entry about it would remain.
  await lockExistingLearners(tx, [presented.accountId]);
  const user = await findUser(tx, presented.accountId);
  if (user === undefined) return { rotation: "ended" };
  if (user.is_banned === 1) return { rotation: "banned" };
  const { sessionId, refreshId, issuedAtMs } = presented;
  const change = { sessionId, refreshId, issuedAtMs, ...replacement };
  const rotation = await needs.sessions.rotate(tx, change);
  if (rotation === "reused") await endForReuse(needs, tx, presented);
  return { user, rotation };
}

async function endForReuse(needs: Needs, tx: OpenTransaction, presented: Presented): Promise<void> {
  await needs.sessions.end(tx, presented.sessionId);
  await writeAudit(tx, {
    action: "user.session_revoked",
    atMs: needs.clock.nowMs(),
    ip: presented.ip,
    sessionId: presented.sessionId,
    target: { type: "user", id: presented.accountId },
    metadata: { reason: "refresh_token_reused", sessionId: presented.sessionId },
  });
}
