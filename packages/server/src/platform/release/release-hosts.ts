/** The hosts that files of a release may come from. */
export interface ReleaseHosts {
  /** Address of the release list. */
  readonly list: URL;
  readonly mirror?: URL | undefined;
}

const GITHUB_API = "api.github.com";

/**
 * Whether a file of a release, or a redirect to it, may be fetched from this address. Allowed over
 * https are the host of the list, GitHub's file hosts if the list is on GitHub, and the mirror.
 * Without https, only the list's own host and port are allowed, and only if the list has no https
 * either.
 */
export function isReleaseAddress(url: URL, { list, mirror }: ReleaseHosts): boolean {
  if (url.username !== "" || url.password !== "") return false;
  if (url.protocol === "http:") return list.protocol === "http:" && url.host === list.host;
  if (url.protocol !== "https:") return false;
  if (url.hostname === list.hostname || url.hostname === mirror?.hostname) return true;
  if (list.hostname !== GITHUB_API) return false;
  return url.hostname === "github.com" || url.hostname.endsWith(".githubusercontent.com");
}

/** Whether the access token may be sent there: only to the list's own host and port. */
export function mayHaveToken(url: URL, { list }: Pick<ReleaseHosts, "list">): boolean {
  return url.origin === list.origin;
}
