/** Freezes plain data recursively, in place, and returns it. */
export function deepFreeze<T>(data: T): T {
  if (typeof data !== "object" || data === null || Object.isFrozen(data)) return data;
  for (const part of Object.values(data)) deepFreeze(part);
  return Object.freeze(data);
}
