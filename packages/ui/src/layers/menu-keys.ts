/** Letters typed within this time of each other count as one word. */
const TYPING_MS = 600;

/**
 * The item that a key moves to in a menu, wrapping at both ends.
 * @param at  the focused item, −1 for none
 * @returns undefined if the key does not move the focus
 */
export function nextItem(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case "ArrowDown":
      return (at + 1) % count;
    case "ArrowUp":
      return at <= 0 ? count - 1 : at - 1;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}

export interface Typed {
  readonly text: string;
  readonly atMs: number;
}

/** Appends a letter to the typed word; a pause begins a new word. */
export function typeOn(typed: Typed, letter: string, atMs: number): Typed {
  const goesOn = atMs - typed.atMs < TYPING_MS;
  return { text: (goesOn ? typed.text : "") + letter.toLocaleLowerCase(), atMs };
}

/**
 * The item whose label begins with the typed word. One letter, also repeated, moves from item to
 * item; a longer word may stay on the current item.
 */
export function itemByText(
  text: string,
  at: number,
  labels: readonly string[],
): number | undefined {
  const isOneLetter = text !== "" && [...text].every((letter) => letter === text[0]);
  const prefix = isOneLetter ? text.slice(0, 1) : text;
  const first = isOneLetter ? at + 1 : Math.max(0, at);
  for (let step = 0; step < labels.length; step += 1) {
    const index = (first + step) % labels.length;
    if (prefix !== "" && labels[index]?.trim().toLocaleLowerCase().startsWith(prefix)) return index;
  }
  return undefined;
}
