import { channelOfTag, type ReleaseChannel } from "./release-info.ts";
import { compareVersions, parseVersion, type AppVersion } from "../basics/app-version.ts";

/** A tag that may be released: `vX.Y.Z` or `vX.Y.Z-beta.N`. */
export interface ReleaseTag {
  readonly tag: string;
  readonly channel: ReleaseChannel;
  readonly version: AppVersion;
}

/** Undefined for all other forms, such as `v1.2`, `1.2.3` and `v1.2.3-rc.1`. */
export function parseReleaseTag(tag: string): ReleaseTag | undefined {
  const channel = channelOfTag(tag);
  const version = parseVersion(tag, "three");
  return channel && version && { tag, channel, version };
}

/**
 * Compares two tags as semver.org defines it.
 *
 * @returns negative if `one` is older; also 0 if either is not a release tag
 */
export function compareTags(one: string, other: string): number {
  const [a, b] = [parseReleaseTag(one), parseReleaseTag(other)];
  return a && b ? compareVersions(a.version, b.version) : 0;
}
