/**
 * One word part: its spellings (separated by blanks, the usual one first), what it means, where it
 * comes from, and for affixes the kinds of whole words it is put to: n(oun), v(erb), a(djective).
 * Without kinds it stands with roots only.
 */
export type PartRow = readonly [forms: string, meaning: string, origin: string, kinds?: string];
