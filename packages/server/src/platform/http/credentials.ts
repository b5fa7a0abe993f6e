import type { RequestFacts } from "./route.ts";

/** The token of a request, and whether the browser attached it by itself (cookie). */
export interface Credential {
  readonly token: string;
  readonly from: "header" | "cookie";
}

type CredentialFacts = Pick<RequestFacts, "header" | "cookie">;

/**
 * The bearer token of a request. The header has priority over the cookie, even if it is invalid.
 *
 * Query parameters are not accepted: URLs end up in logs and histories.
 */
export function credentialOf(
  request: CredentialFacts,
  cookieName: string | undefined,
): Credential | undefined {
  const header = request.header("authorization");
  if (header !== undefined && claimsBearer(header)) {
    return { token: bearerToken(header), from: "header" };
  }
  const cookie = cookieName === undefined ? undefined : request.cookie(cookieName);
  return cookie === undefined || cookie === "" ? undefined : { token: cookie, from: "cookie" };
}

/**
 * Other schemes (such as a proxy's Basic) are ignored; a list means that the header was sent twice.
 */
function claimsBearer(header: string): boolean {
  return header.includes(",") || /^bearer(\s|$)/i.test(header);
}

/** The token; empty, and so never accepted, if the header is malformed. */
function bearerToken(header: string): string {
  return /^bearer +([\w.~+/=-]+)$/i.exec(header)?.[1] ?? "";
}
