/** Switches of the pack `app-config` that this app heeds. */
export interface AppFlags {
  /** Off: no content of packs is shown. */
  readonly announcementsEnabled: boolean;
}

/** What holds without the pack, and for a flag whose value is of no use. */
export const safeFlags: AppFlags = { announcementsEnabled: true };

/** @returns undefined if the payload is none of this pack */
export function readFlags(payload: unknown): AppFlags | undefined {
  const { schema, flags } = (payload ?? {}) as { schema?: unknown; flags?: unknown };
  if (schema !== 1 || typeof flags !== "object" || flags === null || Array.isArray(flags)) {
    return undefined;
  }
  const { announcements_enabled: announcements } = flags as Readonly<Record<string, unknown>>;
  return { announcementsEnabled: toBoolean(announcements) ?? safeFlags.announcementsEnabled };
}

/** Editors write switches in several ways. */
function toBoolean(value: unknown): boolean | undefined {
  if (value === true || value === 1 || value === "true") return true;
  if (value === false || value === 0 || value === "false") return false;
  return undefined;
}
