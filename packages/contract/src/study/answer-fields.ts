import { z } from "zod";
import { DeviceCount, DeviceMs } from "../core/common.ts";

/**
 * The fields that describe an answer, apart from the word, on every endpoint that takes answers.
 */
export const isCorrect = z.boolean().describe("Whether the answer was right.");

export const isQuit = z
  .boolean()
  .nullish()
  .describe("Whether the learner quit instead of answering; default: false.");

export const dwellMs = DeviceMs.describe(ms("Time the question was on screen"));
export const focusLossMs = DeviceMs.describe(ms("Time with the app in the background"));
export const pausedMs = DeviceMs.describe(ms("Time during which the learner had paused"));

export const pauseCount = DeviceCount.describe(times("Pauses while the question was on screen"));
export const switchCount = DeviceCount.describe(
  times("Number of times the learner left the app while the question was on screen"),
);
export const retryCount = DeviceCount.describe(times("Additional attempts before this answer"));

export const interactionDensity = z
  .number()
  .nullish()
  .describe("Interactions per unit of time, as measured by the client; has no effect.");

export const hintUsed = z.boolean().nullish().describe("Whether a hint was shown; default: false.");

export const confusedWith = z
  .string()
  .max(64)
  .nullish()
  .describe("Id of the word the learner mistook it for, at most 64 characters.");

function ms(what: string): string {
  return `${what}: milliseconds, 0 or more; values above one day (86,400,000) are capped.`;
}

function times(what: string): string {
  return `${what}: 0 or more; values above 1,000,000 are capped.`;
}
