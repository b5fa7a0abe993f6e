import type { Deps } from "../../../deps.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { Sink } from "../../../platform/events/sse-connection.ts";
import { PING_LINE } from "../../../platform/events/sse-format.ts";
import { everyByTimer, type Every } from "../../../platform/time/every.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import { requireBatch, toProbeRow } from "./probe-reads.service.ts";
import { listProbesByIds, listSentRequests } from "./probe.repo.ts";

type Needs = Pick<Deps, "database" | "log" | "sessions"> & {
  /** Replaces the timer in tests. */
  readonly every?: Every;
};

/** A stream of one batch to one administrator. */
interface BatchStream {
  readonly needs: Needs;
  readonly batchId: string;
  readonly sessionId: string;
  readonly sink: Sink;
  /** Request id → status last sent. */
  readonly sentStatuses: Map<string, string>;
  ticks: number;
  stuckTicks: number;
}

const STREAMS_MAX = 64;
const RETRY_WHEN_FULL_SECS = 30;
const TICK_MS = 1_000;
const PING_EVERY_TICKS = 15;
const SESSION_CHECK_EVERY_TICKS = 4;
const STUCK_TICKS_MAX = 30;
/** Results sent per tick, each up to 256 KB. */
const RESULTS_PER_TICK = 20;

const openStreams = perApp<Pick<Deps, "database">, { count: number }>(() => ({ count: 0 }));

/**
 * Streams the results of a batch as they arrive, from the first, until every device has answered or
 * timed out.
 *
 * Polls the database once a second, so it does not matter which process received a result.
 *
 * @throws AppError NOT_FOUND, RATE_LIMITED if there are too many such streams
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
      const sentStatuses = new Map<string, string>();
      const stream = { needs, batchId, sessionId, sink, sentStatuses, ticks: 0, stuckTicks: 0 };
      open.count += 1;
      const stop = (needs.every ?? everyByTimer)(TICK_MS, createTick(stream));
      sink.on("error", () => {});
      sink.on("close", () => {
        open.count -= 1;
        stop();
      });
    },
  };
}

/** Runs one check at a time, the first at once. If a check fails, the stream stays open. */
function createTick(stream: BatchStream): () => Promise<void> {
  let running: Promise<void> | undefined;
  const tick = () => {
    running ??= check(stream)
      .catch((cause: unknown) =>
        stream.needs.log.warn({ cause }, "probe results could not be read"),
      )
      .finally(() => (running = undefined));
    return running;
  };
  void tick();
  return tick;
}

async function check(stream: BatchStream): Promise<void> {
  const { needs, sink, sessionId } = stream;
  stream.ticks += 1;
  if (isStuck(stream)) return;
  if (stream.ticks % SESSION_CHECK_EVERY_TICKS === 0) {
    const live = await needs.sessions.findMany([sessionId]);
    if (!live.has(sessionId)) return void sink.end();
  }
  if (stream.ticks % PING_EVERY_TICKS === 0) sink.write(PING_LINE);
  await sendNewResults(stream);
}

/**
 * Nothing more is sent until the client has read everything sent so far. A client that never reads
 * is disconnected.
 */
function isStuck(stream: BatchStream): boolean {
  if (stream.sink.writableLength === 0) {
    stream.stuckTicks = 0;
    return false;
  }
  stream.stuckTicks += 1;
  if (stream.stuckTicks >= STUCK_TICKS_MAX) stream.sink.destroy();
  return true;
}

async function sendNewResults({ needs, batchId, sink, sentStatuses }: BatchStream): Promise<void> {
  const requests = await listSentRequests(needs.database, batchId);
  const answered = requests.filter(({ status }) => status !== "pending");
  const unsent = answered.filter(({ id, status }) => sentStatuses.get(id) !== status);
  const ids = unsent.slice(0, RESULTS_PER_TICK).map(({ id }) => id);
  for (const probe of ids.length === 0 ? [] : await listProbesByIds(needs.database, ids)) {
    sink.write(toEvent("result", toProbeRow(probe)));
    sentStatuses.set(probe.id, probe.status);
  }
  const isOver = requests.every(({ status }) => !["pending", "confirm_pending"].includes(status));
  if (!isOver || unsent.length > ids.length) return;
  const received = requests.filter(({ duration_ms: ms }) => ms !== null).length;
  sink.write(toEvent("completed", { received, expected: requests.length }));
  sink.end();
}

function toEvent(type: string, data: object): Buffer {
  return Buffer.from(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
}
