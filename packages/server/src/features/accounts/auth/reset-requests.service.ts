import { setTimeout as pause } from "node:timers/promises";
import type { Language } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { OpenTransaction } from "../../../platform/database/tables.ts";
import { HOUR_MS } from "../../../platform/time/durations.ts";
import { latestStoredMs } from "../../../platform/database/stored-times.ts";
import { sendMail } from "../../../platform/outside/mail.ts";
import { findUserByEmail, type UserRow } from "../users/users.service.ts";
import {
  insertResetRequest,
  listDueResetRequests,
  postponeResetRequest,
  removeResetRequest,
  removeResetRequestsFor,
  type ResetRequestRow,
} from "./password-resets.repo.ts";
import { createPasswordReset } from "./password-resets.service.ts";
import { preferencesOf } from "../preferences/preferences.service.ts";
import { resetMail } from "./reset-mail.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "jobs" | "log" | "settings">;

/** The worker that creates and sends the tokens. */
export const RESET_DELIVERY = "password_reset_delivery";

/** Requests handled at a time. Their mails are sent concurrently. */
const BATCH = 20;
/** First pause after a mail could not be sent. Each further pause doubles the time waited. */
const RETRY_FIRST_MS = 10_000;
const RETRY_FOR_MS = HOUR_MS;
/** Longer than the worker usually takes. */
const REPLY_AFTER_MS = 50;

/**
 * Accepts a request for a reset token. It is on disk on return, and the worker does the rest.
 *
 * The time it takes must not reveal whether the address has an account, and up to the reply nothing
 * depends on that. The reply waits until the worker is probably done, so that the worker does not
 * slow down the caller's next request.
 */
export async function requestPasswordReset(needs: Needs, email: string): Promise<void> {
  const atMs = needs.clock.nowMs();
  const replyTime = pause(REPLY_AFTER_MS);
  await insertResetRequest(needs.database, { email, requested_at_ms: atMs, due_at_ms: atMs });
  needs.jobs.wake(RESET_DELIVERY);
  await replyTime;
}

type DeliveryNeeds = Omit<Needs, "jobs">;

/** A created token to be mailed. */
interface Letter {
  readonly request: ResetRequestRow;
  readonly user: UserRow;
  readonly language: Language;
  readonly token: string;
}

/**
 * Creates and sends the requested tokens. A request is deleted only afterwards, so that a crash
 * loses none. If the mail server fails, sending is retried, with a new token, for an hour.
 */
export async function deliverPasswordResets(
  needs: DeliveryNeeds,
  signal: AbortSignal,
): Promise<void> {
  const nowMs = needs.clock.nowMs();
  const latestMs = latestStoredMs(nowMs, RETRY_FOR_MS);
  for (let taken = BATCH; taken === BATCH && !signal.aborted;) {
    const requests = await listDueResetRequests(needs.database, { nowMs, latestMs }, BATCH);
    const letters: Letter[] = [];
    for (const request of requests) {
      const letter = await prepareLetter(needs, request);
      if (letter === undefined) await removeResetRequest(needs.database, request.id);
      else letters.push(letter);
    }
    await Promise.all(letters.map((letter) => sendLetter(needs, letter, nowMs)));
    taken = requests.length;
  }
}

/** @returns undefined for an address without an account */
async function prepareLetter(
  needs: DeliveryNeeds,
  request: ResetRequestRow,
): Promise<Letter | undefined> {
  const user = await findUserByEmail(needs.database, request.email);
  const token = user && (await createPasswordReset(needs, user, "learner"));
  if (user === undefined || token === undefined) return undefined;
  const { language } = await preferencesOf(needs.database, user.id);
  return { request, user, language, token };
}

async function sendLetter(
  needs: DeliveryNeeds,
  { request, user, language, token }: Letter,
  nowMs: number,
): Promise<void> {
  try {
    await sendMail(needs.settings, resetMail(needs.settings, { ...user, language }, token));
  } catch (cause) {
    needs.log.error({ err: cause, userId: user.id }, "reset token could not be mailed");
    const askedAtMs = request.requested_at_ms;
    const againAtMs = nowMs + Math.max(RETRY_FIRST_MS, nowMs - askedAtMs);
    if (askedAtMs <= latestStoredMs(nowMs) && againAtMs < askedAtMs + RETRY_FOR_MS) {
      return postponeResetRequest(needs.database, request.id, againAtMs);
    }
  }
  await removeResetRequest(needs.database, request.id);
}

/** Removes requests of an account that is being erased. */
export async function eraseResetRequests(tx: OpenTransaction, email: string): Promise<void> {
  await removeResetRequestsFor(tx, email);
}
