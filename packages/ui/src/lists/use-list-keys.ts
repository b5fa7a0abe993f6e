import { useEffect, type RefObject } from "react";
import { isTyping, nextRow } from "./list-keys.ts";

/**
 * Lets j and k, and the arrow keys once a row has the focus, move along the rows of a list
 * (elements with data-row). Not while a field has the focus or a dialog is open.
 */
export function useListKeys(list: RefObject<HTMLElement | null>, enabled = true): void {
  useEffect(() => {
    if (!enabled) return undefined;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || list.current === null) return;
      if (document.querySelector("dialog:modal") !== null) return;
      const rows = [...list.current.querySelectorAll<HTMLElement>("[data-row]")];
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      if (at < 0 && event.key.startsWith("Arrow")) return;
      const to = nextRow(event.key, at, rows.length);
      if (to === undefined) return;
      event.preventDefault();
      const row = rows[to];
      const target = row?.matches("a, button")
        ? row
        : row?.querySelector<HTMLElement>("a, button, input");
      target?.focus();
      row?.scrollIntoView({ block: "nearest" });
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [list, enabled]);
}
