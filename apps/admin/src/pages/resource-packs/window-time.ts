/** A value for a field of date and time, in the browser's time zone; empty if it is not a time. */
export function localTimeOf(instant: string): string {
  const atMs = Date.parse(instant);
  if (Number.isNaN(atMs)) return "";
  const offsetMs = new Date(atMs).getTimezoneOffset() * 60_000;
  return new Date(atMs - offsetMs).toISOString().slice(0, 16);
}

/** The time as apps read it, in UTC; undefined for an empty field. */
export function instantOf(local: string): string | undefined {
  const atMs = Date.parse(local);
  return Number.isNaN(atMs) ? undefined : new Date(atMs).toISOString();
}
