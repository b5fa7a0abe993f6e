/** What a page knows of its own load. */
export interface PageLoad {
  /** Of the navigation that brought it, as `PerformanceNavigationTiming` names them. */
  readonly type: string;
  /** Milliseconds since then. */
  readonly ageMs: number;
}

const AGAIN_MS = 60_000;

/**
 * Whether a page may load itself again to come by its missing file: not where that was just done,
 * and has not helped.
 */
export function mayReload({ type, ageMs }: PageLoad): boolean {
  return type !== "reload" || ageMs >= AGAIN_MS;
}

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
