import { createHash } from "node:crypto";
import type { Ids } from "@wordloom/server/platform/basics/ids";

/** Consecutive ids in the format of real ones. */
export function createCountingIds(): Ids {
  let count = 0;
  return {
    next() {
      count += 1;
      return `00000000-0000-4000-8000-${String(count).padStart(12, "0")}`;
    },
    secret(bytes) {
      count += 1;
      const digest = createHash("shake256", { outputLength: bytes }).update(String(count));
      return digest.digest("base64url");
    },
  };
}
