import type { Deps } from "../../../deps.ts";
import { AppError, refuse } from "../../../platform/basics/app-error.ts";
import {
  askModel,
  isLlmEnabled,
  LlmError,
  readSpending,
  type ModelAnswer,
  type Question,
} from "../../../platform/outside/llm/llm.ts";
import { notifyAdmins } from "../../accounts/admin-notices/admin-notices.service.ts";
import { readSystemSettings } from "../../accounts/system-settings/system-settings.service.ts";
import { insertBudgetAlert } from "./advisor.repo.ts";

export type AskNeeds = Pick<Deps, "clock" | "database" | "events" | "ids" | "log" | "settings">;

/** The model that the advisor asks. */
export async function advisorModel(needs: AskNeeds): Promise<string> {
  if (needs.settings.LLM_MOCK) return "mock";
  return (await readSystemSettings(needs)).llm_advisor_model || (needs.settings.LLM_MODEL ?? "");
}

/**
 * Asks the advisor's model, within the limits of the day and the month.
 *
 * @throws AppError LLM_DISABLED, BUDGET_EXCEEDED, LLM_FAILED
 */
export async function askAdvisor(
  needs: AskNeeds,
  question: Omit<Question, "model" | "monthCapYuan">,
): Promise<ModelAnswer> {
  requireEnabled(needs);
  const { llm_advisor_max_cost_per_month_yuan: monthCapYuan } = await readSystemSettings(needs);
  const model = await advisorModel(needs);
  try {
    const answer = await askModel(needs, { ...question, model, monthCapYuan });
    const { monthYuan } = await readSpending(needs);
    if (answer.costUsd > 0 && monthYuan >= monthCapYuan) await tellBudgetReached(needs);
    return answer;
  } catch (error) {
    if (error instanceof LlmError && error.period === "month") await tellBudgetReached(needs);
    throw error instanceof LlmError ? refusalOf(error) : error;
  }
}

/** @throws AppError LLM_DISABLED */
export function requireEnabled(needs: Pick<Deps, "settings">): void {
  if (!isLlmEnabled(needs)) refuse("LLM_DISABLED");
}

function refusalOf({ fault, message, period }: LlmError): AppError {
  if (fault === "disabled") return new AppError("LLM_DISABLED");
  if (fault === "failed")
    return new AppError("LLM_FAILED", `The language model failed: ${message}.`);
  return new AppError("BUDGET_EXCEEDED", `The limit of the ${period} is reached.`);
}

/** Tells administrators, once a month, that no call is made until the next one. */
async function tellBudgetReached(needs: AskNeeds): Promise<void> {
  const { day, monthYuan: spentYuan } = await readSpending(needs);
  const month = day.slice(0, 7);
  if (!(await insertBudgetAlert(needs.database, month, needs.clock.nowMs()))) return;
  const { llm_advisor_max_cost_per_month_yuan: capYuan } = await readSystemSettings(needs);
  const resumeMonth = monthAfter(month);
  needs.events.toAdmins({ type: "llm_budget_exceeded", spentYuan, capYuan, resumeMonth });
  await notifyAdmins(needs, {
    kind: "llm_budget",
    subject: month,
    severity: "warning",
    title: "The language model's monthly limit is reached",
    message:
      `${spentYuan.toFixed(2)} of ${capYuan} yuan are spent; the model is not asked again before ` +
      `${resumeMonth} unless the limit is raised.`,
  });
}

/** `2026-12` → `2027-01` */
function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
}
