import type { Page } from "@wordloom/contract";

/** The page a caller asks for, counted from 1; without `perPage` it has the usual size. */
export interface PageQuery {
  readonly page: number;
  readonly perPage?: number | undefined;
}

/** A stretch of a list, in rows: what a repo needs to know of a page. */
export interface RowWindow {
  readonly perPage: number;
  readonly offset: number;
}

/** A page within the limits of the installation. */
export interface PageWindow extends RowWindow {
  readonly page: number;
}

/** Brings a page query into its range: page at least 1, perPage 1 to the largest allowed. */
export function pageWindow(
  query: PageQuery,
  settings: { PAGINATION_DEFAULT_SIZE: number; PAGINATION_MAX_SIZE: number },
): PageWindow {
  const wanted = Math.trunc(query.perPage ?? settings.PAGINATION_DEFAULT_SIZE);
  const perPage = Math.min(settings.PAGINATION_MAX_SIZE, Math.max(1, wanted));
  return { page: query.page, perPage, offset: (query.page - 1) * perPage };
}

/** The list envelope around one page of entries. */
export function toPage<T>(data: T[], total: number, window: PageWindow): Page<T> {
  const { page, perPage } = window;
  return { data, total, page, perPage, totalPages: Math.ceil(total / perPage) };
}
