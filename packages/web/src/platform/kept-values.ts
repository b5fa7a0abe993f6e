/**
 * Small values of this browser in localStorage. Where the browser refuses storage (private
 * windows), they last until the page closes.
 */
const inMemory = new Map<string, string>();

export function readKept<T>(name: string, fallback: T): T {
  const text = readText(`wordloom.${name}`);
  if (text === null) return fallback;
  try {
    return JSON.parse(text) as T;
  } catch {
    return fallback;
  }
}

export function keep(name: string, value: unknown): void {
  const key = `wordloom.${name}`;
  const text = JSON.stringify(value);
  inMemory.set(key, text);
  try {
    localStorage.setItem(key, text);
  } catch {
    // Refused or full: the copy in memory is used.
  }
}

export function forgetKept(name: string): void {
  inMemory.delete(`wordloom.${name}`);
  try {
    localStorage.removeItem(`wordloom.${name}`);
  } catch {
    // Refused: there is nothing to remove.
  }
}

function readText(key: string): string | null {
  const held = inMemory.get(key);
  if (held !== undefined) return held;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
