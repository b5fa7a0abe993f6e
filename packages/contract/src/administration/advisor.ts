import { z } from "zod";
import { ParameterPath } from "./suggestions.ts";
import { trimmed } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { checkedByItself } from "../core/sizes.ts";

/** Cost of a call to the model. */
const costFields = {
  model: z.string().describe("Name of the model that answered."),
  costUsd: z.number().describe("US dollars."),
  tokensInput: z.number().int().describe("Tokens sent."),
  tokensOutput: z.number().int().describe("Tokens received."),
};

export const explainParameter = endpoint({
  method: "POST",
  path: "/api/admin/amas/suggestions/explain",
  summary: "Ask the language model what a parameter does. Nothing is stored or changed.",
  access: "admin",
  stability: "beta",
  body: z.object({
    path: ParameterPath,
    currentValue: z.union([z.number(), z.boolean()]).describe("The value to explain."),
  }),
  replies: {
    200: enveloped(
      z.object({
        explanation: z.string().describe("Explanation in plain language, at most 80 characters."),
        ...costFields,
      }),
    ),
  },
  errors: ["INVALID_PATH", "LLM_DISABLED", "BUDGET_EXCEEDED", "LLM_FAILED"],
});

export const readAdvisorSpend = endpoint({
  method: "GET",
  path: "/api/admin/amas/suggestions/spend",
  summary: "Cost of the language model today, for all purposes.",
  access: "admin",
  stability: "beta",
  replies: {
    200: enveloped(
      z.object({
        todayCostUsd: z.number().describe("US dollars spent on this calendar day."),
        todayTokensInput: z.number().int().describe("Tokens sent on this calendar day."),
        todayTokensOutput: z.number().int().describe("Tokens received on this calendar day."),
        dailyCapUsd: z.number().describe("LLM_DAILY_COST_CAP_USD, in US dollars."),
        remainingUsd: z.number().describe("US dollars left today; at least 0."),
      }),
    ),
  },
  errors: [],
});

export const runAdvisor = endpoint({
  method: "POST",
  path: "/api/admin/amas/advisor/run",
  summary: "Ask the advisor for a suggestion now.",
  access: "admin",
  stability: "beta",
  replies: {
    200: enveloped(
      z.object({
        produced: z.boolean().describe("Whether a suggestion was stored, pending or not."),
        suggestionId: z
          .number()
          .int()
          .nullable()
          .describe("Number of the suggestion; null if none was stored."),
        reason: z
          .string()
          .nullable()
          .describe(
            "`unparsable` or `no_change` if nothing was stored; the guard's reasons if it " +
              "rejected the suggestion; otherwise null.",
          ),
      }),
    ),
  },
  errors: ["LLM_DISABLED", "BUDGET_EXCEEDED", "WORKER_RUNNING", "LLM_FAILED"],
});

/** Settings of the advisor; until they are stored, the environment's values apply. */
export const AdvisorConfig = z.object({
  model: z.string().describe("Name of the model; LLM_MODEL unless stored."),
  pollCron: z.string().describe("Schedule in UTC: five cron fields, at least five minutes apart."),
  apiKeyTail: z
    .string()
    .nullable()
    .describe(
      "The last four characters of LLM_API_KEY; null if there is no key or it is too short.",
    ),
  monthCapYuan: z.number().describe("Limit per calendar month, yuan, 1 to 10000."),
  autoApplyEnabled: z
    .boolean()
    .describe("Whether small suggestions with a high confidence are applied automatically."),
  autoApplyMaxPerDay: z
    .number()
    .int()
    .describe("Maximum number of automatic applications per calendar day, 0 to 20."),
  autoApplyMinConfidence: z
    .number()
    .describe("Minimum confidence for applying automatically, 0 to 1."),
  advisorEnabled: z.boolean().describe("Whether the advisor runs on schedule."),
});

export const readAdvisorConfig = endpoint({
  method: "GET",
  path: "/api/admin/amas/advisor/config",
  summary: "Settings of the advisor.",
  access: "admin",
  stability: "beta",
  replies: { 200: enveloped(AdvisorConfig) },
  errors: [],
});

/** Absent fields leave the value unchanged. */
const AdvisorConfigChange = z.object({
  model: checkedByItself(
    trimmed(1, 200)
      .nullable()
      .describe(
        "Name of the model, 1 to 200 characters; the current name may be longer, because " +
          "LLM_MODEL may be.",
      ),
  ).optional(),
  pollCron: trimmed(1, 100)
    .nullish()
    .describe("Schedule in UTC: five cron fields, at least five minutes apart."),
  monthCapYuan: z
    .number()
    .min(1)
    .max(10_000)
    .nullish()
    .describe("Limit per calendar month, yuan, 1 to 10000."),
  autoApplyEnabled: z
    .boolean()
    .nullish()
    .describe(
      "Whether small suggestions with a high confidence are applied automatically; omit to keep " +
        "the current choice.",
    ),
  autoApplyMaxPerDay: z
    .number()
    .int()
    .min(0)
    .max(20)
    .nullish()
    .describe("Maximum number of automatic applications per calendar day, 0 to 20."),
  autoApplyMinConfidence: z
    .number()
    .min(0)
    .max(1)
    .nullish()
    .describe("Minimum confidence for applying automatically, 0 to 1."),
  advisorEnabled: z
    .boolean()
    .nullish()
    .describe("Whether the advisor runs on schedule; omit to keep the current choice."),
});

export const setAdvisorConfig = endpoint({
  method: "PUT",
  path: "/api/admin/amas/advisor/config",
  summary:
    "Change settings of the advisor, with immediate effect on every process; absent fields are " +
    "unchanged.",
  access: "admin",
  stability: "beta",
  body: AdvisorConfigChange,
  faults: {
    pollCron: "VALIDATION_ERROR",
    monthCapYuan: "INVALID_LLM_BUDGET",
    autoApplyMaxPerDay: "INVALID_AUTO_APPLY_LIMIT",
    autoApplyMinConfidence: "INVALID_CONFIDENCE",
  },
  replies: { 200: enveloped(AdvisorConfig) },
  errors: [
    "VALIDATION_ERROR",
    "INVALID_LLM_BUDGET",
    "INVALID_AUTO_APPLY_LIMIT",
    "INVALID_CONFIDENCE",
  ],
});

export const testAdvisor = endpoint({
  method: "POST",
  path: "/api/admin/amas/advisor/test",
  summary: "Send the language model a small request to check that it answers. Counts as spending.",
  access: "admin",
  stability: "beta",
  replies: {
    200: enveloped(
      z.object({
        ok: z.boolean().describe("Whether the model gave a usable answer."),
        model: z.string().describe("Name of the model that was called."),
        latencyMs: z.number().describe("Duration of the call, milliseconds."),
        error: z.string().nullable().describe("Why the call failed; null if it did not."),
      }),
    ),
  },
  errors: ["LLM_DISABLED", "BUDGET_EXCEEDED"],
});
export type AdvisorConfig = z.infer<typeof AdvisorConfig>;
export type AdvisorConfigChange = z.infer<typeof AdvisorConfigChange>;
