import type { RequestFacts } from "./route.ts";

/** A token as the request carries it, and whether a browser attached it by itself. */
export interface Credential {
  readonly token: string;
  readonly from: "header" | "cookie";
}

type CredentialFacts = Pick<RequestFacts, "header" | "cookie">;

/**
 * The bearer token of a request. The header wins over the cookie, even when it is unusable.
 *
 * Never a query parameter: addresses end up in logs and histories.
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

/** Another scheme (a proxy's Basic, say) is not ours; a list is a header that was sent twice. */
function claimsBearer(header: string): boolean {
  return header.includes(",") || /^bearer(\s|$)/i.test(header);
}

/** The token, or nothing at all, which no reader accepts, when the header is malformed. */
function bearerToken(header: string): string {
  return /^bearer +([\w.~+/=-]+)$/i.exec(header)?.[1] ?? "";
}
