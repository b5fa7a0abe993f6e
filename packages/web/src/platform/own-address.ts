/**
 * The address of the app's page that an untrusted text names; "/" if it names anything else.
 * @param text    path and query below the app's base path, as in `?next=` of a sign-in
 * @param origin  of the open page, for example "https://words.example.org"
 */
export function ownAddress(text: string, origin: string): string {
  const url = text.startsWith("/") ? parsed(text, origin) : undefined;
  if (url?.origin !== origin) return "/";
  // Resolving dots can leave two leading slashes, which a browser reads as a host name.
  return url.pathname.startsWith("//") ? "/" : url.pathname + url.search;
}

/** Parses like a browser: turns backslashes into slashes, and drops tabs and line ends. */
function parsed(text: string, origin: string): URL | undefined {
  try {
    return new URL(text, origin);
  } catch {
    return undefined;
  }
}
