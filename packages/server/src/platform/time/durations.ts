/** Durations in milliseconds. Calendar days can be longer or shorter, see local-day.ts. */
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const QUARTER_HOUR_MS = 15 * MINUTE_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
