import { randomIds } from "@wordloom/server/platform/basics/ids";
import { testSettings } from "@wordloom/testing/service/test-settings";
import { createTokens } from "@wordloom/server/platform/identity/tokens";
import { BENCH_SECRETS } from "./processes.ts";

/** A 32-bit hash of two numbers: the deterministic randomness of the data set. */
export function hashed(a: number, b: number): number {
  let mixed = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b ^ 0xc2b2ae35, 0x27d4eb2f);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 12)) >>> 0;
}

/** A deterministic id that is distributed like a random UUID, for realistic indexes. */
export function uuidOf(kind: string, n: number): string {
  const salt = kind.length * 7_919 + (kind.codePointAt(0) ?? 0);
  const parts = [1, 2, 3, 4].map((k) =>
    hashed(n * 4 + k, salt)
      .toString(16)
      .padStart(8, "0"),
  );
  const hex = parts.join("");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}

export const learnerId = (n: number) => uuidOf("learner", n);
export const sessionId = (n: number) => uuidOf("session", n);
export const wordId = (n: number) => uuidOf("word", n);

const SYLLABLES =
  "ba be bi bo ca ce co da de di do fa fe fi ga ge go la le li lo ma me mi mo na ne";
const ENDINGS = ["tion", "ment", "ness", "able", "er", "ly", "al", "ing"];
const HAN =
  "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里";

/** A pronounceable text and a Chinese meaning of two words. */
export function wordText(n: number): { text: string; meaning: string } {
  const syllables = SYLLABLES.split(" ");
  const pick = <T>(list: readonly T[], k: number) => list[hashed(n, k) % list.length];
  const stem = [1, 2].map((k) => pick(syllables, k)).join("");
  const text = `${stem}${n.toString(36)}${pick(ENDINGS, 3)}`;
  const han = [...HAN];
  const meaning = `${pick(han, 4)}${pick(han, 5)}; ${pick(han, 6)}${pick(han, 7)}${pick(han, 8)}`;
  return { text, meaning };
}

/** Longer than any measurement. */
const TOKENS_LIVE_MS = 24 * 3_600_000;

/** Access tokens of the service for learners of the data set. */
export function tokensOf(count: number): string[] {
  const tokens = createTokens(testSettings(BENCH_SECRETS), randomIds);
  const nowMs = Date.now();
  return Array.from({ length: count }, (_, n) => {
    const subject = { accountId: learnerId(n), sessionId: sessionId(n) };
    return tokens.issueAccess(subject, nowMs, TOKENS_LIVE_MS);
  });
}
