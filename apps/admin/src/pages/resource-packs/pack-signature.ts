/**
 * Whether the owner of a key has signed these bytes.
 *
 * @param publicKey  Ed25519, base64 of 32 bytes
 * @returns undefined where the browser cannot tell: before Chrome 137, Firefox 129, Safari 17, and
 *   on pages that did not come over https
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
    // Anything else is a key or a signature of another form.
    const isUnknown = error instanceof DOMException && error.name === "NotSupportedError";
    return isUnknown ? undefined : false;
  }
}

/** @throws when it is no base64 */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
