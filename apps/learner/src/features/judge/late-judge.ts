import type { judgeWritten } from "./judge-written.ts";

export type Judge = typeof judgeWritten;

let loaded: Judge | undefined;

/** Loads the judge of typed answers, which the first word is shown without. */
export async function loadJudge(): Promise<Judge> {
  loaded ??= (await import("./judge-written.ts")).judgeWritten;
  return loaded;
}

/**
 * Judges at once where the judge is loaded, which is nearly always; otherwise as soon as it is.
 * @throws (rejects) if its file cannot be loaded; then nothing is judged
 */
export async function withJudge(then: (judge: Judge) => void): Promise<void> {
  then(loaded ?? (await loadJudge()));
}
