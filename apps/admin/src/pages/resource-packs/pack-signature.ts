/**
 * Whether the owner of a key has signed these bytes.
 * @param publicKey  Ed25519, base64 of 32 bytes
 * @returns undefined if the browser cannot verify it: before Chrome 137, Firefox 129, Safari 17,
 *   and on pages without https
 */
export async function isSignedBy(
  publicKey: string,
  signature: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<boolean | undefined> {
  if (globalThis.crypto.subtle === undefined) return undefined;
  try {
    const raw = fromBase64(publicKey);
    const key = await crypto.subtle.importKey("raw", raw, "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", key, fromBase64(signature), bytes);
  } catch (error) {
    // Any other error means a malformed key or signature.
    const isUnknown = error instanceof DOMException && error.name === "NotSupportedError";
    return isUnknown ? undefined : false;
  }
}

/** @throws if the text is not base64 */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
