/** How a page was loaded. */
export interface PageLoad {
  /** Type of the navigation, as `PerformanceNavigationTiming` names it. */
  readonly type: string;
  /** Milliseconds since the navigation. */
  readonly ageMs: number;
}

const AGAIN_MS = 60_000;

/**
 * Whether a page may reload itself to get a missing file: not right after a reload that did not
 * help.
 */
export function mayReload({ type, ageMs }: PageLoad): boolean {
  return type !== "reload" || ageMs >= AGAIN_MS;
}

/**
 * Reloads the page if the service responds; otherwise the page would be lost. A browser does not
 * request a file again after it failed to load, so only a reload helps.
 * @param byItself  the person did not ask for it: prevents endless reloading
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
