import { randomBytes, randomUUID } from "node:crypto";

/** Source of ids and secrets. Tests use a counter instead. */
export interface Ids {
  /** A UUID v4. */
  next(): string;
  /** `bytes` random bytes as base64url, for tokens that must not be guessable. */
  secret(bytes: number): string;
}

export const randomIds: Ids = {
  next: () => randomUUID(),
  secret: (bytes) => randomBytes(bytes).toString("base64url"),
};
