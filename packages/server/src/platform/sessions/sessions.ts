import type { Clock } from "../clock.ts";
import type { Database, OpenTransaction } from "../database/tables.ts";
import type { Ids } from "../ids.ts";
import { noPeers, type Peers } from "../peers.ts";
import { extendTrail, wasJustReplaced } from "./refresh-trail.ts";
import {
  findSessionRow,
  insertSession,
  listLiveSessionIds,
  removeExpiredSessions,
  removeOldestSessions,
  removeSession,
  removeSessionsOf,
  replaceRefreshId,
} from "./sessions.repo.ts";
import { createSessionCache } from "./session-cache.ts";

/** One sign-in on one device; every token names one, and dies with it. */
export interface Session {
  readonly id: string;
  readonly kind: "learner" | "admin";
  readonly accountId: string;
  readonly expiresAtMs: number;
}

/**
 * What became of a refresh token.
 *
 * - `rotated`: it was the current one, and is spent now
 * - `raced`: it was replaced a moment ago, so a twin of this request won
 * - `reused`: it was replaced long ago and comes again: the session must go
 * - `ended`: there is no such session any more
 */
export type Rotation = "rotated" | "raced" | "reused" | "ended";

export interface Sessions {
  /** Live ones only. May be a second old when another process ended it and could not say so. */
  find(id: string): Promise<Session | undefined>;
  /** The live ones among many; for streams, which ask every few seconds. */
  findMany(ids: readonly string[]): Promise<Set<string>>;
  /** A learner has at most ten; the oldest makes room. */
  start(tx: OpenTransaction, request: NewSession): Promise<Session>;
  rotate(tx: OpenTransaction, request: RotationRequest): Promise<Rotation>;
  /** Call `forget` after the commit. */
  end(tx: OpenTransaction, id: string): Promise<void>;
  /** Call `forget` after the commit. */
  endAllOf(tx: OpenTransaction, kind: Session["kind"], accountId: string): Promise<number>;
  removeExpired(): Promise<number>;
  /** Drops what is remembered of the account, here and elsewhere. After the commit. */
  forget(accountId: string): void;
  /** Hears of accounts that lost sessions, so that streams close at once. */
  onEnded(listener: (accountId: string) => void): void;
}

export interface NewSession {
  readonly kind: Session["kind"];
  readonly accountId: string;
  readonly refreshId?: string;
  readonly ttlMs: number;
}

export interface RotationRequest {
  readonly sessionId: string;
  /** The refresh id that was presented. */
  readonly refreshId: string;
  readonly nextRefreshId: string;
  readonly ttlMs: number;
}

const SESSIONS_PER_LEARNER_MAX = 10;

export function createSessions(needs: {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly peers?: Peers;
}): Sessions {
  const { database, clock, ids, peers = noPeers } = needs;
  const cache = createSessionCache(clock);
  const listeners: ((accountId: string) => void)[] = [];
  const forgetHere = (accountId: string) => {
    cache.forget(accountId);
    for (const listener of listeners) listener(accountId);
  };
  peers.on("sessions_ended", forgetHere);

  return {
    find: (id) => cache.get(id, () => findSession(database, id)),
    async findMany(wanted) {
      if (wanted.length === 0) return new Set();
      return new Set(await listLiveSessionIds(database, wanted, clock.nowMs()));
    },
    async start(tx, request) {
      if (request.kind === "learner") {
        const keep = SESSIONS_PER_LEARNER_MAX - 1;
        cache.drop(await removeOldestSessions(tx, request.accountId, keep));
      }
      return startSession(tx, ids.next(), clock.nowMs(), request);
    },
    rotate: (tx, request) => rotateSession(tx, clock.nowMs(), request),
    end: removeSession,
    endAllOf: removeSessionsOf,
    removeExpired: () => removeExpiredSessions(database, clock.nowMs()),
    forget(accountId) {
      forgetHere(accountId);
      peers.tell("sessions_ended", accountId);
    },
    onEnded: (listener) => void listeners.push(listener),
  };
}

async function findSession(db: Database, id: string): Promise<Session | undefined> {
  const row = await findSessionRow(db, id);
  if (row === undefined) return undefined;
  const { kind, account_id: accountId, expires_at_ms: expiresAtMs } = row;
  return { id, kind, accountId, expiresAtMs };
}

async function startSession(
  tx: OpenTransaction,
  id: string,
  nowMs: number,
  request: NewSession,
): Promise<Session> {
  const { kind, accountId } = request;
  const expiresAtMs = nowMs + request.ttlMs;
  await insertSession(tx, {
    id,
    kind,
    account_id: accountId,
    refresh_id: request.refreshId ?? null,
    previous_refresh_id: null,
    rotated_at_ms: null,
    created_at_ms: nowMs,
    expires_at_ms: expiresAtMs,
  });
  return { id, kind, accountId, expiresAtMs };
}

async function rotateSession(
  tx: OpenTransaction,
  nowMs: number,
  request: RotationRequest,
): Promise<Rotation> {
  const row = await findSessionRow(tx, request.sessionId);
  if (row === undefined || row.expires_at_ms <= nowMs) return "ended";
  if (row.refresh_id !== request.refreshId) {
    const raced = wasJustReplaced(row.previous_refresh_id, request.refreshId, nowMs);
    return raced ? "raced" : "reused";
  }
  const won = await replaceRefreshId(tx, request.sessionId, request.refreshId, {
    refreshId: request.nextRefreshId,
    spent: extendTrail(row.previous_refresh_id, request.refreshId, nowMs),
    nowMs,
    expiresAtMs: nowMs + request.ttlMs,
  });
  return won ? "rotated" : "raced";
}
