import type { Page } from "@wordloom/contract";

/** The requested page, counted from 1; without `perPage` it has the default size. */
export interface PageQuery {
  readonly page: number;
  readonly perPage?: number | undefined;
}

/** The rows of a page, for a repo. */
export interface RowWindow {
  readonly perPage: number;
  readonly offset: number;
}

/** A page within the installation's limits. */
export interface PageWindow extends RowWindow {
  readonly page: number;
}

/** Clamps a page query: perPage from 1 to the maximum. */
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

/** Sort order of a list: a field, prefixed with `-` for descending order. */
export type Sort<Field extends string> = Field | `-${Field}`;

/** The same, for a repo. */
export interface Order<Field extends string> {
  readonly field: Field;
  readonly direction: "asc" | "desc";
}

export function orderOf<Field extends string>(sort: Sort<Field>): Order<Field> {
  return sort.startsWith("-")
    ? { field: sort.slice(1) as Field, direction: "desc" }
    : { field: sort as Field, direction: "asc" };
}
