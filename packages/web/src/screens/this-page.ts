import { mayReload } from "./missing-file.ts";

/**
 * Loads the page again if the service answers for it: else it would be gone. A browser does not
 * ask again for a file that once did not come: nothing else brings it.
 *
 * @param byItself  nobody has asked for it: not again and again, then
 */
export async function reloadIfServed(byItself = false): Promise<void> {
  if (byItself && !mayReload(itsLoad())) return;
  if (await isServed()) location.reload();
}

async function isServed(): Promise<boolean> {
  const headers = { accept: "text/html" };
  try {
    return (await fetch(location.href, { method: "HEAD", cache: "no-store", headers })).ok;
  } catch {
    return false;
  }
}

function itsLoad() {
  const [navigation] = performance.getEntriesByType("navigation");
  const { type = "navigate" } = (navigation ?? {}) as { readonly type?: string };
  return { type, ageMs: performance.now() };
}
