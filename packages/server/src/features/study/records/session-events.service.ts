import { errors, SessionEvent, type ErrorCode, type EventIngest } from "@wordloom/contract";
import type { z } from "zod";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import type { OpenTransaction } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { MINUTE_MS } from "../../../platform/time/durations.ts";
import { insertEventIds, listUsedEventIds } from "../../adaptation/amas/amas-events.service.ts";
import { lockLearners } from "../../adaptation/amas/engine-states.service.ts";
import { applyInTransaction, type AcceptedAnswer } from "./apply.service.ts";
import { drainOutboxOf } from "./outbox.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "metrics" | "settings"> & {
  readonly events: Pick<Deps["events"], "toAdmins" | "toUser">;
};

/** Maximum age of an event. An older one is dated at this limit. */
const PAST_MAX_MS = 30 * MINUTE_MS;

/** How far an event may be ahead of the server's clock, since device clocks differ. */
const FUTURE_MAX_MS = MINUTE_MS;

/**
 * Error codes of invalid fields. Any other error is INVALID_REQUEST_BODY, as in a batch of records.
 */
const FIELD_CODES: Readonly<Record<string, ErrorCode>> = {
  clientEventId: "LEARNING_INVALID_EVENT_ID",
  responseTimeMs: "LEARNING_INVALID_RESPONSE_TIME",
  clientTsMs: "LEARNING_INVALID_CLIENT_TS",
};

interface Entry {
  readonly index: number;
  readonly event: SessionEvent;
}

type EventError = EventIngest["errors"][number];

/**
 * Applies the answers that a session reports late. Each becomes a record, as if submitted on its
 * own, and is applied once. An event id that the learner used before changes nothing.
 *
 * Answers are applied in the order of their times, after the learner's answers in the outbox.
 *
 * @param session  the learner's own session; if it is completed, the answers count, but not in it
 */
export async function ingestSessionEvents(
  needs: Needs,
  learner: Learner,
  session: { id: string; startedAtMs: number },
  events: readonly unknown[],
): Promise<EventIngest> {
  const { entries, invalid } = parseEvents(events);
  if (entries.length === 0) return { count: 0, duplicates: 0, ...toErrors(invalid) };
  await drainOutboxOf(needs, learner.id);
  const accepted = entries.map((entry) => toAccepted(needs, learner, session, entry));
  const result = await transact(needs.database, (tx) => applyEvents(needs, tx, learner, accepted));
  result.afterCommit();
  const unknown = result.unknown.map(({ entry }) => errorOf(entry, "NOT_FOUND", "No such word."));
  return {
    count: result.count,
    duplicates: accepted.length - result.count - unknown.length,
    ...toErrors([...invalid, ...unknown]),
  };
}

interface Timed {
  readonly entry: Entry;
  readonly answer: AcceptedAnswer;
}

async function applyEvents(
  needs: Needs,
  tx: OpenTransaction,
  learner: Learner,
  timed: readonly Timed[],
): Promise<{ count: number; unknown: readonly Timed[]; afterCommit(): void }> {
  await lockLearners(needs, tx, [learner.id]);
  const ids = timed.map(({ entry }) => entry.event.clientEventId);
  const used = new Set(await listUsedEventIds(tx, learner.id, ids));
  const fresh = timed
    .filter(({ entry }) => !used.has(entry.event.clientEventId))
    .toSorted((a, b) => a.answer.acceptedAtMs - b.answer.acceptedAtMs);
  const answers = fresh.map(({ answer }) => answer);
  const { outcomes, afterCommit } = await applyInTransaction(needs, tx, answers);
  const isUnknown = (_: Timed, index: number) => outcomes[index]?.kind === "unknown_word";
  const applied = fresh.filter((entry, index) => !isUnknown(entry, index));
  const appliedIds = applied.map(({ entry }) => entry.event.clientEventId);
  await insertEventIds(tx, learner.id, appliedIds, needs.clock.nowMs());
  return { count: applied.length, unknown: fresh.filter(isUnknown), afterCommit };
}

/** Separates valid entries from invalid ones. Of two with the same id, the first is valid. */
function parseEvents(events: readonly unknown[]): { entries: Entry[]; invalid: EventError[] } {
  const entries: Entry[] = [];
  const invalid: EventError[] = [];
  const seen = new Set<string>();
  for (const [index, sent] of events.entries()) {
    const parsed = SessionEvent.safeParse(sent);
    if (!parsed.success) {
      invalid.push(invalidEntry(index, sent, parsed.error));
    } else if (seen.has(parsed.data.clientEventId)) {
      invalid.push(errorOf({ index, event: parsed.data }, "LEARNING_DUPLICATE_EVENT_ID"));
    } else {
      seen.add(parsed.data.clientEventId);
      entries.push({ index, event: parsed.data });
    }
  }
  return { entries, invalid };
}

function invalidEntry(index: number, sent: unknown, error: z.ZodError): EventError {
  const [issue] = error.issues;
  const field = String(issue?.path[0] ?? "");
  const code = FIELD_CODES[field] ?? "INVALID_REQUEST_BODY";
  const clientEventId = idAsSent(sent);
  const message =
    code === "INVALID_REQUEST_BODY" ? `${field}: ${issue?.message ?? ""}` : errors[code].message;
  return { index, clientEventId, code, message };
}

/** The id for the reply, even if the entry is invalid. */
function idAsSent(sent: unknown): string | null {
  if (typeof sent !== "object" || sent === null || !("clientEventId" in sent)) return null;
  return typeof sent.clientEventId === "string" ? sent.clientEventId.slice(0, 256) : null;
}

function errorOf(
  { index, event }: Entry,
  code: ErrorCode,
  message: string = errors[code].message,
): EventError {
  return { index, clientEventId: event.clientEventId, code, message };
}

function toErrors(invalid: readonly EventError[]) {
  return { failed: invalid.length, errors: invalid.toSorted((a, b) => a.index - b.index) };
}

function toAccepted(
  needs: Needs,
  learner: Learner,
  session: { id: string; startedAtMs: number },
  entry: Entry,
): Timed {
  const { wordId, isCorrect, responseTimeMs, clientTsMs } = entry.event;
  const nowMs = needs.clock.nowMs();
  const earliestMs = Math.max(session.startedAtMs, nowMs - PAST_MAX_MS);
  const latestMs = Math.max(earliestMs, nowMs + FUTURE_MAX_MS);
  return {
    entry,
    answer: {
      userId: learner.id,
      draft: { wordId, isCorrect, responseTimeMs, sessionId: session.id },
      acceptedAtMs: Math.round(Math.min(latestMs, Math.max(earliestMs, clientTsMs))),
    },
  };
}
