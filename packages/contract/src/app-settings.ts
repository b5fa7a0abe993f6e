import { z } from "zod";
import { endpoint, enveloped } from "./endpoint.ts";
import { anyJson } from "./sizes.ts";

const learner = { access: "learner", stability: "beta" } as const;

/** Longest request that stores settings. */
const BODY_MAX_BYTES = 16 * 1024;

export const AppSettings = z.object({
  revision: z.number().int().meta({ description: "0 before settings were stored." }),
  settings: z
    .record(z.string(), z.unknown())
    .describe("Keys and values of the app's choice, as they were stored."),
});

export const readAppSettings = endpoint({
  method: "GET",
  path: "/api/users/me/app-settings",
  summary: "The app's own settings of the caller, the same on every device.",
  ...learner,
  replies: { 200: enveloped(AppSettings) },
  errors: [],
});

export const saveAppSettings = endpoint({
  method: "PUT",
  path: "/api/users/me/app-settings",
  summary: "Replace the app's settings; refused when another device has changed them meanwhile.",
  ...learner,
  body: z
    .object({
      revision: z
        .number()
        .int()
        .min(0)
        .describe("The revision that was changed, 0 or more; the reply has the next one."),
      settings: anyJson().describe(
        "An object with keys and values of the app's choice; the request may have 16 KB.",
      ),
    })
    .refine(({ settings }) => isObject(settings), { message: "settings is no object" }),
  bodyMaxBytes: BODY_MAX_BYTES,
  replies: { 200: enveloped(AppSettings) },
  errors: ["CONFLICT"],
});

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export type AppSettings = z.infer<typeof AppSettings>;
