import { judgeAppConfig } from "@wordloom/contract/packs";

/** Switches of the pack `app-config` that this app heeds. */
export interface AppFlags {
  /** Off: no content of packs is shown. */
  readonly announcementsEnabled: boolean;
}

/** What holds without the pack, and for a flag whose value is of no use. */
export const safeFlags: AppFlags = { announcementsEnabled: true };

/** @returns undefined if the payload is none of this pack */
export function readFlags(payload: unknown): AppFlags | undefined {
  const { content } = judgeAppConfig(payload);
  if (content === undefined) return undefined;
  return { announcementsEnabled: content.announcements_enabled ?? safeFlags.announcementsEnabled };
}
