import { judgeAppConfig } from "@wordloom/contract/packs";

/** Switches of the pack `app-config` that this app supports. */
export interface AppFlags {
  /** Off: no content of packs is shown. */
  readonly announcementsEnabled: boolean;
}

/** The values used without the pack, and for an invalid flag. */
export const safeFlags: AppFlags = { announcementsEnabled: true };

/** @returns undefined if the payload is not one of this pack */
export function readFlags(payload: unknown): AppFlags | undefined {
  const { content } = judgeAppConfig(payload);
  if (content === undefined) return undefined;
  return { announcementsEnabled: content.announcements_enabled ?? safeFlags.announcementsEnabled };
}
