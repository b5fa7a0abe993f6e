import { sql } from "kysely";
import type { Deps } from "../../../deps.ts";
import { takeNamedLock } from "../../database/named-lock.ts";
import type { OpenTransaction } from "../../database/tables.ts";
import { transact } from "../../database/transaction.ts";
import { localDay } from "../../time/local-day.ts";
import { LlmError } from "./llm-error.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

export interface TokenCounts {
  readonly input: number;
  readonly output: number;
}

/** Budget reserved for one call until its real cost is known. */
export interface Reservation {
  readonly id: number;
  readonly day: string;
  /** The part that counts as spent once the call is sent. */
  readonly prompt: { readonly tokens: number; readonly usd: number };
}

/**
 * How long a reservation lasts, in time limits of a call, so that the end of a call can still be
 * booked.
 */
const LEASE_IN_TIMEOUTS = 2;

/**
 * Sums of prices are inexact; a difference below a millionth of a dollar is no reason to refuse.
 */
const TOLERANCE_USD = 1e-6;

/** Price of a call in US dollars. */
export function priceUsd({ settings }: Pick<Deps, "settings">, tokens: TokenCounts): number {
  const { LLM_INPUT_PRICE_PER_MTOK_USD: input, LLM_OUTPUT_PRICE_PER_MTOK_USD: output } = settings;
  return (tokens.input * input + tokens.output * output) / 1_000_000;
}

/**
 * Reserves the maximum cost of a call until it is settled or twice its time limit has passed. A
 * call is allowed if the daily and monthly budgets still cover its maximum, counting the maximum of
 * all calls in progress in all processes, so the limits are never exceeded. Free calls are always
 * allowed.
 *
 * @param monthCapYuan  the monthly limit if administrators have changed it
 * @throws LlmError `budget`
 */
export async function reserve(
  needs: Needs,
  worst: TokenCounts,
  monthCapYuan = needs.settings.LLM_MAX_COST_PER_MONTH_YUAN,
): Promise<Reservation> {
  const { clock, database, settings } = needs;
  const nowMs = clock.nowMs();
  const day = localDay(nowMs, settings.APP_TIMEZONE);
  const usd = priceUsd(needs, worst);
  const prompt = { tokens: worst.input, usd: priceUsd(needs, { input: worst.input, output: 0 }) };
  const expiresAtMs = nowMs + Math.ceil(settings.LLM_TIMEOUT_SECS * 1_000 * LEASE_IN_TIMEOUTS);
  const id = await transact(database, async (tx) => {
    await takeNamedLock(tx, BUDGET_LOCK);
    await openDay(tx, day);
    await bookLostCalls(tx, nowMs);
    const spent = await readSpent(tx, day);
    const monthCapUsd = monthCapYuan / settings.LLM_USD_TO_CNY_RATE;
    const isOver = (spentUsd: number, capUsd: number) =>
      usd > 0 && spentUsd + usd > capUsd + TOLERANCE_USD;
    if (isOver(spent.monthUsd, monthCapUsd)) throw budgetUsedUp("month");
    if (isOver(spent.dayUsd, settings.LLM_DAILY_COST_CAP_USD)) throw budgetUsedUp("day");
    return insertReservation(tx, { day, usd, prompt, expiresAtMs });
  });
  return { id, day, prompt };
}

/** Replaces a reservation, or the amount booked when it expired, with the real cost. */
export async function settle(
  needs: Needs,
  { id, day, prompt }: Reservation,
  tokens: TokenCounts,
): Promise<number> {
  const costUsd = priceUsd(needs, tokens);
  await transact(needs.database, async (tx) => {
    await takeNamedLock(tx, BUDGET_LOCK);
    const removed = await tx.deleteFrom("llm_reservations").where("id", "=", id).executeTakeFirst();
    const booked = removed.numDeletedRows === 0n ? { calls: 1, ...prompt } : NOTHING;
    await book(tx, day, {
      calls: 1 - booked.calls,
      input: tokens.input - booked.tokens,
      output: tokens.output,
      usd: costUsd - booked.usd,
    });
  });
  return costUsd;
}

function budgetUsedUp(period: "day" | "month"): LlmError {
  return new LlmError("budget", `the language model's budget of the ${period} is used up`, {
    period,
  });
}

/** Cost of calls, excluding those in progress. */
export interface Spending {
  /** Today in APP_TIMEZONE, yyyy-MM-dd. */
  readonly day: string;
  readonly today: { readonly costUsd: number; readonly tokens: TokenCounts };
  readonly monthYuan: number;
}

/** Cost of today's and this month's calls, excluding those in progress. */
export async function readSpending({ clock, database, settings }: Needs): Promise<Spending> {
  const day = localDay(clock.nowMs(), settings.APP_TIMEZONE);
  const rows = await database
    .selectFrom("llm_usage")
    .selectAll()
    .where("day", ">=", `${day.slice(0, 7)}-01`)
    .where("day", "<=", day)
    .execute();
  const today = rows.find((row) => row.day === day);
  const monthUsd = rows.reduce((total, { cost_usd }) => total + cost_usd, 0);
  const tokens = { input: today?.tokens_input ?? 0, output: today?.tokens_output ?? 0 };
  return {
    day,
    today: { costUsd: today?.cost_usd ?? 0, tokens },
    monthYuan: monthUsd * settings.LLM_USD_TO_CNY_RATE,
  };
}

/** Held during every change of the budget, so that two processes do not spend the same money. */
const BUDGET_LOCK = "llm_budget";

const NOTHING = { calls: 0, tokens: 0, usd: 0 };

/**
 * Books calls that were never settled because their process died. The prompt counts as spent; the
 * answer, most of the reservation, does not, because nobody received it.
 */
async function bookLostCalls(tx: OpenTransaction, nowMs: number): Promise<void> {
  const lost = await tx
    .deleteFrom("llm_reservations")
    .where("expires_at_ms", "<=", nowMs)
    .returningAll()
    .execute();
  for (const { day, prompt_tokens, prompt_usd } of lost) {
    await book(tx, day, { calls: 1, input: prompt_tokens, output: 0, usd: prompt_usd });
  }
}

async function insertReservation(
  tx: OpenTransaction,
  { day, usd, prompt, expiresAtMs }: Omit<Reservation, "id"> & { usd: number; expiresAtMs: number },
): Promise<number> {
  const { id } = await tx
    .insertInto("llm_reservations")
    .values({
      day,
      usd,
      prompt_tokens: prompt.tokens,
      prompt_usd: prompt.usd,
      expires_at_ms: expiresAtMs,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds to the amounts of an existing day. */
async function book(
  tx: OpenTransaction,
  day: string,
  added: { calls: number; input: number; output: number; usd: number },
): Promise<void> {
  await tx
    .updateTable("llm_usage")
    .set({
      calls: sql`calls + ${added.calls}`,
      tokens_input: sql`tokens_input + ${added.input}`,
      tokens_output: sql`tokens_output + ${added.output}`,
      cost_usd: sql`cost_usd + ${added.usd}`,
    })
    .where("day", "=", day)
    .execute();
}

async function openDay(tx: OpenTransaction, day: string): Promise<void> {
  const none = { calls: 0, tokens_input: 0, tokens_output: 0, cost_usd: 0, reserved_usd: 0 };
  await tx
    .insertInto("llm_usage")
    .values({ day, ...none })
    .onConflict((conflict) => conflict.column("day").doNothing())
    .execute();
}

/** The amounts spent or reserved on this day and in its month. */
async function readSpent(
  tx: OpenTransaction,
  day: string,
): Promise<{ dayUsd: number; monthUsd: number }> {
  const firstDay = `${day.slice(0, 7)}-01`;
  const spent = await tx
    .selectFrom("llm_usage")
    .select(["day", "cost_usd as usd"])
    .where("day", ">=", firstDay)
    .where("day", "<=", day)
    .execute();
  const reserved = await tx
    .selectFrom("llm_reservations")
    .select(["day", "usd"])
    .where("day", ">=", firstDay)
    .where("day", "<=", day)
    .execute();
  const sum = (rows: typeof spent) => rows.reduce((total, { usd }) => total + usd, 0);
  const all = [...spent, ...reserved];
  return { dayUsd: sum(all.filter((row) => row.day === day)), monthUsd: sum(all) };
}
