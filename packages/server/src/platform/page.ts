import type { Page } from "@wordloom/contract";

/** Which part of a list is asked for, in rows. */
export interface PageWindow {
  readonly page: number;
  readonly perPage: number;
  readonly offset: number;
}

/** Brings a page query into its range: page at least 1, perPage 1 to the largest allowed. */
export function pageWindow(
  query: { page: number; perPage?: number | undefined },
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
