import type { ReleaseChannel, UpdateHistoryEntry } from "@wordloom/contract";

/** Versions that ran here before, the latest first: the candidates for a rollback. */
export function versionsBefore(
  entries: readonly Pick<UpdateHistoryEntry, "fromVersion" | "outcome" | "toVersion">[],
  current: string,
): string[] {
  const ran = entries.flatMap(({ fromVersion, outcome, toVersion }) =>
    outcome === "success" ? [toVersion, fromVersion] : [fromVersion],
  );
  const all = new Set(ran);
  all.delete(current);
  return [...all];
}

/** The channel of a release, by the format of its tag. */
export function channelOfTag(tag: string): ReleaseChannel {
  return /-beta\.\d+$/.test(tag) ? "beta" : "stable";
}
