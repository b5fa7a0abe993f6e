/**
 * The row to which a key leads in a list: j and the arrow down go on, k and the arrow up go back;
 * it ends at both ends.
 *
 * @param at the row that has the focus, −1 for none
 */
export function nextRow(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === "j" || key === "ArrowDown") return Math.min(count - 1, at + 1);
  if (key === "k" || key === "ArrowUp") return at < 0 ? undefined : Math.max(0, at - 1);
  if (key === "Home" && at >= 0) return 0;
  if (key === "End" && at >= 0) return count - 1;
  return undefined;
}

/** Whether keys belong to a field, so that single letters are text and no commands. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const field = target.closest("input, textarea, select, [contenteditable='true']");
  return (
    field !== null && !/^(checkbox|radio|button|range)$/.test(field.getAttribute("type") ?? "")
  );
}
