import { basePath } from "./base-path.ts";
import { ownAddress } from "./own-address.ts";

/** The query for the sign-in page that leads back to the current page; "" for the first page. */
export function nextQuery(): string {
  const { pathname, search } = location;
  const page = (pathname + search).slice(basePath.length) || "/";
  return page === "/" ? "" : `?next=${encodeURIComponent(page)}`;
}

/** The page to open after sign-in, as the query says: always a page of this app. */
export function askedNext(): string {
  return ownAddress(new URLSearchParams(location.search).get("next") ?? "/", location.origin);
}
