/** URLs of a wordbook center. */
export interface CenterAddress {
  readonly index: string;
  /** The file of one book. */
  book(id: string): string;
}

const BOOK_FILE = /^(.*\/wordbooks\/[^/]+)\.json$/;

/**
 * Derives the URLs of a center. A URL ending in `.json` is the index itself and its folder the
 * base; any other URL is the base.
 *
 * @param url  a URL that has passed the check for outbound requests
 */
export function centerAddress(url: string): CenterAddress {
  const parsed = new URL(url);
  const isIndex = parsed.pathname.endsWith(".json");
  const folder = isIndex
    ? parsed.pathname.slice(0, parsed.pathname.lastIndexOf("/") + 1)
    : parsed.pathname.replace(/\/*$/, "/");
  const base = new URL(folder, parsed.origin).href;
  return {
    index: isIndex ? parsed.href : `${base}index.json`,
    // Not parsed again, because an index may name ten thousand books.
    book: (id) => `${base}wordbooks/${encodeURIComponent(id)}.json`,
  };
}

/** URL of the center's download counter for a book; undefined for a file outside of a center. */
export function downloadCounter(bookUrl: string): string | undefined {
  const url = new URL(bookUrl);
  const [, path] = BOOK_FILE.exec(url.pathname) ?? [];
  return path && new URL(`${path}/download`, url.origin).href;
}
