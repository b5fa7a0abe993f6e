/** What raising a parameter does, and what lowering it does, by path; for a switch: on, off. */
export type Effects = Readonly<Record<string, readonly [up: string, down: string]>>;
