/** As Chrome, Firefox and Safari say it, and the loader of the build of styles. */
const MISSING =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/i;

/**
 * Whether a file of the app could not be loaded: there is no connection, or a newer version has
 * taken the place of the one that is open. Browsers have no name for it but their message.
 */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && MISSING.test(error.message);
}

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
