import { createHash } from "node:crypto";

/**
 * A pseudo-random number in [0, 1) that is always the same for the same purpose and learner, and
 * independent of those for other purposes.
 */
export function stableDraw(purpose: string, userId: string): number {
  const hash = createHash("sha256").update(`${purpose}\n${userId}`).digest();
  return hash.readUInt32BE(0) / 2 ** 32;
}
