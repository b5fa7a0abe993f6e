/**
 * The address of a page of this app that an untrusted text names; "/" where it names anything else.
 *
 * @param text    path and query below the app's own path, as `?next=` of a sign-in holds them
 * @param origin  of the page that is open, for example "https://words.example.org"
 */
export function ownAddress(text: string, origin: string): string {
  const url = text.startsWith("/") ? parsed(text, origin) : undefined;
  if (url?.origin !== origin) return "/";
  // Resolving dots may leave two slashes in front, which begin the name of a host.
  return url.pathname.startsWith("//") ? "/" : url.pathname + url.search;
}

/** As a browser reads it: it turns backslashes into slashes, and leaves tabs and line ends out. */
function parsed(text: string, origin: string): URL | undefined {
  try {
    return new URL(text, origin);
  } catch {
    return undefined;
  }
}
