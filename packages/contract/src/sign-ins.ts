import { z } from "zod";
import { Deleted, Timestamp } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";

const learner = { access: "learner", stability: "beta" } as const;

/** One sign-in on one device. Its id stays the same when tokens are refreshed. */
export const SignIn = z.object({
  id: z.string().describe("Id of the sign-in, a UUID; it stays when tokens are refreshed."),
  createdAt: Timestamp.describe("When the learner signed in."),
  lastUsedAt: Timestamp.meta({
    description:
      "Last sign-in or refresh: a client in use refreshes before its access token expires.",
  }),
  current: z.boolean().meta({ description: "Whether this request belongs to it." }),
  device: z
    .object({
      platform: z.string().nullable().meta({
        description: "As the client named it in x-device-platform at sign-in or refresh.",
      }),
      label: z.string().nullable().meta({
        description: "Browser or app, and system, such as `Firefox, Linux`; null if unknown.",
      }),
    })
    .describe("Where the learner signed in."),
});

export const listMySignIns = endpoint({
  method: "GET",
  path: "/api/users/me/sessions",
  summary: "The caller's sign-ins that are still valid, latest first.",
  ...learner,
  replies: { 200: enveloped(z.array(SignIn)) },
  errors: [],
});

export const endMySignIn = endpoint({
  method: "DELETE",
  path: "/api/users/me/sessions/:id",
  summary: "End one of the caller's sign-ins; the current one signs out.",
  ...learner,
  replies: { 200: enveloped(Deleted) },
  errors: ["NOT_FOUND"],
});

export const endMyOtherSignIns = endpoint({
  method: "DELETE",
  path: "/api/users/me/sessions",
  summary: "End all of the caller's sign-ins except the current one.",
  ...learner,
  replies: {
    200: enveloped(z.object({ ended: z.number().int().describe("How many sign-ins were ended.") })),
  },
  errors: [],
});

export type SignIn = z.infer<typeof SignIn>;
