import type { Deps } from "../../../deps.ts";
import { AppError, refuse } from "../../../platform/basics/app-error.ts";
import {
  isLlmEnabled,
  LlmError,
  type ModelAnswer,
  type Question,
} from "../../../platform/outside/llm/llm.ts";
import { askWithinBudget } from "../../accounts/model-calls/model-calls.service.ts";
import { readSystemSettings } from "../../accounts/settings/settings.service.ts";

export type AskNeeds = Pick<Deps, "clock" | "database" | "events" | "ids" | "log" | "settings">;

/** The model that the advisor calls. */
export async function advisorModel(needs: AskNeeds): Promise<string> {
  if (needs.settings.LLM_MOCK) return "mock";
  return (await readSystemSettings(needs)).llm_advisor_model || (needs.settings.LLM_MODEL ?? "");
}

/**
 * Calls the advisor's model, within the daily and monthly limits.
 *
 * @throws AppError LLM_DISABLED, BUDGET_EXCEEDED, LLM_FAILED
 */
export async function askAdvisor(
  needs: AskNeeds,
  question: Omit<Question, "model" | "monthCapYuan">,
): Promise<ModelAnswer> {
  requireEnabled(needs);
  const model = await advisorModel(needs);
  try {
    return await askWithinBudget(needs, { ...question, model });
  } catch (error) {
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
