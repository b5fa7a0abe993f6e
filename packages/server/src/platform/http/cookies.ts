import type { CookieToSet } from "./route.ts";

/** Cookie with a learner's access token; administrators have none. */
export const ACCESS_COOKIE = "token";

/** Cookie with a learner's refresh token. */
export const REFRESH_COOKIE = "refresh_token";

/** Clears both sign-in cookies. */
export const clearedCookies: readonly CookieToSet[] = [ACCESS_COOKIE, REFRESH_COOKIE].map(
  (name) => ({ name, value: "", maxAgeSecs: 0 }),
);

/** The value of a cookie in a `Cookie` header; the first one if the name occurs twice. */
export function readCookie(header: string, name: string): string | undefined {
  for (const part of header.split(";")) {
    const equals = part.indexOf("=");
    if (equals > 0 && part.slice(0, equals).trim() === name) return decode(part.slice(equals + 1));
  }
  return undefined;
}

function decode(text: string): string {
  const value = text.trim().replace(/^"(.*)"$/, "$1");
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** A `Set-Cookie` value: HttpOnly, and not sent with cross-site writes (SameSite=Lax). */
export function formatCookie(
  { name, value, maxAgeSecs }: CookieToSet,
  { path, secure }: { readonly path: string; readonly secure: boolean },
): string {
  const age = Math.max(0, Math.floor(maxAgeSecs));
  const text = `${name}=${encodeURIComponent(value)}; Path=${path}; Max-Age=${age}`;
  return `${text}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}
