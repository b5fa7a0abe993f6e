import { refuse } from "../basics/app-error.ts";
import type { Settings } from "../settings/settings.ts";
import type { RequestFacts } from "./route.ts";

type OriginSettings = Pick<Settings, "CORS_ORIGIN" | "PUBLIC_URL">;
type OriginFacts = Pick<RequestFacts, "header" | "secure">;

/**
 * Refuses a call that a page of another site may have made or led to.
 *
 * Needed for sign-in by cookie, because browsers send cookies with requests from any page. A caller
 * without `Origin` is either not a modern browser or one that sends `Sec-Fetch-Site`.
 *
 * @throws AppError CSRF_ORIGIN
 */
export function requireOwnPage(settings: OriginSettings, request: OriginFacts): void {
  if (!isOwnPage(settings, request)) refuse("CSRF_ORIGIN");
}

/**
 * Whether a request comes from our own origin, from one listed by the operator, or from no page.
 */
export function isOwnPage(settings: OriginSettings, request: OriginFacts): boolean {
  const origin = request.header("origin");
  if (origin !== undefined) return isTrusted(settings, request, origin);
  const site = request.header("sec-fetch-site");
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  const referer = request.header("referer");
  return referer === undefined || isTrusted(settings, request, URL.parse(referer)?.origin ?? "");
}

/** The origin of the page that sent a request; undefined if it hides it, or if there is no page. */
export function pageOriginOf(request: Pick<RequestFacts, "header">): string | undefined {
  return originOf(request.header("origin") ?? request.header("referer"));
}

/**
 * Whether it is our own origin (by Host or PUBLIC_URL) or one listed by the operator; `*` does not
 * count.
 */
function isTrusted(settings: OriginSettings, request: OriginFacts, origin: string): boolean {
  const scheme = request.secure ? "https" : "http";
  const own = originOf(`${scheme}://${request.header("host") ?? ""}`);
  const known = [own, originOf(settings.PUBLIC_URL), ...settings.CORS_ORIGIN.map(originOf)];
  return known.includes(originOf(origin) ?? "");
}

/** As browsers write it: lowercase, without a default port. */
function originOf(address: string | undefined): string | undefined {
  const origin = address === undefined ? undefined : URL.parse(address)?.origin;
  return origin === "null" ? undefined : origin;
}
