import type { Deps } from "../../../deps.ts";
import {
  askModel,
  embedTexts,
  isCharged,
  LlmError,
  readSpending,
  type ModelAnswer,
  type Question,
} from "../../../platform/outside/llm/llm.ts";
import { notifyAdmins } from "../admin-notices/admin-notices.service.ts";
import { readSystemSettings } from "../settings/settings.service.ts";
import { insertBudgetAlert } from "./model-calls.repo.ts";

export type ModelNeeds = Pick<Deps, "clock" | "database" | "ids" | "log" | "settings"> & {
  readonly events: Pick<Deps["events"], "toAdmins">;
};

/** Calls the model within the daily and monthly limits. @throws LlmError */
export async function askWithinBudget(
  needs: ModelNeeds,
  question: Omit<Question, "monthCapYuan">,
): Promise<ModelAnswer> {
  return withinBudget(needs, (monthCapYuan) => askModel(needs, { ...question, monthCapYuan }));
}

/** Like `askWithinBudget`, for `embedTexts`. @throws LlmError */
export async function embedWithinBudget(
  needs: ModelNeeds,
  texts: readonly string[],
): Promise<Float32Array[]> {
  return withinBudget(needs, (monthCapYuan) => embedTexts(needs, texts, monthCapYuan));
}

/**
 * Regardless of the caller, administrators are notified about the first call that hits the monthly
 * limit.
 */
async function withinBudget<T>(
  needs: ModelNeeds,
  call: (monthCapYuan: number) => Promise<T>,
): Promise<T> {
  const { llm_advisor_max_cost_per_month_yuan: capYuan } = await readSystemSettings(needs);
  try {
    const result = await call(capYuan);
    if (isCharged(needs) && (await readSpending(needs)).monthYuan >= capYuan) {
      await notifyBudgetReached(needs, capYuan);
    }
    return result;
  } catch (error) {
    const isMonth = error instanceof LlmError && error.period === "month";
    if (isMonth) await notifyBudgetReached(needs, capYuan);
    throw error;
  }
}

/** Notifies administrators, once a month, that no call is made until the next month. */
async function notifyBudgetReached(needs: ModelNeeds, capYuan: number): Promise<void> {
  const { day, monthYuan: spentYuan } = await readSpending(needs);
  const month = day.slice(0, 7);
  if (!(await insertBudgetAlert(needs.database, month, needs.clock.nowMs()))) return;
  const resumeMonth = monthAfter(month);
  const rate = needs.settings.LLM_USD_TO_CNY_RATE;
  needs.events.toAdmins({ type: "llm_budget_exceeded", spentYuan, capYuan, resumeMonth });
  await notifyAdmins(needs, {
    kind: "llm_budget",
    subject: month,
    severity: "warning",
    code: "model_budget_reached",
    args: {
      spentDollars: cents(spentYuan / rate),
      capDollars: cents(capYuan / rate),
      spentYuan: cents(spentYuan),
      capYuan,
      resumesOn: `${resumeMonth}-01`,
    },
  });
}

const cents = (amount: number) => Number(amount.toFixed(2));

/** `2026-12` → `2027-01` */
function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
}
