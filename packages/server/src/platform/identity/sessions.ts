import type { Clock } from "../time/clock.ts";
import { readRestoreMark, type RestoreMark } from "../database/restore-mark.ts";
import type { Database, OpenTransaction } from "../database/tables.ts";
import type { Ids } from "../basics/ids.ts";
import { noPeers, type Peers } from "../peers/peers.ts";
import { unknownDevice, type DeviceNote } from "./device-note.ts";
import { extendTrail, wasJustReplaced, wasReplaced, wasReplacedLast } from "./refresh-trail.ts";
import {
  findSessionRow,
  insertSession,
  listAdminSessionRows,
  listLearnerSessions,
  listLiveSessionIds,
  noteSessionSeen,
  removeAdminSession,
  removeExpiredSessions,
  removeLearnerSession,
  removeOldestSessions,
  removeOtherSessions,
  removeSession,
  removeSessionsOf,
  replaceRefreshId,
  type SessionRow,
} from "./sessions.repo.ts";
import { createSessionCache } from "./session-cache.ts";
import type { Session } from "./session.ts";
import { MINUTE_MS } from "../time/durations.ts";

/** A learner's session as shown to them. */
interface OwnSession {
  readonly id: string;
  readonly createdAtMs: number;
  /** Time of its last refresh, or of its start. */
  readonly lastUsedAtMs: number;
  readonly device: DeviceNote;
}

/** An administrator's session as shown to administrators. */
interface AdminSessionRow {
  readonly id: string;
  readonly adminId: string;
  readonly createdAtMs: number;
  readonly lastSeenAtMs: number;
  readonly expiresAtMs: number;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/**
 * The result of presenting a refresh token.
 *
 * - `rotated`: it was current and is now used up, or the reply with its successor was lost
 * - `raced`: a concurrent request replaced it a moment ago
 * - `reused`: it was replaced earlier, so the session must be ended
 * - `ended`: the session no longer exists
 */
export type Rotation = "rotated" | "raced" | "reused" | "ended";

export interface Sessions {
  /**
   * Active sessions only. May be a second out of date if another process ended it and could not
   * notify this one.
   */
  find(id: string): Promise<Session | undefined>;
  /** The ids of the active sessions among these; for streams, which check every few seconds. */
  findMany(ids: readonly string[]): Promise<Set<string>>;
  /** A learner has at most ten sessions; the oldest is removed. */
  start(tx: OpenTransaction, request: NewSession): Promise<Session>;
  rotate(tx: OpenTransaction, request: RotationRequest): Promise<Rotation>;
  /** A learner's active sessions, latest first. */
  listOf(learnerId: string): Promise<OwnSession[]>;
  /** Call `forget` after the commit. @returns false if the learner has no such session */
  endOwn(tx: OpenTransaction, learnerId: string, id: string): Promise<boolean>;
  /** Call `forget` after the commit. @returns number of sessions ended */
  endOthers(tx: OpenTransaction, learnerId: string, keptId: string): Promise<number>;
  /** An administrator's active sessions, latest first. */
  listOfAdmin(adminId: string): Promise<AdminSessionRow[]>;
  /**
   * Call `forget` after the commit.
   *
   * @param adminId  owner of the session; undefined for any administrator
   * @returns the id of the administrator; undefined if there is no such session
   */
  endOfAdmin(
    tx: OpenTransaction,
    id: string,
    adminId: string | undefined,
  ): Promise<string | undefined>;
  /** Notes a request in an administrator's session, at most once a minute. */
  noteSeen(session: Session): Promise<void>;
  /** Call `forget` after the commit. */
  end(tx: OpenTransaction, id: string): Promise<void>;
  /** Call `forget` after the commit. */
  endAllOf(tx: OpenTransaction, kind: Session["kind"], accountId: string): Promise<number>;
  /** @returns number of sessions removed, at most the limit */
  removeExpired(limit: number): Promise<number>;
  /** Drops the cached sessions of the account in all processes. Call it after the commit. */
  forget(accountId: string): void;
  /**
   * The listener is called with accounts whose sessions have ended, so that streams close at once.
   */
  onEnded(listener: (accountId: string) => void): void;
}

interface NewSession {
  readonly kind: Session["kind"];
  readonly accountId: string;
  readonly refreshId?: string;
  readonly ttlMs: number;
  readonly device?: DeviceNote;
  /** Where the sign-in came from, for administrators. */
  readonly origin?: SignInOrigin;
}

/** Where a sign-in came from. */
export interface SignInOrigin {
  readonly ip: string;
  readonly userAgent: string | null;
}

export interface RotationRequest {
  readonly sessionId: string;
  /** The refresh id that was presented, and when it was issued. */
  readonly refreshId: string;
  readonly issuedAtMs: number;
  readonly nextRefreshId: string;
  readonly ttlMs: number;
  readonly device: DeviceNote;
}

const SESSIONS_PER_LEARNER_MAX = 10;
const SEEN_NOTED_EVERY_MS = MINUTE_MS;
const USER_AGENT_LENGTH_MAX = 256;

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
    listOf: async (learnerId) =>
      (await listLearnerSessions(database, learnerId, clock.nowMs())).map(toOwnSession),
    endOwn: removeLearnerSession,
    endOthers: removeOtherSessions,
    listOfAdmin: async (adminId) =>
      (await listAdminSessionRows(database, adminId, clock.nowMs())).map(toAdminSession),
    endOfAdmin: removeAdminSession,
    async noteSeen({ id, lastSeenAtMs = 0 }) {
      const nowMs = clock.nowMs();
      const beforeMs = nowMs - SEEN_NOTED_EVERY_MS;
      if (lastSeenAtMs <= beforeMs) await noteSessionSeen(database, id, nowMs, beforeMs);
    },
    end: removeSession,
    endAllOf: removeSessionsOf,
    removeExpired: (limit) => removeExpiredSessions(database, clock.nowMs(), limit),
    forget(accountId) {
      forgetHere(accountId);
      peers.notify("sessions_ended", accountId);
    },
    onEnded: (listener) => void listeners.push(listener),
  };
}

async function findSession(db: Database, id: string): Promise<Session | undefined> {
  const row = await findSessionRow(db, id);
  if (row === undefined) return undefined;
  const { kind, account_id: accountId, expires_at_ms: expiresAtMs } = row;
  const lastSeenAtMs = row.last_seen_at_ms ?? row.created_at_ms;
  return { id, kind, accountId, expiresAtMs, lastSeenAtMs };
}

function toAdminSession(row: SessionRow): AdminSessionRow {
  return {
    id: row.id,
    adminId: row.account_id,
    createdAtMs: row.created_at_ms,
    lastSeenAtMs: row.last_seen_at_ms ?? row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
    ip: row.ip,
    userAgent: row.user_agent,
  };
}

function toOwnSession(row: SessionRow): OwnSession {
  return {
    id: row.id,
    createdAtMs: row.created_at_ms,
    lastUsedAtMs: row.rotated_at_ms ?? row.created_at_ms,
    device: { platform: row.platform, label: row.device_label },
  };
}

async function startSession(
  tx: OpenTransaction,
  id: string,
  nowMs: number,
  request: NewSession,
): Promise<Session> {
  const { kind, accountId, device = unknownDevice, origin } = request;
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
    platform: device.platform,
    device_label: device.label,
    device_mark: device.mark ?? null,
    ip: origin?.ip ?? null,
    user_agent: origin?.userAgent?.slice(0, USER_AGENT_LENGTH_MAX).toWellFormed() ?? null,
    last_seen_at_ms: null,
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
  const { refresh_id: current, previous_refresh_id: trail } = row;
  const { refreshId } = request;
  const isCurrent = current === refreshId;
  if (!isCurrent && wasJustReplaced(trail, refreshId, nowMs)) return "raced";
  const mark = isCurrent ? undefined : await readRestoreMark(tx);
  const isLost = !isCurrent && isOfLostReply(row, request, mark);
  if (!isCurrent && !isLost && !isOfLostTime(row, request, mark)) return "reused";
  // Nobody can present the lost successor, so it counts as replaced from now on.
  const before = isLost && current !== null ? extendTrail(trail, current, nowMs) : trail;
  const won = await replaceRefreshId(tx, request.sessionId, current ?? "", {
    refreshId: request.nextRefreshId,
    spent: extendTrail(before, refreshId, nowMs),
    nowMs,
    expiresAtMs: nowMs + request.ttlMs,
    device: request.device,
  });
  return won ? "rotated" : "raced";
}

/**
 * Whether the reply with the successor of this refresh token was lost: the successor was never
 * presented, and the same device asks again. A copy of the token on another device is still
 * detected, and so is a copy that comes first, as soon as the other one comes.
 *
 * After a restore, nothing is known of successors issued before the backup.
 */
function isOfLostReply(
  row: SessionRow,
  { refreshId, device }: Pick<RotationRequest, "device" | "refreshId">,
  mark: RestoreMark | undefined,
): boolean {
  const isKnown = mark === undefined || (row.rotated_at_ms ?? 0) > mark.backupAtMs;
  return (
    isKnown && wasReplacedLast(row.previous_refresh_id, refreshId) && isSameDevice(row, device)
  );
}

/** Compares the ids that clients give their devices or, without one, browser and system. */
function isSameDevice(row: SessionRow, { mark = null, platform, label }: DeviceNote): boolean {
  if (row.device_mark !== null || mark !== null) return row.device_mark === mark;
  return row.platform === platform && row.device_label === label;
}

/** Tokens contain whole seconds: one issued in the second of the backup may be newer than it. */
const TOKEN_TICK_MS = 1_000;

/**
 * Whether a refresh token was issued between a backup and its restore, for a session that has not
 * been renewed since. The restored database does not know it, and the learner who holds it did
 * nothing wrong. It counts once as the session's current token, because the renewal is then newer
 * than the backup. Whether it had been replaced in that time is unknown: if a stolen copy is used
 * first, the learner's own token is refused as reused, and the session ends.
 */
function isOfLostTime(
  row: SessionRow,
  { issuedAtMs, refreshId }: Pick<RotationRequest, "issuedAtMs" | "refreshId">,
  mark: RestoreMark | undefined,
): boolean {
  if (mark === undefined) return false;
  const isUntouched = (row.rotated_at_ms ?? row.created_at_ms) <= mark.backupAtMs;
  const isLater = issuedAtMs + TOKEN_TICK_MS > mark.backupAtMs;
  const isKnown = wasReplaced(row.previous_refresh_id, refreshId);
  return isUntouched && isLater && issuedAtMs <= mark.restoredAtMs && !isKnown;
}
