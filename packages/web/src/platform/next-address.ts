import { basePath } from "./base-path.ts";
import { ownAddress } from "./own-address.ts";

/** The query of a sign-in that leads back to the present page; "" for the first page. */
export function nextQuery(): string {
  const { pathname, search } = location;
  const page = (pathname + search).slice(basePath.length) || "/";
  return page === "/" ? "" : `?next=${encodeURIComponent(page)}`;
}

/** Where to go on after a sign-in, as its query says: always a page of this app. */
export function askedNext(): string {
  return ownAddress(new URLSearchParams(location.search).get("next") ?? "/", location.origin);
}
