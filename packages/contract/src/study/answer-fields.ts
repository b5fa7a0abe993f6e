import { z } from "zod";
import { DeviceCount, DeviceMs } from "../core/common.ts";

/** What is known of an answer besides the word, wherever answers are sent. */
export const isCorrect = z.boolean().describe("Whether the answer was right.");

export const isQuit = z
  .boolean()
  .nullish()
  .describe("Whether the learner quit instead of answering; default: false.");

export const dwellMs = DeviceMs.describe(ms("Time the question was on screen"));
export const focusLossMs = DeviceMs.describe(ms("Time with the app in the background"));
export const pausedMs = DeviceMs.describe(ms("Time that the learner had paused"));

export const pauseCount = DeviceCount.describe(times("Pauses while the question was on screen"));
export const switchCount = DeviceCount.describe(times("How often the app was left meanwhile"));
export const retryCount = DeviceCount.describe(times("Further attempts before this answer"));

export const interactionDensity = z
  .number()
  .nullish()
  .describe("Interactions in relation to time, as the client measures them; has no effect.");

export const hintUsed = z.boolean().nullish().describe("Whether a hint was shown; default: false.");

export const confusedWith = z
  .string()
  .max(64)
  .nullish()
  .describe("Id of the word that it was taken for, at most 64 characters.");

function ms(what: string): string {
  return `${what}: milliseconds, 0 or more; more than a day (86,400,000) counts as a day.`;
}

function times(what: string): string {
  return `${what}: 0 or more; above 1,000,000 counts as that.`;
}
