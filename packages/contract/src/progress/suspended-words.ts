import { z } from "zod";
import { paged, PageQuery, Timestamp, WordId } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { WordPublic } from "../library/words.ts";
import { WordIds } from "./word-states.ts";

const learner = { access: "learner", stability: "beta" } as const;

/** Why a word is not handed out: suspended, buried until the next day, or left out as known. */
export const SuspensionReason = z
  .enum(["suspended", "buried", "known"])
  .describe(
    "suspended: by the learner; buried: until the learner's next day; known: left out as " +
      "known.",
  );

const Until = Timestamp.nullable().meta({
  description:
    "When the word will be handed out again; null if only the learner can bring it back.",
});

/** Whether the service hands out a word. */
export const Suspension = z.object({
  wordId: WordId,
  suspended: z.boolean().describe("Whether the word is withheld."),
  until: Until,
});

/** A word that is not handed out. */
export const SuspendedWord = z.object({
  word: WordPublic.describe("The word itself."),
  until: Until,
  reason: SuspensionReason,
});

export const suspendWord = endpoint({
  method: "POST",
  path: "/api/word-states/:wordId/suspend",
  summary: "Stop handing out a word; what is known about it is kept, and answers still count.",
  ...learner,
  replies: { 200: enveloped(Suspension) },
  errors: ["NOT_FOUND"],
});

export const buryWord = endpoint({
  method: "POST",
  path: "/api/word-states/:wordId/bury",
  summary: "Stop handing out a word until the caller's next day; a suspended word stays suspended.",
  ...learner,
  replies: { 200: enveloped(Suspension) },
  errors: ["NOT_FOUND"],
});

export const unsuspendWord = endpoint({
  method: "POST",
  path: "/api/word-states/:wordId/unsuspend",
  summary: "Hand out a word again, whether or not it was suspended or buried.",
  ...learner,
  replies: { 200: enveloped(Suspension) },
  errors: [],
});

export const listSuspendedWords = endpoint({
  method: "GET",
  path: "/api/study/suspended",
  summary: "Words that are not handed out to the caller, latest first.",
  ...learner,
  query: PageQuery.extend({
    reason: SuspensionReason.optional().describe("Only words withheld for this reason."),
  }),
  replies: { 200: enveloped(paged(SuspendedWord)) },
  errors: [],
});

export const leaveOutWords = endpoint({
  method: "POST",
  path: "/api/study/leave-out",
  summary:
    "Stop handing out words that the learner surely knows. Unlike mastered words, they can " +
    "later be brought back exactly as they were. Unknown words are ignored.",
  ...learner,
  body: WordIds,
  replies: {
    200: enveloped(
      z.object({
        leftOut: z
          .number()
          .int()
          .describe("Number of words withheld now that were handed out before."),
      }),
    ),
  },
  errors: ["BATCH_TOO_LARGE"],
});

export const bringBackWords = endpoint({
  method: "POST",
  path: "/api/study/bring-back",
  summary: "Hand out these words again, exactly as they were.",
  ...learner,
  body: WordIds,
  replies: {
    200: enveloped(
      z.object({
        broughtBack: z
          .number()
          .int()
          .describe("Number of words handed out now that were withheld before."),
      }),
    ),
  },
  errors: ["BATCH_TOO_LARGE"],
});

export type Suspension = z.infer<typeof Suspension>;
export type SuspendedWord = z.infer<typeof SuspendedWord>;
export type SuspensionReason = z.infer<typeof SuspensionReason>;
