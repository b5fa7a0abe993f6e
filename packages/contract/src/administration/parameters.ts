import { z } from "zod";
import { done, limitOf, Offset, Timestamp } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { anyJson, list } from "../core/sizes.ts";

const admin = { access: "admin", stability: "beta" } as const;

/** A whole configuration has 16 KB. */
const CONFIG_MAX_BYTES = 128 * 1024;

const VersionHash = z
  .string()
  .meta({ description: "First 16 hex digits of SHA-256 over canonical JSON {snapshot, parent}." });

const Note = z.string().trim().max(1_000).meta({ description: "Why; at most 1000 characters." });

/** A fault of a configuration. */
export const ConfigFault = z.object({
  path: z.string().meta({ description: "Dotted path; empty for the whole configuration." }),
  value: z.unknown().meta({ description: "The value given; null if there is none." }),
  rule: z.string().meta({ description: "What a valid value is." }),
});

/** All 295 parameters, by section. */
export const EngineConfig = z
  .record(z.string(), z.unknown())
  .meta({ description: "Every parameter at its path; see GET /api/admin/amas/config/schema." });

export const EngineVersionStored = z.object({
  updated: z.literal(true).describe("Always true: the version is in force."),
  versionHash: VersionHash,
  versionId: z.int().meta({ description: "Increases with every version." }),
});

export const EngineVersion = z.object({
  id: z.int().describe("Number of the version; later ones are higher. 0: stored for a trial only."),
  version_hash: VersionHash,
  author_admin_id: z.string().nullable().meta({
    description: "Id of the administrator, `worker:llm_advisor`, or null for file and first start.",
  }),
  source: z
    .enum(["manual", "llm_suggested", "llm_auto"])
    .describe(
      "manual: an administrator or the file; llm_suggested: a suggestion that was " +
        "approved; llm_auto: one that applied by itself.",
    ),
  note: z.string().nullable().describe("Why it was made; null: no reason was given."),
  parent_version_hash: z.string().nullable().meta({ description: "null for the first version." }),
  created_at: Timestamp.describe("When the version was made."),
});

export const EngineVersionWithSnapshot = EngineVersion.extend({
  snapshot_json: EngineConfig.describe("The whole configuration of this version."),
});

const Tier = z.enum(["A", "human"]).meta({
  description: "A: open to the language model; human: changed by administrators only.",
});

export const ConfigChange = z.object({
  path: z.string().describe("Dotted path of the parameter, e.g. `memoryModel.w[2]`."),
  before: z
    .union([z.number(), z.boolean()])
    .describe("Value in force, in the parameter's own unit."),
  after: z.union([z.number(), z.boolean()]).describe("Value that it would have."),
  group: z.string().meta({ description: "Section of the parameter, e.g. memoryModel." }),
  tier: Tier,
  effect: z.string().meta({ description: "What changes for learners, in one sentence." }),
});

export const Canary = z.object({
  versionHash: VersionHash,
  percent: z.number().meta({ description: "Share of the eligible learners, 0 to 100." }),
  forceUserIds: z.array(z.string()).meta({ description: "Members at every percent." }),
  minAccountAgeDays: z.int().nullable().meta({ description: "Days before the start." }),
  preferActive: z.boolean().meta({ description: "Only learners who answered in the last 7 days." }),
  webOnly: z.boolean().meta({ description: "Only learners with web devices and no others." }),
  autoScale24h: z.boolean().meta({ description: "Doubles the share daily while healthy." }),
  startedAt: Timestamp.describe("When it began."),
  status: z
    .enum(["running", "disabled", "rolled_back", "replaced"])
    .describe(
      "disabled: by an administrator; rolled_back: by the service, because it went " +
        "badly; replaced: by a later one.",
    ),
});

export const CanaryAudience = z.object({
  totalUsers: z.int().describe("All learners."),
  eligibleUsers: z.int().meta({ description: "Learners who meet the conditions." }),
  affectedUsers: z.int().meta({ description: "Learners who get the version." }),
  enforcement: z.enum(["percent", "forced_only", "none"]).meta({
    description: "percent: by hash; forced_only: percent is 0; none: no canary is running.",
  }),
});

export const CanaryDraft = z.object({
  versionHash: z
    .string()
    .describe("Hash of the configuration version to be tried, 16 hexadecimal digits."),
  percent: z.number().meta({ description: "0 to 100." }),
  forceUserIds: list(z.string(), { max: 1_000 })
    .nullish()
    .describe("Ids of learners who get it at every percent, at most 1000."),
  minAccountAgeDays: z
    .int()
    .min(0)
    .max(36_500)
    .nullish()
    .describe("Only learners with an account of at least so many days, 0 to 36500; absent: all."),
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
    .describe("Doubles the share daily while all is well; default: false."),
});

export const readEngineConfig = endpoint({
  method: "GET",
  path: "/api/admin/amas/config",
  summary: "The engine's configuration in force; its version hash is the ETag.",
  ...admin,
  replies: { 200: enveloped(EngineConfig) },
  errors: [],
});

export const replaceEngineConfig = endpoint({
  method: "PUT",
  path: "/api/admin/amas/config",
  summary:
    "Replace the configuration: all parameters, or none. Takes If-Match with the hash that was " +
    "changed; the note may also come as header `note`. A refusal lists every fault in `faults`.",
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
    "Store a configuration without putting it into force, to be tried on some learners by a " +
    "canary. It can be read and restored like a version. A refusal lists every fault in `faults`.",
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
  summary: "JSON Schema of all parameters, with units, tiers and the effects of a change.",
  ...admin,
  replies: { 200: enveloped(z.record(z.string(), z.unknown())) },
  errors: [],
});

export const previewEngineConfig = endpoint({
  method: "POST",
  path: "/api/admin/amas/config/diff-impact",
  summary: "What a configuration, or a patch of the one in force, would change. Stores nothing.",
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
        changes: z.array(ConfigChange).describe("Parameters whose value would differ, by path."),
        faults: z
          .array(ConfigFault)
          .describe("Everything that is wrong with it; empty if it would be taken."),
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
  summary: "Store the content of an earlier version as the newest one.",
  ...admin,
  body: z.object({ note: Note.nullish() }),
  faults: { note: "VALIDATION_ERROR" },
  replies: { 200: enveloped(EngineVersionStored) },
  errors: ["AMAS_INVALID_CONFIG", "NOT_FOUND", "VALIDATION_ERROR"],
});

export const readEngineCanary = endpoint({
  method: "GET",
  path: "/api/admin/amas/config/canary",
  summary: "The running canary, else the last one.",
  ...admin,
  replies: {
    200: enveloped(
      z.object({ canary: Canary.nullable().describe("The trial; null if there never was one.") }),
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
        canary: Canary.describe("The trial as it runs now."),
        audience: CanaryAudience.describe("Whom it reaches."),
      }),
    ),
  },
  errors: ["INVALID_PERCENT", "VERSION_HASH_NOT_FOUND", "VALIDATION_ERROR", "CONFLICT"],
});

export const previewEngineCanary = endpoint({
  method: "POST",
  path: "/api/admin/amas/config/canary/preview",
  summary: "How many learners a canary would reach if it began now. Changes nothing.",
  ...admin,
  body: CanaryDraft,
  faults: { minAccountAgeDays: "VALIDATION_ERROR" },
  replies: { 200: enveloped(CanaryAudience) },
  errors: ["INVALID_PERCENT", "VALIDATION_ERROR"],
});

export const disableEngineCanary = endpoint({
  method: "POST",
  path: "/api/admin/amas/config/canary/disable",
  summary: "End the canary: all learners get the version in force.",
  ...admin,
  replies: { 200: enveloped(z.object({ disabled: done })) },
  errors: [],
});
