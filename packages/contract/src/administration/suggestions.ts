import { z } from "zod";
import { clampedInteger, Deleted, done, Timestamp, trimmed } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";

const OFFSET_MAX = 1_000_000_000;

/** `superseded`, `rejected` and `expired` are final; an applied suggestion can be rolled back. */
export const SuggestionStatus = z.enum([
  "pending",
  "approved",
  "rejected",
  "superseded",
  "expired",
  "auto_applied",
]);

const PathsToValues = z.record(z.string(), z.unknown());

/** A change of the engine's configuration proposed by the language model. */
export const TuningSuggestion = z.object({
  id: z.number().int().describe("Number of the suggestion; later suggestions have higher numbers."),
  created_at: Timestamp.describe("When the model proposed it."),
  based_on_version_hash: z
    .string()
    .describe("Current configuration version when the model was asked; 16 hex characters."),
  patch_json: PathsToValues.describe(
    "Proposed value by dotted parameter path, e.g. `memoryModel.w[2]`. One to three numbers " +
      "within the whitelist's bounds, unless the suggestion was rejected for breaking these " +
      "rules.",
  ),
  rationale: z.string().describe("The model's reasons, untrusted text of at most 2000 characters."),
  evidence_json: PathsToValues.describe("Data sent to the model: aggregates only."),
  status: SuggestionStatus.describe(
    "`pending` awaits a decision; `approved` and `auto_applied` are in a version of the " +
      "configuration; `superseded`: a newer version changed one of its paths, or it was rolled " +
      "back.",
  ),
  decided_by: z
    .string()
    .nullable()
    .describe("Administrator id or `worker:<name>`; null while pending or when superseded."),
  decided_at: Timestamp.nullable().describe("When the decision was made; null while pending."),
  decision_note: z
    .string()
    .nullable()
    .describe("Note of the decision; for a suggestion that the guard rejected, all reasons."),
  cost_usd: z.number().describe("Cost of the model call in US dollars."),
  tokens_input: z.number().int().describe("Tokens sent to the model."),
  tokens_output: z.number().int().describe("Tokens received from the model."),
  confidence: z.number().describe("The model's confidence, 0 to 1; 0 if it gave none."),
});

/** The new configuration version. */
const Applied = z.object({
  updated: done,
  versionHash: z.string().describe("Hash of the new configuration version, 16 hex characters."),
  versionId: z.number().int().describe("Number of the new configuration version."),
});

const Decision = z
  .object({
    note: trimmed(0, 1000).nullish().describe("Stored with the decision; at most 1000 characters."),
  })
  .meta({ id: "SuggestionDecision" });

export const listSuggestions = endpoint({
  method: "GET",
  path: "/api/admin/amas/suggestions",
  summary: "The advisor's suggestions, newest first.",
  access: "admin",
  stability: "beta",
  query: z.object({
    status: SuggestionStatus.optional().describe("Only suggestions with this status."),
    limit: clampedInteger(1, 500, 50).describe("1 to 500; default 50."),
    offset: clampedInteger(0, OFFSET_MAX, 0).describe("Number of suggestions to skip; default 0."),
    q: z
      .string()
      .trim()
      .max(100)
      .optional()
      .describe(
        "Text in the patch, rationale or decision note, ignoring case; at most 100 characters.",
      ),
  }),
  faults: { status: "BAD_STATUS" },
  replies: { 200: enveloped(z.array(TuningSuggestion)) },
  errors: ["BAD_STATUS"],
});

export const readSuggestion = endpoint({
  method: "GET",
  path: "/api/admin/amas/suggestions/:id",
  summary: "One suggestion of the advisor.",
  access: "admin",
  stability: "beta",
  replies: { 200: enveloped(TuningSuggestion) },
  errors: ["NOT_FOUND"],
});

export const approveSuggestion = endpoint({
  method: "POST",
  path: "/api/admin/amas/suggestions/:id/approve",
  summary: "Apply a pending suggestion to the current configuration.",
  access: "admin",
  stability: "beta",
  body: Decision,
  faults: { note: "VALIDATION_ERROR" },
  replies: { 200: enveloped(Applied) },
  errors: ["NOT_FOUND", "SUGGESTION_NOT_PENDING", "PATCH_INVALID", "VALIDATION_ERROR"],
});

export const rejectSuggestion = endpoint({
  method: "POST",
  path: "/api/admin/amas/suggestions/:id/reject",
  summary: "Reject a pending suggestion.",
  access: "admin",
  stability: "beta",
  body: Decision,
  faults: { note: "VALIDATION_ERROR" },
  replies: { 200: enveloped(z.object({ rejected: done })) },
  errors: ["NOT_FOUND", "SUGGESTION_NOT_PENDING", "VALIDATION_ERROR"],
});

export const rollBackSuggestion = endpoint({
  method: "POST",
  path: "/api/admin/amas/suggestions/:id/rollback",
  summary: "Reset the parameters of an applied suggestion to their previous values.",
  access: "admin",
  stability: "beta",
  body: Decision,
  faults: { note: "VALIDATION_ERROR" },
  replies: {
    200: enveloped(
      z.object({
        rolledBack: done,
        versionHash: z.string().describe("Hash of the new configuration version."),
      }),
    ),
  },
  errors: ["NOT_FOUND", "SUGGESTION_NOT_APPLIED", "PATCH_INVALID", "VALIDATION_ERROR"],
});

export type SuggestionStatus = z.infer<typeof SuggestionStatus>;
export type TuningSuggestion = z.infer<typeof TuningSuggestion>;

export const ParameterPath = z
  .string()
  .describe("Dotted path of a parameter of the engine's configuration, e.g. `memoryModel.w[2]`.");

/** A parameter that the advisor may change, and its inclusive bounds. */
export const AdvisorWhitelistEntry = z.object({
  path: ParameterPath,
  minSafe: z.number().describe("Lowest value that the advisor may propose, in the path's unit."),
  maxSafe: z.number().describe("Highest value that the advisor may propose, in the path's unit."),
  builtin: z
    .boolean()
    .describe(
      "False if an administrator added it; such a parameter is never changed automatically.",
    ),
});

export const listAdvisorWhitelist = endpoint({
  method: "GET",
  path: "/api/admin/amas/advisor/whitelist",
  summary: "The parameters that the advisor may change.",
  access: "admin",
  stability: "beta",
  replies: {
    200: enveloped(
      z.object({
        entries: z
          .array(AdvisorWhitelistEntry)
          .describe("All parameters that the advisor may change, by path."),
      }),
    ),
  },
  errors: [],
});

export const setAdvisorWhitelistEntry = endpoint({
  method: "POST",
  path: "/api/admin/amas/advisor/whitelist",
  summary: "Add a parameter to the whitelist, change its bounds, or narrow a built-in one.",
  access: "admin",
  stability: "beta",
  body: z.object({
    path: ParameterPath,
    minSafe: z
      .number()
      .describe("Lowest value, inclusive; not below the parameter's own lower bound."),
    maxSafe: z
      .number()
      .describe("Highest value, inclusive; not above the parameter's own upper bound."),
  }),
  replies: { 201: enveloped(AdvisorWhitelistEntry) },
  errors: ["INVALID_PATH", "INVALID_RANGE"],
});

export const deleteAdvisorWhitelistEntry = endpoint({
  method: "DELETE",
  path: "/api/admin/amas/advisor/whitelist",
  summary: "Remove a parameter from the whitelist, or reset a built-in one to its own bounds.",
  access: "admin",
  stability: "beta",
  query: z.object({ path: ParameterPath }),
  replies: { 200: enveloped(Deleted) },
  errors: ["NOT_FOUND", "CONFLICT"],
});

export type AdvisorWhitelistEntry = z.infer<typeof AdvisorWhitelistEntry>;
