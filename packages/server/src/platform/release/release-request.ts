import { isReleaseAddress, mayHaveToken, type ReleaseHosts } from "./release-hosts.ts";
import { messageOf } from "../basics/thrown.ts";

/** Address and credentials of the release source. */
export interface ReleaseSource extends ReleaseHosts {
  readonly token?: string | undefined;
}

const REDIRECTS_MAX = 5;
const REDIRECT: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The source did not deliver the requested file. */
class SourceError extends Error {
  override readonly name = "SourceError";
}

/**
 * GETs an address of the release source. Follows at most five redirects, and only to hosts that
 * release files may come from. The body is not decompressed.
 *
 * @throws SourceError for a forbidden address, too many redirects, or no reply
 */
export async function requestRelease(
  address: string,
  source: ReleaseSource,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  let url = parseAddress(address);
  for (let redirects = 0; ; redirects += 1) {
    if (!isReleaseAddress(url, source)) {
      throw new SourceError(`files of releases may not come from ${url.host} over ${url.protocol}`);
    }
    const response = await send(url, headersFor(url, source, headers), signal);
    const location = response.headers.get("location");
    if (!REDIRECT.has(response.status) || location === null) return response;
    await response.body?.cancel();
    if (redirects === REDIRECTS_MAX) throw new SourceError("there were too many redirects");
    url = parseAddress(location, url);
  }
}

function parseAddress(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href);
  if (url === null) throw new SourceError("the address of a file is not a URL");
  return url;
}

function headersFor(
  url: URL,
  source: ReleaseSource,
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  const hasToken = source.token !== undefined && mayHaveToken(url, source);
  return {
    "user-agent": "Wordloom",
    "accept-encoding": "identity",
    ...headers,
    ...(hasToken && { authorization: `Bearer ${source.token}` }),
  };
}

async function send(
  url: URL,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await fetch(url, { headers, signal, redirect: "manual" });
  } catch (error) {
    signal.throwIfAborted();
    const cause = error instanceof Error ? error.cause : undefined;
    throw new SourceError(`${url.host}: ${messageOf(cause ?? error)}`, { cause: error });
  }
}
