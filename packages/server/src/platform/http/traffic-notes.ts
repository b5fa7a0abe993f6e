import type { trafficSentences } from "@wordloom/contract";
import type { Deps } from "../../deps.ts";
import { sha256Of } from "../basics/sha256-of.ts";
import { latestStoredMs } from "../database/stored-times.ts";
import type { Database } from "../database/tables.ts";
import { DAY_MS, HOUR_MS } from "../time/durations.ts";
import { rateLimitsInForce } from "./rate-limits-in-force.ts";

/** Once it is stored, the setting wins over RATE_LIMIT_EXEMPT, so this advice always helps. */
const NAME_NETWORK =
  'If many people share it, add their network under "Networks that share an address" in the ' +
  "settings of the console.";

/** Advice for operators that follows from requests; the first cause comes first. */
export const trafficAdvice: Readonly<Record<TrafficKind, string>> = {
  forwarded_untrusted:
    "X-Forwarded-For arrives, but TRUST_PROXY is off: everybody behind that proxy counts as one " +
    "address. Set TRUST_PROXY if the proxy is yours.",
  address_refused_auth: withAdvice("sign-ins"),
  address_refused_admin_auth: withAdvice("sign-ins to the console"),
  address_refused_anonymous: withAdvice("requests without a sign-in"),
  shared_address_refused:
    "An address of a network that many people share was refused, although its limits are thirty " +
    'times higher. If so many people use it, raise the "Rate limits" in the settings of the ' +
    "console.",
};

function withAdvice(what: string): string {
  return `An address was refused for too many ${what}. ${NAME_NETWORK}`;
}

export type TrafficKind = keyof typeof trafficSentences;

const trafficKinds = Object.keys(trafficAdvice) as TrafficKind[];

export interface TrafficNotes {
  /**
   * Logs the advice and stores that it is due, at most once an hour per kind while the settings
   * that it is about stay the same.
   */
  note(kind: TrafficKind): void;
}

/** How long a note is shown after the last request that caused it. */
const TOLD_MS = DAY_MS;
const NOTED_EVERY_MS = HOUR_MS;

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** Notes of this process. All processes and `doctor` show the stored ones. They name no address. */
export function createTrafficNotes(needs: Needs & Pick<Deps, "log">): TrafficNotes {
  const { clock, database, log } = needs;
  const noted = new Map<TrafficKind, { readonly atMs: number; readonly conditions: string }>();
  return {
    note(kind) {
      const atMs = clock.monotonicMs();
      const conditions = conditionsOf(needs);
      const before = noted.get(kind);
      const isKnown = before?.conditions === conditions && atMs - before.atMs < NOTED_EVERY_MS;
      if (isKnown) return;
      noted.set(kind, { atMs, conditions });
      log.warn({ advice: kind }, trafficAdvice[kind]);
      // Requests do not wait for it. If the database is down, the log has the advice.
      storeNote(database, kind, { conditions, nowMs: clock.nowMs() }).catch(() => {});
    },
  };
}

const CONDITIONS_CHARS = 16;

/** The settings that the advice is about, as a hash, so that notes name no address. */
function conditionsOf(needs: Pick<Needs, "database" | "settings">): string {
  const { networks } = rateLimitsInForce(needs);
  const text = JSON.stringify([needs.settings.TRUST_PROXY, networks]);
  return sha256Of(Buffer.from(text)).slice(0, CONDITIONS_CHARS);
}

async function storeNote(
  database: Database,
  kind: TrafficKind,
  { conditions, nowMs }: { readonly conditions: string; readonly nowMs: number },
): Promise<void> {
  const latest = { last_at_ms: nowMs, conditions };
  await database
    .insertInto("traffic_notes")
    .values({ kind, first_at_ms: nowMs, ...latest })
    .onConflict((conflict) => conflict.column("kind").doUpdateSet(latest))
    .execute();
}

/**
 * The kinds noted within a day, the first cause first. Only those whose cause may still be there:
 * noted under the settings that are in force, and not in the future of a clock that was ahead. Read
 * the stored settings before, because they decide which networks are shared.
 */
export async function listTrafficNotes(needs: Needs): Promise<TrafficKind[]> {
  const nowMs = needs.clock.nowMs();
  const rows = await needs.database
    .selectFrom("traffic_notes")
    .select("kind")
    .where("last_at_ms", ">", nowMs - TOLD_MS)
    .where("last_at_ms", "<=", latestStoredMs(nowMs))
    .where((row) =>
      // Rows that are older than the column.
      row.or([row("conditions", "=", conditionsOf(needs)), row("conditions", "is", null)]),
    )
    .execute();
  const noted = new Set(rows.map(({ kind }) => kind));
  const isOff = needs.settings.TRUST_PROXY === false;
  return trafficKinds.filter(
    (kind) => noted.has(kind) && (isOff || kind !== "forwarded_untrusted"),
  );
}
