/**
 * A signature that identifies an error without its content: 16 characters of a SHA-256 of kind and
 * place. The message stays on the device, because it may quote the screen.
 */
export async function errorSignature(error: unknown): Promise<{ signature: string; kind: string }> {
  const kind = error instanceof Error ? error.name : typeof error;
  const place = error instanceof Error ? placeIn(error.stack) : "";
  const bytes = new TextEncoder().encode(`${kind} ${place}`);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const signature = Array.from(hash.slice(0, 8), (byte) => byte.toString(16).padStart(2, "0"));
  return { signature: signature.join(""), kind: kind.slice(0, KIND_MAX) };
}

const KIND_MAX = 64;

/** File, line and column of the first frame. */
function placeIn(stack: string | undefined): string {
  return /[^/\s()]+:\d+:\d+/.exec(stack ?? "")?.[0] ?? "";
}
