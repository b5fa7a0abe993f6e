/** Where the parts of a wordbook center are. */
export interface CenterAddress {
  readonly index: string;
  /** The file of one book. */
  book(id: string): string;
}

const BOOK_FILE = /^(.*\/wordbooks\/[^/]+)\.json$/;

/**
 * Reads a center's URL: one that ends in `.json` is the index itself and its folder the base, any
 * other is the base.
 *
 * @param url  an address that has passed the check for outbound requests
 */
export function centerAddress(url: string): CenterAddress {
  const given = new URL(url);
  const isIndex = given.pathname.endsWith(".json");
  const folder = isIndex
    ? given.pathname.slice(0, given.pathname.lastIndexOf("/") + 1)
    : given.pathname.replace(/\/*$/, "/");
  const base = new URL(folder, given.origin);
  return {
    index: isIndex ? given.href : new URL("index.json", base).href,
    book: (id) => new URL(`wordbooks/${encodeURIComponent(id)}.json`, base).href,
  };
}

/** Where a center counts how often a book was taken; undefined for a file that is in no center. */
export function downloadCounter(bookUrl: string): string | undefined {
  const url = new URL(bookUrl);
  const [, path] = BOOK_FILE.exec(url.pathname) ?? [];
  return path && new URL(`${path}/download`, url.origin).href;
}
