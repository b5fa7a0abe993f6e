/** The parts of the page, in order. */
export const parts = ["sent", "scheduled", "write"] as const;
export type Part = (typeof parts)[number];

/** Address of a part. */
export const partHref = (part: Part): string =>
  `/broadcasts${part === "sent" ? "" : `?part=${part}`}`;
