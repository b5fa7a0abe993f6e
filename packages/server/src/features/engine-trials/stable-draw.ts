import { createHash } from "node:crypto";

/**
 * A draw in [0, 1) that is the same for the same purpose and learner, whenever and wherever it is
 * made, and tells nothing about draws for other purposes.
 */
export function stableDraw(purpose: string, userId: string): number {
  const hash = createHash("sha256").update(`${purpose}\n${userId}`).digest();
  return hash.readUInt32BE(0) / 2 ** 32;
}
