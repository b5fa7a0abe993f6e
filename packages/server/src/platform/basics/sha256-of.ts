import { createHash, webcrypto } from "node:crypto";

/** SHA-256 as lowercase hexadecimal. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The same in a pool thread, for megabytes of data. */
export async function sha256Aside(bytes: Uint8Array): Promise<string> {
  const digest = await webcrypto.subtle.digest("SHA-256", new Uint8Array(bytes));
  return Buffer.from(digest).toString("hex");
}
