/**
 * One word part: its spellings (separated by blanks, the usual one first), its meaning, its origin,
 * and for affixes the kinds of whole words they are added to: n(oun), v(erb), a(djective). Affixes
 * without kinds occur with roots only.
 */
export type PartRow = readonly [forms: string, meaning: string, origin: string, kinds?: string];
