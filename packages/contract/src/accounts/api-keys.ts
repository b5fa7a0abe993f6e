import { z } from "zod";
import { apiKeyScopes } from "../core/choices.ts";
import { done, Timestamp, trimmed } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { list } from "../core/sizes.ts";

const ofSupers = { access: "super", stability: "beta", scope: "none" } as const;
const GRACE_MAX_MINUTES = 1_440;

export const ApiKeyScope = z
  .enum(apiKeyScopes)
  .describe(
    "read: read only; write: also make changes; admin: everything that its creator may do.",
  );

/** A program's API key. It acts for the administrator who created it, within their current role. */
export const ApiKey = z.object({
  id: z.string().describe("Id of the key, a UUID; not the key itself."),
  name: z.string().describe("Name of the key, 1 to 100 characters."),
  prefix: z.string().meta({ description: "The eight characters after `wlk_`." }),
  scopes: z.array(ApiKeyScope).meta({
    description: "`write` includes `read`, `admin` includes both and needs a super administrator.",
  }),
  createdBy: z.string().meta({ description: "Id of the administrator who created it." }),
  createdAt: Timestamp.describe("When it was created."),
  expiresAt: Timestamp.nullable().meta({ description: "When it expires; null if never." }),
  lastUsedAt: Timestamp.nullable().meta({
    description: "When it was last used, to the minute; null if never.",
  }),
  lastUsedIp: z.string().nullable().describe("IP address of the last call; null if never used."),
  revokedAt: Timestamp.nullable().describe("When it was revoked; null if it was not."),
});

export const ApiKeyWithSecret = ApiKey.extend({
  key: z.string().meta({
    description: "The key itself, sent as `Authorization: Bearer`. Shown only in this reply.",
  }),
});

export const ApiKeyDraft = z.object({
  name: trimmed(1, 100).describe("Name of the key, 1 to 100 characters after trimming."),
  scopes: list(ApiKeyScope, {
    min: 1,
    max: apiKeyScopes.length,
    tooMany: "API_KEY_INVALID_SCOPE",
  }).describe("What the key may do; at least one scope."),
  expiresInDays: z.number().int().min(1).max(365).nullable().default(90).meta({
    description: "Lifetime in days, 1 to 365; null if it never expires.",
  }),
});

export const listApiKeys = endpoint({
  method: "GET",
  path: "/api/admin/settings/api-keys",
  summary: "All API keys, newest first; ended keys remain listed for 90 days.",
  ...ofSupers,
  replies: {
    200: enveloped(z.object({ keys: z.array(ApiKey).describe("All keys, newest first.") })),
  },
  errors: [],
});

export const createApiKey = endpoint({
  method: "POST",
  path: "/api/admin/settings/api-keys",
  summary: "Create an API key.",
  ...ofSupers,
  body: ApiKeyDraft,
  faults: {
    name: "API_KEY_INVALID_NAME",
    scopes: "API_KEY_INVALID_SCOPE",
    expiresInDays: "API_KEY_INVALID_EXPIRY",
  },
  replies: { 201: enveloped(ApiKeyWithSecret) },
  errors: ["API_KEY_LIMIT"],
});

export const rotateApiKey = endpoint({
  method: "POST",
  path: "/api/admin/settings/api-keys/:id/rotate",
  summary: "Replace the secret of an API key; its expiry is extended by its original lifetime.",
  ...ofSupers,
  body: z.object({
    graceMinutes: z
      .number()
      .int()
      .min(0)
      .max(GRACE_MAX_MINUTES)
      .nullish()
      .transform((minutes) => minutes ?? 0)
      .meta({
        description:
          "Minutes for which the old secret keeps working, even if the key is rotated again: " +
          "0 to 1440, default 0.",
      }),
  }),
  faults: { graceMinutes: "VALIDATION_ERROR" },
  replies: { 200: enveloped(ApiKeyWithSecret) },
  errors: ["NOT_FOUND", "CONFLICT"],
});

export const revokeApiKey = endpoint({
  method: "DELETE",
  path: "/api/admin/settings/api-keys/:id",
  summary: "Revoke an API key permanently, with immediate effect.",
  ...ofSupers,
  replies: {
    200: enveloped(z.object({ revoked: done, id: z.string().describe("Id of the key, a UUID.") })),
  },
  errors: ["NOT_FOUND"],
});

export type ApiKeyScope = z.infer<typeof ApiKeyScope>;
export type ApiKey = z.infer<typeof ApiKey>;
export type ApiKeyWithSecret = z.infer<typeof ApiKeyWithSecret>;
export type ApiKeyDraft = z.output<typeof ApiKeyDraft>;
