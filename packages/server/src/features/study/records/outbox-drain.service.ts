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
 * Answers applied per transaction. On SQLite long transactions delay requests, so the size starts
 * small, doubles while no request is waiting, and drops back when one is. The more answers share a
 * transaction, the fewer times each page is written. On PostgreSQL the size is constant.
 */
const BATCH_SIZES = {
  sqlite: { first: 8, most: 128 },
  postgres: { first: 64, most: 64 },
} as const;

/** Positions grouped by learner at a time. With a thousand learners that is sixteen each. */
const WINDOW = 16_384;

/** Positions read per statement; more would block the event loop. */
const WINDOW_STEP = 1_024;

/** Age at which a window is reread if other processes turn out to have applied parts of it. */
const WINDOW_AGE_MS = 1_000;

/** Length and maximum number of pauses while other processes hold the due answers. */
const PAUSE_MS = 50;
const PAUSES_MAX = 12;

/** After this many pauses the other processes count as stuck. */
const PAUSES_PATIENT = 2;

/** An answer that waits longer than this was abandoned by the process that accepted it. */
const LEFT_OVER_AFTER_MS = 1_000;

/**
 * Applies the waiting answers until none is due or the run is aborted. It reads the oldest first,
 * thousands at a time, and groups them by learner, so that each learner's state is read and written
 * once for many answers.
 *
 * On PostgreSQL all processes do this. If fewer answers wait than one transaction takes, they are
 * left to the process that is already applying some, because a transaction costs about the same for
 * one as for twenty. In a longer backlog, each process skips learners locked by another process and
 * starts at a different offset, so they rarely meet.
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

/**
 * Whether answers wait that no process seems to be applying, such as those of a process that died.
 */
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
  // On PostgreSQL `applyDue` also reads the learners' earlier answers, and so sees who must wait.
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
 * Orders learners by their first answer. On PostgreSQL the order differs between processes and is
 * stable within one, so each process mostly gets the learners whose states it has cached, without
 * knowing how many processes there are.
 */
function inOwnOrder({ database, instance }: Needs, byLearner: OutboxPosition[][]) {
  if (dialectOf(database) === "sqlite" || byLearner.length < 2) return byLearner;
  const placed = byLearner.map((positions) => {
    const place = hash("md5", `${instance.id}/${positions[0]?.user_id ?? ""}`);
    return { place, positions };
  });
  return placed.toSorted((a, b) => (a.place < b.place ? -1 : 1)).map(({ positions }) => positions);
}
