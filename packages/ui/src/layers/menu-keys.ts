/** How long letters typed after each other count as one word. */
const TYPING_MS = 600;

/**
 * The item to which a key leads in a menu, round at both ends.
 *
 * @param at the item that has the focus, −1 for none
 * @returns undefined when the key does not move the focus
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

/** Adds a letter to what is being typed; a pause begins a new word. */
export function typeOn(typed: Typed, letter: string, atMs: number): Typed {
  const goesOn = atMs - typed.atMs < TYPING_MS;
  return { text: (goesOn ? typed.text : "") + letter.toLocaleLowerCase(), atMs };
}

/**
 * The item whose label begins with what was typed. One letter, also repeated, leads on from item
 * to item; a word may also stay where it is.
 */
export function itemByText(
  text: string,
  at: number,
  labels: readonly string[],
): number | undefined {
  const isOneLetter = text !== "" && [...text].every((letter) => letter === text[0]);
  const sought = isOneLetter ? text.slice(0, 1) : text;
  const first = isOneLetter ? at + 1 : Math.max(0, at);
  for (let step = 0; step < labels.length; step += 1) {
    const index = (first + step) % labels.length;
    if (sought !== "" && labels[index]?.trim().toLocaleLowerCase().startsWith(sought)) return index;
  }
  return undefined;
}
