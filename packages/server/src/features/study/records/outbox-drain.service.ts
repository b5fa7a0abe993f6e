import { hash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Deps } from "../../../deps.ts";
import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import { yieldToRequests } from "../../../platform/jobs/yield-to-requests.ts";
import { applyDue, type IfLocked } from "./due-answers.service.ts";
import {
  isAnyLeftOver,
  listDuePositions,
  listPostponedLearners,
  type OutboxPosition,
} from "./outbox.repo.ts";

type Needs = Pick<
  Deps,
  "clock" | "database" | "ids" | "instance" | "log" | "metrics" | "settings"
> & {
  readonly events: Pick<Deps["events"], "toAdmins" | "toUser">;
};

/**
 * Answers applied per transaction. On SQLite long transactions delay requests: the size starts
 * small, doubles while no request is waiting, and drops back when one is. The more answers share a
 * transaction, the fewer times each page is written. On PostgreSQL it is always the same.
 */
const BATCH_SIZES = {
  sqlite: { first: 8, most: 128 },
  postgres: { first: 64, most: 64 },
} as const;

/** Positions grouped by learner at a time; for a thousand learners that is sixteen each. */
const WINDOW = 16_384;

/** Positions read per statement; more would block the event loop. */
const WINDOW_STEP = 1_024;

/** From this age on a window is read again once other processes turn out to have applied parts. */
const WINDOW_AGE_MS = 1_000;

/** Pause while the due answers are in the hands of other processes, and how often. */
const PAUSE_MS = 50;
const PAUSES_MAX = 12;

/** After so many pauses the others count as stuck. */
const PAUSES_PATIENT = 2;

/** An answer that waits for longer than this was left behind by the process that accepted it. */
const LEFT_OVER_AFTER_MS = 1_000;

/**
 * Applies the waiting answers until none is due or the run is aborted. The oldest come first,
 * thousands at a time, grouped by learner: a learner's state is then read and written once for many
 * answers.
 *
 * On PostgreSQL all processes do this. Fewer answers than one transaction takes are left to the
 * process that is already applying some: a transaction costs much the same for one as for twenty.
 * From a longer backlog each takes its part, leaves out the learners on whom another is at work,
 * and begins with others than they, so they rarely meet.
 *
 * @returns number of answers handled
 */
export async function drainOutbox(needs: Needs, signal: AbortSignal): Promise<number> {
  const sizes = BATCH_SIZES[dialectOf(needs.database)];
  let handled = 0;
  let size: number = sizes.first;
  let pauses = 0;
  let window = await readWindow(needs);
  while (!signal.aborted && window.positions.length > 0) {
    const startedMs = needs.clock.monotonicMs();
    const ifLocked = window.isShort && pauses < PAUSES_PATIENT ? "leave-all" : "leave";
    const count = await applyNext(needs, window.positions.splice(0, size), ifLocked);
    handled += count;
    window.handled += count;
    const busy = await yieldToRequests(needs.clock.monotonicMs() - startedMs);
    size = busy ? sizes.first : Math.min(sizes.most, size * 2);
    if (window.positions.length > 0 && (count > 0 || !isOld(needs, window))) continue;
    pauses = window.handled > 0 ? 0 : pauses + 1;
    if (pauses > PAUSES_MAX) break;
    if (pauses > 0) await pause(PAUSE_MS);
    window = await readWindow(needs);
  }
  return handled;
}

/** Whether answers wait that no process seems to be working on, such as those of one that died. */
export function isWorkLeftOver({ clock, database }: Pick<Deps, "clock" | "database">) {
  const nowMs = clock.nowMs();
  return isAnyLeftOver(database, { acceptedBeforeMs: nowMs - LEFT_OVER_AFTER_MS, nowMs });
}

/** @returns number of answers handled */
async function applyNext(
  needs: Needs,
  positions: readonly OutboxPosition[],
  ifLocked: IfLocked,
): Promise<number> {
  // On PostgreSQL earlier answers of the learners are read with them, and with that who must wait.
  if (dialectOf(needs.database) === "postgres") {
    return (await applyDue(needs, positions, ifLocked)).count;
  }
  const postponed = await listPostponedLearners(needs.database, needs.clock.nowMs());
  const due = positions.filter(({ user_id }) => !postponed.includes(user_id));
  return (await applyDue(needs, due, ifLocked)).count;
}

interface Window {
  /** Not tried yet. */
  readonly positions: OutboxPosition[];
  readonly readAtMs: number;
  /** Whether all of them fit into one transaction. */
  readonly isShort: boolean;
  /** Answers handled since it was read. */
  handled: number;
}

/** The oldest positions, grouped by learner. */
async function readWindow(needs: Needs): Promise<Window> {
  const postponed = await listPostponedLearners(needs.database, needs.clock.nowMs());
  const oldest: OutboxPosition[] = [];
  while (oldest.length < WINDOW) {
    const startedMs = needs.clock.monotonicMs();
    const next = { afterSeq: oldest.at(-1)?.seq ?? 0, limit: WINDOW_STEP };
    const step = await listDuePositions(needs.database, postponed, next);
    oldest.push(...step);
    if (step.length < WINDOW_STEP) break;
    await yieldToRequests(needs.clock.monotonicMs() - startedMs);
  }
  const byLearner = [...Map.groupBy(oldest, ({ user_id }) => user_id).values()];
  const positions = inOwnOrder(needs, byLearner).flat();
  const isShort = positions.length <= BATCH_SIZES.postgres.most;
  return { positions, readAtMs: needs.clock.monotonicMs(), isShort, handled: 0 };
}

function isOld({ clock }: Needs, { readAtMs }: Window): boolean {
  return clock.monotonicMs() - readAtMs >= WINDOW_AGE_MS;
}

/**
 * In the order of their first answer; on PostgreSQL in an order that differs from process to
 * process and is always the same in one: so each mostly gets its own learners, whose states it has
 * in memory, without anyone having to know how many processes there are.
 */
function inOwnOrder({ database, instance }: Needs, byLearner: OutboxPosition[][]) {
  if (dialectOf(database) === "sqlite" || byLearner.length < 2) return byLearner;
  const placed = byLearner.map((positions) => {
    const place = hash("md5", `${instance.id}/${positions[0]?.user_id ?? ""}`);
    return { place, positions };
  });
  return placed.toSorted((a, b) => (a.place < b.place ? -1 : 1)).map(({ positions }) => positions);
}
