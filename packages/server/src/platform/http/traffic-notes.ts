import type { trafficSentences } from "@wordloom/contract";
import type { Deps } from "../../deps.ts";
import type { Database } from "../database/tables.ts";
import { DAY_MS, HOUR_MS } from "../time/durations.ts";

/** Advice for operators that follows from requests; the first cause comes first. */
export const trafficAdvice: Readonly<Record<TrafficKind, string>> = {
  forwarded_untrusted:
    "X-Forwarded-For arrives, but TRUST_PROXY is off: everybody behind that proxy counts as one " +
    "address. Set TRUST_PROXY if the proxy is yours.",
  address_refused_auth:
    "An address was refused for too many sign-ins. If many people share it, set " +
    "RATE_LIMIT_EXEMPT to their network.",
  address_refused_admin_auth:
    "An address was refused for too many sign-ins to the console. If many people share it, set " +
    "RATE_LIMIT_EXEMPT to their network.",
  address_refused_anonymous:
    "An address was refused for too many requests without a sign-in. If many people share it, " +
    "set RATE_LIMIT_EXEMPT to their network.",
};

export type TrafficKind = keyof typeof trafficSentences;

const trafficKinds = Object.keys(trafficAdvice) as TrafficKind[];

export interface TrafficNotes {
  /** Logs the advice and stores that it is due, at most once an hour per kind. */
  note(kind: TrafficKind): void;
}

/** How long a note is shown after the last request that caused it. */
const TOLD_MS = DAY_MS;
const NOTED_EVERY_MS = HOUR_MS;

type Needs = Pick<Deps, "clock" | "database" | "log">;

/** Notes of this process. All processes and `doctor` show the stored ones. They name no address. */
export function createTrafficNotes({ clock, database, log }: Needs): TrafficNotes {
  const notedAtMs = new Map<TrafficKind, number>();
  return {
    note(kind) {
      const atMs = clock.monotonicMs();
      if (atMs - (notedAtMs.get(kind) ?? -Infinity) < NOTED_EVERY_MS) return;
      notedAtMs.set(kind, atMs);
      log.warn({ advice: kind }, trafficAdvice[kind]);
      // Requests do not wait for it. If the database is down, the log has the advice.
      storeNote(database, kind, clock.nowMs()).catch(() => {});
    },
  };
}

async function storeNote(database: Database, kind: TrafficKind, nowMs: number): Promise<void> {
  await database
    .insertInto("traffic_notes")
    .values({ kind, first_at_ms: nowMs, last_at_ms: nowMs })
    .onConflict((conflict) => conflict.column("kind").doUpdateSet({ last_at_ms: nowMs }))
    .execute();
}

/** The kinds noted within a day, the first cause first. */
export async function listTrafficNotes(database: Database, nowMs: number): Promise<TrafficKind[]> {
  const rows = await database
    .selectFrom("traffic_notes")
    .select("kind")
    .where("last_at_ms", ">", nowMs - TOLD_MS)
    .execute();
  const noted = new Set(rows.map(({ kind }) => kind));
  return trafficKinds.filter((kind) => noted.has(kind));
}
