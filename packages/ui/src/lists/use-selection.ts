import { useState } from "react";
import { nothingSelected, select, selectAll, selectRange, type Selection } from "./selection.ts";

/** The rows that a person has selected for a bulk act. `order`: the ids in page order. */
export function useSelection<Id>(order: readonly Id[]) {
  const [selection, setSelection] = useState<Selection<Id>>(nothingSelected);
  return {
    ids: selection.ids,
    size: selection.ids.size,
    has: (id: Id) => selection.ids.has(id),
    /** `range`: from the row selected last to this one. */
    change: (id: Id, chosen: boolean, range = false) =>
      setSelection((before) =>
        range ? selectRange(before, id, chosen, order) : select(before, id, chosen),
      ),
    /** All rows of the page, or none. */
    changeAll: (chosen: boolean) => setSelection((before) => selectAll(before, order, chosen)),
    clear: () => setSelection(nothingSelected),
  };
}
