import { useEffectEvent, useLayoutEffect, type RefObject } from "react";
import { isTyping, nextRow } from "./list-keys.ts";

interface ListKeys {
  readonly enabled?: boolean | undefined;
  /**
   * For a list that renders only the rows in view: Home and End move to its first and last row,
   * which the callback must render and focus (`focusRow`).
   */
  readonly onEdge?: ((edge: "Home" | "End") => void) | undefined;
}

/**
 * Lets j and k, and the arrow keys once a row has the focus, move along the rows of a list
 * (elements with data-row). Inactive while a field has the focus or a dialog is open.
 */
export function useListKeys(
  list: RefObject<HTMLElement | null>,
  { enabled = true, onEdge }: ListKeys = {},
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isTyping(event.target) || list.current === null) return;
    if (document.querySelector("dialog:modal, [data-coming]") !== null) return;
    const rows = [...list.current.querySelectorAll<HTMLElement>("[data-row]")];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    if (at < 0 && event.key.startsWith("Arrow")) return;
    const to = nextRow(event.key, at, rows.length);
    const row = to === undefined ? undefined : rows[to];
    if (row === undefined) return;
    event.preventDefault();
    if (onEdge !== undefined && (event.key === "Home" || event.key === "End")) onEdge(event.key);
    else focusRow(row);
  });
  // Before the paint, so that a key pressed at first sight of the list counts.
  useLayoutEffect(() => {
    if (!enabled) return undefined;
    const onKey = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [enabled]);
}

/** Focuses a row and scrolls it into view. @returns whether there was something to focus */
export function focusRow(row: HTMLElement): boolean {
  const opener = openerOf(row);
  if (opener === null) return false;
  opener.focus();
  row.scrollIntoView({ block: "nearest" });
  return true;
}

/**
 * What Enter opens; skips a checkbox before it, which gets the focus only if the row has nothing
 * else.
 */
function openerOf(row: HTMLElement): HTMLElement | null {
  if (row.matches("a, button")) return row;
  return row.querySelector<HTMLElement>("a, button") ?? row.querySelector<HTMLElement>("input");
}
