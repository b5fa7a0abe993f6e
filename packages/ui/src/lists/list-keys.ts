/**
 * The row that a key moves to in a list: j and arrow down move forward, k and arrow up back; it
 * stops at both ends.
 * @param at  the focused row, −1 for none
 */
export function nextRow(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === "j" || key === "ArrowDown") return Math.min(count - 1, at + 1);
  if (key === "k" || key === "ArrowUp") return at < 0 ? undefined : Math.max(0, at - 1);
  if (key === "Home" && at >= 0) return 0;
  if (key === "End" && at >= 0) return count - 1;
  return undefined;
}

/** Whether keys belong to a field, so that single letters are text instead of shortcuts. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const field = target.closest("input, textarea, select, [contenteditable='true']");
  return (
    field !== null && !/^(checkbox|radio|button|range)$/.test(field.getAttribute("type") ?? "")
  );
}
