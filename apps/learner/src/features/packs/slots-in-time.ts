import { slotNames, type Slots } from "@wordloom/contract/packs";

/** A slip of the editor must not push the plan of the day off the screen. */
const SHOWN_MAX = 3;

/** What is shown at this time, most important first. */
export function shownAt(slots: Slots, nowMs: number, dismissed: ReadonlySet<string>): Slots {
  const entries = slotNames.flatMap((name) => {
    const items = (slots[name] ?? [])
      .filter(({ startMs = -Infinity, endMs = Infinity }) => startMs <= nowMs && nowMs < endMs)
      .filter(({ id }) => !dismissed.has(id))
      .slice(0, SHOWN_MAX);
    return items.length === 0 ? [] : [[name, items] as const];
  });
  return Object.fromEntries(entries);
}
