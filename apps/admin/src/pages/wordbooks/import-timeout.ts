/** Milliseconds: a hundred thousand words take minutes on a small machine. */
export const IMPORT_TIMEOUT_MS = 15 * 60_000;
