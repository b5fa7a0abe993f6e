import type { Deps } from "../../deps.ts";
import type { Admin } from "../../platform/actor.ts";
import { refuse } from "../../platform/app-error.ts";
import type { Sink } from "../../platform/events/sse-connection.ts";
import { PING_LINE } from "../../platform/events/sse-format.ts";
import { everyByTimer, type Every } from "../../platform/every.ts";
import { perApp } from "../../platform/per-app.ts";
import { requireBatch, toProbeRow } from "./probe-reads.service.ts";
import { listProbesByIds, listStandings } from "./probe.repo.ts";

type Needs = Pick<Deps, "database" | "log" | "sessions"> & {
  /** Tests beat by hand. */
  readonly every?: Every;
};

/** One batch as one administrator follows it. */
interface Following {
  readonly needs: Needs;
  readonly batchId: string;
  readonly sessionId: string;
  readonly sink: Sink;
  /** Request → status as it was last told. */
  readonly told: Map<string, string>;
  beats: number;
  stuckBeats: number;
}

const STREAMS_MAX = 64;
const RETRY_WHEN_FULL_SECS = 30;
const BEAT_MS = 1_000;
const PING_EVERY_BEATS = 15;
const SESSION_CHECK_EVERY_BEATS = 4;
const STUCK_BEATS_MAX = 30;
/** Results told in one beat; one may have 256 KB. */
const RESULTS_PER_BEAT = 20;

const openStreams = perApp<Pick<Deps, "database">, { count: number }>(() => ({ count: 0 }));

/**
 * The results of a batch as they come, from the first, until every device answered or was given up.
 *
 * Looks into the database once a second, so it does not matter which process a device answered to.
 *
 * @throws AppError NOT_FOUND, RATE_LIMITED when there are too many such streams
 */
export async function followBatch(
  needs: Needs,
  admin: Admin,
  batchId: string,
): Promise<{ start(sink: Sink): void }> {
  await requireBatch(needs, admin, batchId);
  const open = openStreams(needs);
  if (open.count >= STREAMS_MAX) {
    refuse("RATE_LIMITED", undefined, { retryAfterSecs: RETRY_WHEN_FULL_SECS });
  }
  return {
    start(sink) {
      if (sink.destroyed) return;
      const { sessionId } = admin;
      const told = new Map<string, string>();
      const following = { needs, batchId, sessionId, sink, told, beats: 0, stuckBeats: 0 };
      open.count += 1;
      const stop = (needs.every ?? everyByTimer)(BEAT_MS, createBeat(following));
      sink.on("error", () => {});
      sink.on("close", () => {
        open.count -= 1;
        stop();
      });
    },
  };
}

/** One look at a time, the first at once; while it cannot be looked, the stream stays. */
function createBeat(following: Following): () => Promise<void> {
  let looking: Promise<void> | undefined;
  const beat = () => {
    looking ??= look(following)
      .catch((cause: unknown) =>
        following.needs.log.warn({ cause }, "probe results could not be read"),
      )
      .finally(() => (looking = undefined));
    return looking;
  };
  void beat();
  return beat;
}

async function look(following: Following): Promise<void> {
  const { needs, sink, sessionId } = following;
  following.beats += 1;
  if (isStuck(following)) return;
  if (following.beats % SESSION_CHECK_EVERY_BEATS === 0) {
    const live = await needs.sessions.findMany([sessionId]);
    if (!live.has(sessionId)) return void sink.end();
  }
  if (following.beats % PING_EVERY_BEATS === 0) sink.write(PING_LINE);
  await tellNews(following);
}

/** What has not been read yet must be read first; a client that never does is let go. */
function isStuck(following: Following): boolean {
  if (following.sink.writableLength === 0) {
    following.stuckBeats = 0;
    return false;
  }
  following.stuckBeats += 1;
  if (following.stuckBeats >= STUCK_BEATS_MAX) following.sink.destroy();
  return true;
}

async function tellNews({ needs, batchId, sink, told }: Following): Promise<void> {
  const standings = await listStandings(needs.database, batchId);
  const moved = standings.filter(({ status }) => status !== "pending");
  const news = moved.filter(({ id, status }) => told.get(id) !== status);
  const ids = news.slice(0, RESULTS_PER_BEAT).map(({ id }) => id);
  for (const probe of ids.length === 0 ? [] : await listProbesByIds(needs.database, ids)) {
    sink.write(toEvent("result", toProbeRow(probe)));
    told.set(probe.id, probe.status);
  }
  const isOver = standings.every(({ status }) => !["pending", "confirm_pending"].includes(status));
  if (!isOver || news.length > ids.length) return;
  const received = standings.filter(({ duration_ms: ms }) => ms !== null).length;
  sink.write(toEvent("completed", { received, expected: standings.length }));
  sink.end();
}

function toEvent(type: string, data: object): Buffer {
  return Buffer.from(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
}
