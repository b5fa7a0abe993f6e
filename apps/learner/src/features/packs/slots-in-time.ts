import { slotNames, type Slots } from "@wordloom/contract/packs";

/** Keeps an editor's mistake from pushing the plan of the day off the screen. */
const SHOWN_MAX = 3;

/** The items to show at this time, the most important first. */
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
