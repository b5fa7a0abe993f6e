import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text that every process with the secret can read.
 *
 * @param purpose  kind of the text: a seal for one purpose cannot be opened for another
 * @returns base64url
 */
export function sealText(secret: string, purpose: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyFor(secret, purpose), nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** The text; undefined if it was sealed with another secret or for another purpose, or changed. */
export function openSealed(secret: string, purpose: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  const [tagAt, textAt] = [NONCE_BYTES, NONCE_BYTES + TAG_BYTES];
  if (bytes.length < textAt) return undefined;
  const key = keyFor(secret, purpose);
  const options = { authTagLength: TAG_BYTES };
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, tagAt), options);
  decipher.setAuthTag(bytes.subarray(tagAt, textAt));
  try {
    return decipher.update(bytes.subarray(textAt), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return undefined;
  }
}

function keyFor(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `wordloom ${purpose}`, KEY_BYTES));
}
