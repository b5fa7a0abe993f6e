import type { SentenceTable } from "@wordloom/contract";

/** Every code of a table, with a value for each argument that shows in a sentence. */
export function sampleSentences(table: SentenceTable) {
  return Object.entries(table).map(([code, kinds]) => {
    const args = Object.entries(kinds).map(([name, kind], at) => {
      if (kind === "number") return [name, 17 + at] as const;
      if (kind === "texts") return [name, [`${name}-one`, `${name}-two`]] as const;
      if (kind === "day") return [name, "2026-06-01"] as const;
      if (kind === "time") return [name, "2026-05-01T12:00:00.000Z"] as const;
      return [name, typeof kind === "string" ? `the-${name}` : (kind[0] ?? "")] as const;
    });
    return { code, args: Object.fromEntries(args) };
  });
}
