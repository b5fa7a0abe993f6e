/** What Safari reports as the code of a key that belongs to the input method. */
const OF_INPUT_METHOD = 229;

/**
 * Whether a key belongs to an input method, which turns several keys into one character: its Enter
 * accepts the character, and sends or chooses nothing. Safari ends the composition before it
 * reports that key; only the key code reveals it.
 */
export function isComposing(event: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean {
  return event.isComposing || event.keyCode === OF_INPUT_METHOD;
}
