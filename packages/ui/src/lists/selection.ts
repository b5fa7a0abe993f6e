/** The selected rows, and the row selected last, where a range begins. */
export interface Selection<Id> {
  readonly ids: ReadonlySet<Id>;
  readonly last: Id | undefined;
}

export const nothingSelected: Selection<never> = { ids: new Set(), last: undefined };

/** Selects or deselects a row. */
export function select<Id>(selection: Selection<Id>, id: Id, chosen: boolean): Selection<Id> {
  const ids = new Set(selection.ids);
  if (chosen) ids.add(id);
  else ids.delete(id);
  return { ids, last: id };
}

/** Selects all of these rows, or none of them. */
export function selectAll<Id>(
  selection: Selection<Id>,
  these: readonly Id[],
  chosen: boolean,
): Selection<Id> {
  return these.reduce<Selection<Id>>((all, id) => select(all, id, chosen), selection);
}

/** Selects everything between the row selected last and this one, in page order. */
export function selectRange<Id>(
  selection: Selection<Id>,
  to: Id,
  chosen: boolean,
  order: readonly Id[],
): Selection<Id> {
  const [from, until] = [order.indexOf(selection.last ?? to), order.indexOf(to)];
  if (from < 0 || until < 0) return select(selection, to, chosen);
  const range = order.slice(Math.min(from, until), Math.max(from, until) + 1);
  return { ...selectAll(selection, range, chosen), last: to };
}
