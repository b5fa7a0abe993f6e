import type { PackManifest } from "./pack-keeper.ts";

/**
 * Whether the service signed these bytes: checks size, hash and signature.
 * @param publicKey  Ed25519, base64 of 32 bytes
 */
export async function isGenuinePack(
  { sha256, signature, sizeBytes }: PackManifest,
  bytes: Uint8Array<ArrayBuffer>,
  publicKey: string,
): Promise<boolean> {
  if (bytes.length !== sizeBytes) return false;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  if (toHex(hash) !== sha256) return false;
  try {
    return await isSigned(fromBase64(signature), bytes, fromBase64(publicKey));
  } catch {
    // A malformed key or signature.
    return false;
  }
}

async function isSigned(
  signature: Uint8Array<ArrayBuffer>,
  bytes: Uint8Array<ArrayBuffer>,
  rawKey: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const key = await importKey(rawKey);
  if (key !== undefined) return crypto.subtle.verify("Ed25519", key, signature, bytes);
  const { verifyAsync } = await import("@noble/ed25519");
  return verifyAsync(signature, bytes, rawKey, { zip215: false });
}

/** undefined if the browser lacks Ed25519: before Chrome 137, Firefox 129, Safari 17. */
async function importKey(raw: Uint8Array<ArrayBuffer>): Promise<CryptoKey | undefined> {
  try {
    return await crypto.subtle.importKey("raw", raw, "Ed25519", false, ["verify"]);
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotSupportedError") return undefined;
    throw error;
  }
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @throws unless the text is base64 */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
