/**
 * Focuses the screen's own search field, which takes the search key from the palette.
 * @returns whether the screen has one
 */
export function focusOwnSearch(): boolean {
  const own = document.querySelector<HTMLInputElement>("main input[type=search]");
  own?.focus();
  return own !== null;
}
