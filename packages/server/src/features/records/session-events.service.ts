import { errors, SessionEvent, type ErrorCode, type EventIngest } from "@wordloom/contract";
import type { z } from "zod";
import type { Deps } from "../../deps.ts";
import type { Learner } from "../../platform/actor.ts";
import type { OpenTransaction } from "../../platform/database/tables.ts";
import { transact } from "../../platform/database/transaction.ts";
import { MINUTE_MS } from "../../platform/durations.ts";
import { insertEventIds, listUsedEventIds } from "../amas/amas-events.service.ts";
import { lockLearners } from "../amas/engine-states.service.ts";
import { applyInside, type AcceptedAnswer } from "./apply.service.ts";
import { drainOutboxOf } from "./outbox.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "metrics" | "settings"> & {
  readonly events: Pick<Deps["events"], "toUser">;
};

/** How far back an event may lie; an earlier one counts as of this time. */
const PAST_MAX_MS = 30 * MINUTE_MS;

/** How far ahead of the server's clock an event may lie, since device clocks differ. */
const FUTURE_MAX_MS = MINUTE_MS;

/** Codes of faulty fields; a fault elsewhere is INVALID_REQUEST_BODY, as in a batch of records. */
const FIELD_CODES: Readonly<Record<string, ErrorCode>> = {
  clientEventId: "LEARNING_INVALID_EVENT_ID",
  responseTimeMs: "LEARNING_INVALID_RESPONSE_TIME",
  clientTsMs: "LEARNING_INVALID_CLIENT_TS",
};

interface Entry {
  readonly index: number;
  readonly event: SessionEvent;
}

type Fault = EventIngest["errors"][number];

/**
 * Takes in the answers a session reports late: each becomes a record, as if it had been handed in
 * by itself, and is learned from once. An event id that the learner used before changes nothing.
 *
 * Answers apply in the order of their times, after what the learner handed in before.
 *
 * @param session  an own session; when it is completed the answers count, but not in it
 */
export async function ingestSessionEvents(
  needs: Needs,
  learner: Learner,
  session: { id: string; startedAtMs: number },
  events: readonly unknown[],
): Promise<EventIngest> {
  const { entries, faults } = sortOut(events);
  if (entries.length === 0) return { count: 0, duplicates: 0, ...withFaults(faults) };
  await drainOutboxOf(needs, new Set([learner.id]));
  const accepted = entries.map((entry) => toAccepted(needs, learner, session, entry));
  const done = await transact(needs.database, (tx) => takeIn(needs, tx, learner, accepted));
  done.afterCommit();
  const unknown = done.unknown.map(({ entry }) => faultOf(entry, "NOT_FOUND", "No such word."));
  return {
    count: done.count,
    duplicates: accepted.length - done.count - unknown.length,
    ...withFaults([...faults, ...unknown]),
  };
}

interface Timed {
  readonly entry: Entry;
  readonly answer: AcceptedAnswer;
}

async function takeIn(
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
  const { outcomes, afterCommit } = await applyInside(needs, tx, answers);
  const isUnknown = (_: Timed, place: number) => outcomes[place]?.kind === "unknown_word";
  const taken = fresh.filter((entry, place) => !isUnknown(entry, place));
  const takenIds = taken.map(({ entry }) => entry.event.clientEventId);
  await insertEventIds(tx, learner.id, takenIds, needs.clock.nowMs());
  return { count: taken.length, unknown: fresh.filter(isUnknown), afterCommit };
}

/** Separates usable entries from faulty ones; of two with the same id the first is usable. */
function sortOut(events: readonly unknown[]): { entries: Entry[]; faults: Fault[] } {
  const entries: Entry[] = [];
  const faults: Fault[] = [];
  const seen = new Set<string>();
  for (const [index, sent] of events.entries()) {
    const parsed = SessionEvent.safeParse(sent);
    if (!parsed.success) {
      faults.push(unusable(index, sent, parsed.error));
    } else if (seen.has(parsed.data.clientEventId)) {
      faults.push(faultOf({ index, event: parsed.data }, "LEARNING_DUPLICATE_EVENT_ID"));
    } else {
      seen.add(parsed.data.clientEventId);
      entries.push({ index, event: parsed.data });
    }
  }
  return { entries, faults };
}

function unusable(index: number, sent: unknown, error: z.ZodError): Fault {
  const [issue] = error.issues;
  const field = String(issue?.path[0] ?? "");
  const code = FIELD_CODES[field] ?? "INVALID_REQUEST_BODY";
  const clientEventId = idAsSent(sent);
  const message =
    code === "INVALID_REQUEST_BODY" ? `${field}: ${issue?.message ?? ""}` : errors[code].message;
  return { index, clientEventId, code, message };
}

/** The id for the reply, whatever is wrong with the entry. */
function idAsSent(sent: unknown): string | null {
  if (typeof sent !== "object" || sent === null || !("clientEventId" in sent)) return null;
  return typeof sent.clientEventId === "string" ? sent.clientEventId.slice(0, 256) : null;
}

function faultOf(
  { index, event }: Entry,
  code: ErrorCode,
  message: string = errors[code].message,
): Fault {
  return { index, clientEventId: event.clientEventId, code, message };
}

function withFaults(faults: readonly Fault[]) {
  return { failed: faults.length, errors: faults.toSorted((a, b) => a.index - b.index) };
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
