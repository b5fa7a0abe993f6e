import type { Language } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { sendMail, type Mail } from "../../../platform/outside/mail.ts";
import { publicLink } from "../../../platform/settings/public-link.ts";
import type { Settings } from "../../../platform/settings/settings.ts";
import { HOUR_MS } from "../../../platform/time/durations.ts";
import { isToCome, latestStoredMs } from "../../../platform/database/stored-times.ts";
import { preferencesOf } from "../preferences/preferences.service.ts";
import { textIn } from "../texts/texts.ts";
import { findUser, findUserByEmail, type UserRow } from "../users/users.service.ts";
import {
  listDueEmailChanges,
  updateEmailChange,
  voidEmailChange,
  type EmailChangeRow,
} from "./email-changes.repo.ts";
import { isOpen, tokenHashOf } from "./email-changes.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "settings">;

/** Requests handled at a time. Their mails are sent concurrently. */
const BATCH = 20;
const TOKEN_BYTES = 32;
/** First pause after a mail could not be sent. Each further pause doubles the time waited. */
const RETRY_FIRST_MS = 10_000;
const RETRY_FOR_MS = HOUR_MS;

const FAILED = {
  confirm_due_at_ms: "the confirmation of a new address could not be mailed",
  notice_due_at_ms: "the old address could not be notified of a new one",
} as const;

/** A waiting change and its owner. */
interface Waiting {
  readonly change: EmailChangeRow & { readonly email: string };
  readonly user: UserRow;
  readonly language: Language;
}

/**
 * Sends mail to the new address, which has to confirm, and notifies the old one. A mail refused by
 * the server is retried for an hour, independently of the other: an old mailbox may be gone.
 */
export async function deliverEmailChanges(needs: Needs, signal: AbortSignal): Promise<void> {
  const nowMs = needs.clock.nowMs();
  const latestMs = latestStoredMs(nowMs, RETRY_FOR_MS);
  for (let taken = BATCH; taken === BATCH && !signal.aborted;) {
    const changes = await listDueEmailChanges(needs.database, { nowMs, latestMs }, BATCH);
    await Promise.all(changes.map((change) => deliver(needs, change, nowMs)));
    taken = changes.length;
  }
}

async function deliver(needs: Needs, change: EmailChangeRow, nowMs: number): Promise<void> {
  const { database } = needs;
  const user = await findUser(database, change.user_id);
  if (user === undefined) return;
  if (!isOpen(change, user, nowMs)) return voidEmailChange(database, change.user_id);
  const { language } = await preferencesOf(database, user.id);
  const waiting = { change, user, language };
  await Promise.all([
    sendIfDue(needs, waiting, "notice_due_at_ms", () => notifyOldAddress(needs, waiting)),
    sendIfDue(needs, waiting, "confirm_due_at_ms", () => askNew(needs, waiting)),
  ]);
}

async function sendIfDue(
  needs: Needs,
  { change }: Waiting,
  due: keyof typeof FAILED,
  send: () => Promise<void>,
): Promise<void> {
  const nowMs = needs.clock.nowMs();
  const dueAtMs = change[due];
  if (dueAtMs === null || isToCome(dueAtMs, nowMs, RETRY_FOR_MS)) return;
  let againAtMs: number | null = null;
  try {
    await send();
  } catch (cause) {
    needs.log.error({ err: cause, userId: change.user_id }, FAILED[due]);
    const waitedMs = nowMs - change.requested_at_ms;
    const isRecent = change.requested_at_ms <= latestStoredMs(nowMs) && waitedMs < RETRY_FOR_MS;
    if (isRecent) againAtMs = nowMs + Math.max(RETRY_FIRST_MS, waitedMs);
  }
  await updateEmailChange(needs.database, change, { [due]: againAtMs });
}

async function notifyOldAddress(
  { settings }: Needs,
  { change, user, language }: Waiting,
): Promise<void> {
  const values = { name: user.username, email: change.email };
  await sendMail(settings, {
    to: user.email,
    language,
    subject: textIn(language, "email_change_mail.notice_subject", {}),
    text: textIn(language, "email_change_mail.notice", values),
  });
}

/** An address that has an account gets no mail, so that the requester does not learn about it. */
async function askNew(needs: Needs, waiting: Waiting): Promise<void> {
  const { change } = waiting;
  if ((await findUserByEmail(needs.database, change.email)) !== undefined) return;
  const token = needs.ids.secret(TOKEN_BYTES);
  const made = { token_hash: tokenHashOf(token) };
  if (!(await updateEmailChange(needs.database, change, made))) return;
  await sendMail(needs.settings, confirmationMail(needs.settings, waiting, token));
}

/** The token follows `#`, so that it does not appear in the log of any server or proxy. */
function confirmationMail(
  settings: Pick<Settings, "BASE_PATH" | "PUBLIC_URL">,
  { change, user, language }: Waiting,
  token: string,
): Mail {
  const name = user.username;
  const link = publicLink(settings, `/confirm-email#token=${token}`);
  return {
    to: change.email,
    language,
    subject: textIn(language, "email_change_mail.subject", {}),
    text:
      link === undefined
        ? textIn(language, "email_change_mail.with_token", { name, token })
        : textIn(language, "email_change_mail.with_link", { name, link }),
  };
}
