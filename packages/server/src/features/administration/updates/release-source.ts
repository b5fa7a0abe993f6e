import type { Deps } from "../../../deps.ts";
import type { ReleaseSource } from "../../../platform/release/release-request.ts";

type Needs = Pick<Deps, "installation" | "settings">;

/** The address of the release list; undefined if update checks are off. */
export function listUrl({ installation, settings }: Needs): string | undefined {
  const url = settings.UPDATE_CHECK_API_URL ?? installation.release?.releaseListUrl ?? "";
  return url === "" ? undefined : url;
}

/** The hosts that release files may come from. */
export function releaseSource({ settings }: Needs, list: string): ReleaseSource {
  const mirror = settings.UPDATE_DOWNLOAD_MIRROR_PREFIX;
  return {
    list: new URL(list),
    mirror: mirror === undefined ? undefined : new URL(mirror),
    token: settings.UPDATE_ACCESS_TOKEN,
  };
}

/** The address of a tarball: on the mirror, if there is one. */
export function tarballAddress({ settings }: Needs, url: string): string {
  return `${settings.UPDATE_DOWNLOAD_MIRROR_PREFIX ?? ""}${url}`;
}
