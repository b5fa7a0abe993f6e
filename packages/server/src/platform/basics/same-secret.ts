import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Whether two secrets are equal, in constant time. Comparing their hashes, which all have the same
 * length, hides even the length of a secret.
 */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
