/** The page's ranges in days. */
export const ranges = ["7", "30", "90"] as const;

export type Days = (typeof ranges)[number];

/** Props of a part of the page; `days` is the range up to today. */
export interface PartProps {
  readonly days: Days;
}
