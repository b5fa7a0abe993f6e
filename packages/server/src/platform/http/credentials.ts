import type { RequestFacts } from "./route.ts";

/** The token of a request, and whether the browser attached it automatically (cookie). */
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
  return headerCredential(request) ?? cookieCredential(request, cookieName);
}

/**
 * The same for one kind of token: a header with another kind is ignored, and the cookie is used.
 */
export function credentialOfKind(
  request: CredentialFacts,
  cookieName: string,
  isOfKind: (token: string) => boolean,
): Credential | undefined {
  const header = headerCredential(request);
  if (header !== undefined && isOfKind(header.token)) return header;
  return cookieCredential(request, cookieName);
}

function headerCredential(request: CredentialFacts): Credential | undefined {
  const header = request.header("authorization");
  if (header === undefined || !claimsBearer(header)) return undefined;
  return { token: bearerToken(header), from: "header" };
}

function cookieCredential(
  request: CredentialFacts,
  cookieName: string | undefined,
): Credential | undefined {
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
