/** Answers whose prediction fell into one tenth. */
export interface RecallBin {
  readonly answers: number;
  readonly predicted: number;
  readonly observed: number;
}

/** The drawable part of the evidence that the model received; as old as its suggestion. */
export interface EvidenceFigures {
  readonly beginners: readonly RecallBin[];
  readonly others: readonly RecallBin[];
  /** Sums of this week and of the previous one. */
  readonly weeks: readonly {
    readonly name: string;
    readonly now: number;
    readonly before: number;
  }[];
}

type Facts = Readonly<Record<string, unknown>>;

const factsAt = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null ? (at as Facts)[key] : undefined),
    value,
  );

const listAt = (value: unknown, ...path: string[]): readonly unknown[] => {
  const found = factsAt(value, ...path);
  return Array.isArray(found) ? found : [];
};

export const WEEK_FIGURES = ["answers", "newWords", "masteredWords", "studyHours"] as const;

/** Reads the drawable part; missing or malformed parts are skipped. */
export function figuresOf(evidence: unknown): EvidenceFigures {
  const sum = (week: string, name: string) =>
    listAt(evidence, "learning", week).reduce<number>((total, row) => {
      const value = factsAt(row, name);
      return total + (typeof value === "number" ? value : 0);
    }, 0);
  return {
    beginners: binsAt(evidence, "beginners"),
    others: binsAt(evidence, "others"),
    weeks: WEEK_FIGURES.map((name) => ({
      name,
      now: sum("thisWeek", name),
      before: sum("weekBefore", name),
    })).filter(({ now, before }) => now + before > 0),
  };
}

function binsAt(evidence: unknown, who: string): RecallBin[] {
  return listAt(evidence, "recall", who, "bins").flatMap((bin) => {
    const [answers, predicted, observed] = ["answers", "predicted", "observed"].map((name) =>
      factsAt(bin, name),
    );
    const isWhole = [answers, predicted, observed].every((each) => typeof each === "number");
    return isWhole ? [{ answers, predicted, observed } as RecallBin] : [];
  });
}
