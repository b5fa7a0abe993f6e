import { z } from "zod";
import { done, limitOf, Offset, Timestamp } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { anyJson, list } from "../core/sizes.ts";

const admin = { access: "admin", stability: "beta" } as const;

/** A whole configuration has about 16 KB. */
const CONFIG_MAX_BYTES = 128 * 1024;

const VersionHash = z
  .string()
  .meta({ description: "First 16 hex digits of SHA-256 over canonical JSON {snapshot, parent}." });

const Note = z
  .string()
  .trim()
  .max(1_000)
  .meta({ description: "Reason for the change, at most 1000 characters." });

/** A fault of a configuration. */
export const ConfigFault = z.object({
  path: z
    .string()
    .meta({ description: "Dotted path of the parameter; empty for the whole configuration." }),
  value: z.unknown().meta({ description: "The value given; null if there is none." }),
  rule: z.string().meta({ description: "Description of a valid value." }),
});

/** All 295 parameters, by section. */
export const EngineConfig = z
  .record(z.string(), z.unknown())
  .meta({ description: "Every parameter at its path; see GET /api/admin/amas/config/schema." });

export const EngineVersionStored = z.object({
  updated: z.literal(true).describe("Always true: the version is now current."),
  versionHash: VersionHash,
  versionId: z.int().meta({ description: "Increases with every version." }),
});

export const EngineVersion = z.object({
  id: z
    .int()
    .describe(
      "Number of the version; later versions have higher numbers. 0: stored only for a trial.",
    ),
  version_hash: VersionHash,
  author_admin_id: z.string().nullable().meta({
    description:
      "Id of the administrator, `worker:llm_advisor`, or null for the file and the first start.",
  }),
  source: z
    .enum(["manual", "llm_suggested", "llm_auto"])
    .describe(
      "manual: by an administrator or the file; llm_suggested: an approved suggestion; " +
        "llm_auto: a suggestion that was applied automatically.",
    ),
  note: z.string().nullable().describe("Reason for the version; null if none was given."),
  parent_version_hash: z
    .string()
    .nullable()
    .meta({ description: "Hash of the previous version; null for the first version." }),
  created_at: Timestamp.describe("When the version was created."),
});

export const EngineVersionWithSnapshot = EngineVersion.extend({
  snapshot_json: EngineConfig.describe("The whole configuration of this version."),
});

const Tier = z.enum(["A", "human"]).meta({
  description: "A: the language model may change it; human: only administrators may.",
});

export const ConfigChange = z.object({
  path: z.string().describe("Dotted path of the parameter, e.g. `memoryModel.w[2]`."),
  before: z
    .union([z.number(), z.boolean()])
    .describe("Current value, in the parameter's own unit."),
  after: z.union([z.number(), z.boolean()]).describe("Value after the change."),
  group: z.string().meta({ description: "Section of the parameter, e.g. memoryModel." }),
  tier: Tier,
  effect: z.string().meta({ description: "What changes for learners, in one sentence." }),
});

export const Canary = z.object({
  versionHash: VersionHash,
  percent: z.number().meta({ description: "Share of the eligible learners, 0 to 100." }),
  forceUserIds: z
    .array(z.string())
    .meta({ description: "Ids of learners who get the version at every percentage." }),
  minAccountAgeDays: z
    .int()
    .nullable()
    .meta({ description: "Minimum age of an account before the start, days." }),
  preferActive: z.boolean().meta({ description: "Only learners who answered in the last 7 days." }),
  webOnly: z.boolean().meta({ description: "Only learners with web devices and no others." }),
  autoScale24h: z
    .boolean()
    .meta({ description: "Whether the share doubles daily while the canary is healthy." }),
  startedAt: Timestamp.describe("When the canary started."),
  status: z
    .enum(["running", "disabled", "rolled_back", "replaced"])
    .describe(
      "disabled: by an administrator; rolled_back: by the service, because results were bad; " +
        "replaced: by a later canary.",
    ),
});

export const CanaryAudience = z.object({
  totalUsers: z.int().describe("Number of all learners."),
  eligibleUsers: z.int().meta({ description: "Number of learners who meet the conditions." }),
  affectedUsers: z.int().meta({ description: "Number of learners who get the version." }),
  enforcement: z.enum(["percent", "forced_only", "none"]).meta({
    description:
      "percent: selected by hash; forced_only: percent is 0; none: no canary is running.",
  }),
});

export const CanaryDraft = z.object({
  versionHash: z
    .string()
    .describe("Hash of the configuration version to try, 16 hexadecimal digits."),
  percent: z.number().meta({ description: "Share of the eligible learners, 0 to 100." }),
  forceUserIds: list(z.string(), { max: 1_000 })
    .nullish()
    .describe("Ids of learners who get the version at every percentage, at most 1000."),
  minAccountAgeDays: z
    .int()
    .min(0)
    .max(36_500)
    .nullish()
    .describe(
      "Only learners whose account is at least this many days old, 0 to 36500; default: all.",
    ),
  preferActive: z
    .boolean()
    .nullish()
    .describe("Only learners who answered in the last 7 days; default: false."),
  webOnly: z
    .boolean()
    .nullish()
    .describe("Only learners with web devices and no others; default: false."),
  autoScale24h: z
    .boolean()
    .nullish()
    .describe("Whether the share doubles daily while the canary is healthy; default: false."),
});

export const readEngineConfig = endpoint({
  method: "GET",
  path: "/api/admin/amas/config",
  summary: "The engine's current configuration; its version hash is the ETag.",
  ...admin,
  replies: { 200: enveloped(EngineConfig) },
  errors: [],
});

export const replaceEngineConfig = endpoint({
  method: "PUT",
  path: "/api/admin/amas/config",
  summary:
    "Replace the whole configuration, all parameters or none. Takes If-Match with the hash of " +
    "the version being changed; the note may also be sent as the header `note`. A refusal " +
    "lists every fault in `faults`.",
  ...admin,
  query: z.object({ note: Note.optional() }),
  faults: { note: "VALIDATION_ERROR" },
  body: anyJson(),
  bodyMaxBytes: CONFIG_MAX_BYTES,
  replies: { 200: enveloped(EngineVersionStored) },
  errors: ["AMAS_INVALID_CONFIG", "VALIDATION_ERROR", "VERSION_CONFLICT"],
});

export const storeEngineTrial = endpoint({
  method: "POST",
  path: "/api/admin/amas/config/trials",
  summary:
    "Store a configuration without making it current, so that a canary can try it on some " +
    "learners. It can be read and restored like a version. A refusal lists every fault in " +
    "`faults`.",
  ...admin,
  query: z.object({ note: Note.optional() }),
  faults: { note: "VALIDATION_ERROR" },
  body: anyJson(),
  bodyMaxBytes: CONFIG_MAX_BYTES,
  replies: { 200: enveloped(z.object({ versionHash: VersionHash })) },
  errors: ["AMAS_INVALID_CONFIG", "VALIDATION_ERROR"],
});

export const readEngineConfigSchema = endpoint({
  method: "GET",
  path: "/api/admin/amas/config/schema",
  summary: "JSON Schema of all parameters, with units, tiers and effects of a change.",
  ...admin,
  replies: { 200: enveloped(z.record(z.string(), z.unknown())) },
  errors: [],
});

export const previewEngineConfig = endpoint({
  method: "POST",
  path: "/api/admin/amas/config/diff-impact",
  summary:
    "Preview what a configuration, or a patch of the current one, would change. Stores nothing.",
  ...admin,
  body: z
    .object({
      config: anyJson().optional().meta({ description: "A whole configuration." }),
      patch: anyJson().optional().meta({ description: "Value by dotted path." }),
    })
    .refine(({ config, patch }) => (config === undefined) !== (patch === undefined), {
      message: "either config or patch",
    }),
  bodyMaxBytes: CONFIG_MAX_BYTES,
  replies: {
    200: enveloped(
      z.object({
        changes: z.array(ConfigChange).describe("Parameters whose value would change, by path."),
        faults: z
          .array(ConfigFault)
          .describe("All faults of the configuration; empty if it is valid."),
      }),
    ),
  },
  errors: [],
});

export const listEngineVersions = endpoint({
  method: "GET",
  path: "/api/admin/amas/config/versions",
  summary: "Versions of the configuration without their content, newest first.",
  ...admin,
  query: z.object({
    limit: limitOf(500, 50),
    offset: Offset.default(0),
  }),
  replies: { 200: enveloped(z.array(EngineVersion)) },
  errors: [],
});

export const readEngineVersion = endpoint({
  method: "GET",
  path: "/api/admin/amas/config/versions/:hash",
  summary: "One version with its content.",
  ...admin,
  replies: { 200: enveloped(EngineVersionWithSnapshot) },
  errors: ["NOT_FOUND"],
});

export const restoreEngineVersion = endpoint({
  method: "POST",
  path: "/api/admin/amas/config/versions/:hash/restore",
  summary: "Store the content of an earlier version as the newest version.",
  ...admin,
  body: z.object({ note: Note.nullish() }),
  faults: { note: "VALIDATION_ERROR" },
  replies: { 200: enveloped(EngineVersionStored) },
  errors: ["AMAS_INVALID_CONFIG", "NOT_FOUND", "VALIDATION_ERROR"],
});

export const readEngineCanary = endpoint({
  method: "GET",
  path: "/api/admin/amas/config/canary",
  summary: "The running canary or, if none is running, the last one.",
  ...admin,
  replies: {
    200: enveloped(
      z.object({ canary: Canary.nullable().describe("The canary; null if there never was one.") }),
    ),
  },
  errors: [],
});

export const startEngineCanary = endpoint({
  method: "PUT",
  path: "/api/admin/amas/config/canary",
  summary: "Serve a version to some learners; replaces a running canary.",
  ...admin,
  body: CanaryDraft,
  faults: { minAccountAgeDays: "VALIDATION_ERROR" },
  replies: {
    200: enveloped(
      z.object({
        canary: Canary.describe("The canary now running."),
        audience: CanaryAudience.describe("The learners it reaches."),
      }),
    ),
  },
  errors: ["INVALID_PERCENT", "VERSION_HASH_NOT_FOUND", "VALIDATION_ERROR", "CONFLICT"],
});

export const previewEngineCanary = endpoint({
  method: "POST",
  path: "/api/admin/amas/config/canary/preview",
  summary: "Number of learners a canary would reach if it started now. Changes nothing.",
  ...admin,
  body: CanaryDraft,
  faults: { minAccountAgeDays: "VALIDATION_ERROR" },
  replies: { 200: enveloped(CanaryAudience) },
  errors: ["INVALID_PERCENT", "VALIDATION_ERROR"],
});

export const disableEngineCanary = endpoint({
  method: "POST",
  path: "/api/admin/amas/config/canary/disable",
  summary: "End the canary; all learners return to the current version.",
  ...admin,
  replies: { 200: enveloped(z.object({ disabled: done })) },
  errors: [],
});
