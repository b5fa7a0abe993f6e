/** A screen with a search of its own keeps the key for searching. @returns whether there is one */
export function focusOwnSearch(): boolean {
  const own = document.querySelector<HTMLInputElement>("main input[type=search]");
  own?.focus();
  return own !== null;
}
