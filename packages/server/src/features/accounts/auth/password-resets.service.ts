import { createHash } from "node:crypto";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { OpenTransaction } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { openSealed, sealText } from "../../../platform/identity/sealed-text.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { HOUR_MS } from "../../../platform/time/durations.ts";
import { lockUser, updatePassword, type UserRow } from "../users/users.service.ts";
import {
  findPasswordReset,
  insertPasswordReset,
  listPasswordResetHashes,
  listSealedResets,
  removeOpenPasswordResets,
  removeSpentPasswordResets,
  usePasswordReset,
} from "./password-resets.repo.ts";
import { appendResetToken, pruneResetTokens } from "./reset-token-file.ts";

type Needs = Pick<
  Deps,
  "clock" | "database" | "ids" | "log" | "passwords" | "sessions" | "settings"
>;

const LIFETIME_MS = { learner: HOUR_MS, admin: 4 * HOUR_MS } as const;
const TOKEN_BYTES = 32;
const PURPOSE = "reset token";

/** A token that is still valid, to be handed to the learner. */
export interface OpenReset {
  readonly userId: string;
  readonly email: string;
  readonly token: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/**
 * Creates a reset token and invalidates the account's older ones, also under concurrency. The token
 * is also written to the operator's file; a failure to do so is only logged.
 *
 * @param within  further writes of the same transaction
 * @returns the token, to be mailed, and shown to administrators only; the database stores its hash
 *   and, if a learner requested it, its encrypted text. Undefined for an account that no longer
 *   exists
 */
export async function createPasswordReset(
  needs: Pick<Needs, "clock" | "database" | "ids" | "log" | "settings">,
  user: UserRow,
  madeBy: "learner" | "admin",
  within?: (tx: OpenTransaction) => Promise<unknown>,
): Promise<string | undefined> {
  const token = needs.ids.secret(TOKEN_BYTES);
  const createdAtMs = needs.clock.nowMs();
  const expiresAtMs = createdAtMs + LIFETIME_MS[madeBy];
  const isCreated = await transact(needs.database, async (tx) => {
    if (!(await lockUser(tx, user.id))) return false;
    await removeOpenPasswordResets(tx, user.id);
    await insertPasswordReset(tx, {
      token_hash: hashOf(token),
      user_id: user.id,
      made_by: madeBy,
      created_at_ms: createdAtMs,
      expires_at_ms: expiresAtMs,
      used_at_ms: null,
      token_sealed: madeBy === "learner" ? seal(needs, token) : null,
    });
    await within?.(tx);
    return true;
  });
  if (!isCreated) return undefined;
  const entry = { token, userId: user.id, email: user.email, madeBy, createdAtMs, expiresAtMs };
  try {
    appendResetToken(needs.settings, entry);
  } catch (cause) {
    const facts = { err: cause, userId: user.id };
    needs.log.error(facts, "reset token could not be written to reset-tokens.log");
  }
  return token;
}

export async function isUsableResetToken(
  needs: Pick<Needs, "clock" | "database">,
  token: string,
): Promise<boolean> {
  const reset = await findPasswordReset(needs.database, hashOf(token));
  return reset?.used_at_ms === null && reset.expires_at_ms > needs.clock.nowMs();
}

/**
 * Sets a new password, ends all sessions and removes a lock.
 *
 * @throws AppError AUTH_INVALID_RESET_TOKEN, AUTH_EXPIRED_RESET_TOKEN
 */
export async function resetPassword(
  needs: Needs,
  input: { token: string; newPassword: string },
): Promise<void> {
  const tokenHash = hashOf(input.token);
  const reset = await findPasswordReset(needs.database, tokenHash);
  if (reset?.used_at_ms !== null) return refuse("AUTH_INVALID_RESET_TOKEN");
  if (reset.expires_at_ms <= needs.clock.nowMs()) refuse("AUTH_EXPIRED_RESET_TOKEN");

  const passwordHash = await needs.passwords.hash(input.newPassword);
  await transact(needs.database, async (tx) => {
    const nowMs = needs.clock.nowMs();
    const used = await usePasswordReset(tx, tokenHash, nowMs);
    const updated = used && (await updatePassword(tx, reset.user_id, { passwordHash, nowMs }));
    if (!updated) refuse("AUTH_INVALID_RESET_TOKEN");
    await needs.sessions.endAllOf(tx, "learner", reset.user_id);
  });
  needs.sessions.forget(reset.user_id);
}

/**
 * The open tokens that learners requested, newest first, from all processes. Leaves out tokens
 * created before the secret of administrators' sign-ins was changed.
 */
export async function listOpenResets(
  needs: Pick<Needs, "clock" | "database" | "settings">,
): Promise<OpenReset[]> {
  const rows = await listSealedResets(needs.database, needs.clock.nowMs());
  return rows.flatMap(({ token_sealed: sealed, ...row }) => {
    const token = openSealed(needs.settings.ADMIN_JWT_SECRET, PURPOSE, sealed);
    if (token === undefined) return [];
    const createdAt = toTimestamp(row.created_at_ms);
    const expiresAt = toTimestamp(row.expires_at_ms);
    return [{ userId: row.user_id, email: row.email, token, createdAt, expiresAt }];
  });
}

/** Invalidates the open tokens of an account. */
export async function removeOpenResets(tx: OpenTransaction, userId: string): Promise<void> {
  await removeOpenPasswordResets(tx, userId);
}

/** Removes used, expired and replaced tokens from the table and from this process's file. */
export async function removeSpentResets(needs: Needs): Promise<number> {
  const nowMs = needs.clock.nowMs();
  const removed = await removeSpentPasswordResets(needs.database, nowMs);
  const open = new Set(await listPasswordResetHashes(needs.database));
  // A token created since then is in the file but may be missing from the list.
  const isNew = (createdAt: string) => Date.parse(createdAt) >= nowMs;
  pruneResetTokens(needs.settings, (line) => isNew(line.createdAt) || open.has(hashOf(line.token)));
  return removed;
}

/** Removes an account's tokens from this process's file. Other processes do so within an hour. */
export function forgetResetTokens({ settings }: Pick<Needs, "settings">, userId: string): void {
  pruneResetTokens(settings, (line) => line.userId !== userId);
}

function seal({ settings }: Pick<Needs, "settings">, token: string): string {
  return sealText(settings.ADMIN_JWT_SECRET, PURPOSE, token);
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
