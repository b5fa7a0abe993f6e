import { sql } from "kysely";
import type { Deps } from "../../deps.ts";
import { dialectOf } from "../database/dialect/dialect-of.ts";
import type { Database } from "../database/tables.ts";
import { transact } from "../database/transaction.ts";
import { localDay } from "../local-day.ts";
import { LlmError } from "./llm-error.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

export interface TokenCounts {
  readonly input: number;
  readonly output: number;
}

/** Budget reserved for one call until its real cost is known. */
export interface Reservation {
  readonly day: string;
  readonly usd: number;
}

/** Price of a call in US dollars. */
export function priceUsd({ settings }: Pick<Deps, "settings">, tokens: TokenCounts): number {
  const { LLM_INPUT_PRICE_PER_MTOK_USD: input, LLM_OUTPUT_PRICE_PER_MTOK_USD: output } = settings;
  return (tokens.input * input + tokens.output * output) / 1_000_000;
}

/**
 * Reserves the maximum cost of a call. A call is allowed while some of the daily and the monthly
 * budget is left, counting all calls in progress in all processes; the limits are exceeded by less
 * than one call. Free calls are always allowed.
 *
 * @throws LlmError `budget`
 */
export async function reserve(needs: Needs, worst: TokenCounts): Promise<Reservation> {
  const { clock, database, settings } = needs;
  const day = localDay(clock.nowMs(), settings.APP_TIMEZONE);
  const usd = priceUsd(needs, worst);
  await transact(database, async (tx) => {
    await openDay(tx, day);
    const spent = await readSpent(tx, day);
    const yuan = spent.monthUsd * settings.LLM_USD_TO_CNY_RATE;
    const isLeft =
      spent.dayUsd < settings.LLM_DAILY_COST_CAP_USD && yuan < settings.LLM_MAX_COST_PER_MONTH_YUAN;
    if (usd > 0 && !isLeft) throw new LlmError("budget", "the language model's budget is used up");
    await tx
      .updateTable("llm_usage")
      .set({ reserved_usd: sql`reserved_usd + ${usd}` })
      .where("day", "=", day)
      .execute();
  });
  return { day, usd };
}

/** Replaces a reservation with the real cost of the call. */
export async function settle(
  needs: Needs,
  reservation: Reservation,
  tokens: TokenCounts,
): Promise<number> {
  const costUsd = priceUsd(needs, tokens);
  const left = sql<number>`reserved_usd - ${reservation.usd}`;
  await needs.database
    .updateTable("llm_usage")
    .set({
      calls: sql`calls + 1`,
      tokens_input: sql`tokens_input + ${tokens.input}`,
      tokens_output: sql`tokens_output + ${tokens.output}`,
      cost_usd: sql`cost_usd + ${costUsd}`,
      // Rounding errors can leave a tiny remainder.
      reserved_usd: sql`case when ${left} > 1e-12 then ${left} else 0 end`,
    })
    .where("day", "=", reservation.day)
    .execute();
  return costUsd;
}

async function openDay(tx: Database, day: string): Promise<void> {
  const none = { calls: 0, tokens_input: 0, tokens_output: 0, cost_usd: 0, reserved_usd: 0 };
  await tx
    .insertInto("llm_usage")
    .values({ day, ...none })
    .onConflict((conflict) => conflict.column("day").doNothing())
    .execute();
  // One caller at a time from here on; SQLite has only one writer anyway.
  if (dialectOf(tx) !== "postgres") return;
  await tx.selectFrom("llm_usage").select("day").where("day", "=", day).forUpdate().execute();
}

/** The amounts spent or reserved on this day and in its month. */
async function readSpent(tx: Database, day: string): Promise<{ dayUsd: number; monthUsd: number }> {
  const rows = await tx
    .selectFrom("llm_usage")
    .select(["day", "cost_usd", "reserved_usd"])
    .where("day", ">=", `${day.slice(0, 7)}-01`)
    .where("day", "<=", day)
    .execute();
  const usdOf = (row: (typeof rows)[number]) => row.cost_usd + row.reserved_usd;
  return {
    dayUsd: rows.filter((row) => row.day === day).reduce((sum, row) => sum + usdOf(row), 0),
    monthUsd: rows.reduce((sum, row) => sum + usdOf(row), 0),
  };
}
