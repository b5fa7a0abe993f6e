import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Whether two secrets are the same, in constant time. Their hashes are compared, because those have
 * one length: not even the length of a secret shows.
 */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
