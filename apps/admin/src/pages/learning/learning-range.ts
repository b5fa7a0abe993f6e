/** How many days the room looks back. */
export const ranges = ["7", "30", "90"] as const;

export type Days = (typeof ranges)[number];

/** A part of the room, over so many days up to today. */
export interface PartProps {
  readonly days: Days;
}
