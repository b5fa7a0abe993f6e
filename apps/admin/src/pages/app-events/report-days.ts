/** How many days the service reports on; the shortest by default. */
export const ranges = ["7", "14", "30", "90"] as const;

export type Days = (typeof ranges)[number];

/** A part of the room, over so many days up to today. */
export interface PartProps {
  readonly days: Days;
}
