/** Freezes plain data through and through, in place, and hands it back. */
export function deepFreeze<T>(data: T): T {
  if (typeof data !== "object" || data === null || Object.isFrozen(data)) return data;
  for (const part of Object.values(data)) deepFreeze(part);
  return Object.freeze(data);
}
