/** The data set "city": a large installation. Deterministic. */
export const CITY = {
  learners: 10_000,
  words: 30_000,
  wordbooks: 8,
  records: Number(process.env["WORDLOOM_BENCH_RECORDS"] ?? 5_000_000),
  /** The learner with a large library: row `next`. */
  deepLearner: { selected: 5_000, memories: 4_000 },
  memoriesEach: 60,
} as const;

/** The end of the history; sessions expire long after it. */
export const CITY_NOW_MS = Date.UTC(2026, 0, 1);
