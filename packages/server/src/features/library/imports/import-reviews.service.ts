import type { ImportCounts, ImportOptions, DeckResult } from "@wordloom/contract";
import type { DeckWord, WorkHeed } from "../../../deck-keeper.ts";
import type { Deps } from "../../../deps.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { JudgedRow } from "./import-judge.service.ts";
import type { ImportRow } from "./import-rows.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "deckReviews" | "ids" | "log" | "settings">;

/** The words that rows of a deck are. */
export function deckWordsOf(judged: readonly JudgedRow[]): DeckWord[] {
  return judged.flatMap(({ wordId, note }) =>
    wordId === null || note === undefined ? [] : [{ wordId, note }],
  );
}

/** Adds to the counts of a plan what would become of the reviews of these rows. */
export async function planReviews(
  needs: Pick<Deps, "database" | "deckReviews">,
  of: { readonly userId: string; readonly importId: string },
  options: ImportOptions,
  judged: readonly JudgedRow[],
  counts: ImportCounts,
): Promise<void> {
  if (options.reviews === "ignore") return;
  addReviews(counts, await needs.deckReviews.judge(needs, of, deckWordsOf(judged)));
}

/** The reviews of a deck during a run. */
export interface RunReviews {
  /** @returns the words of which reviews were stored */
  store(tx: Database, words: readonly DeckWord[]): Promise<readonly string[]>;
  finish(counts: ImportCounts, heed: WorkHeed): Promise<DeckResult | null>;
}

/** @param isDeck  other files have neither reviews nor a result */
export function openRunReviews(
  needs: Needs,
  row: ImportRow,
  { reviews, schedule }: ImportOptions,
  isDeck: boolean,
): RunReviews {
  const run = needs.deckReviews.open(needs, ofRow(row), {
    reviews: reviews ?? "replay",
    schedule: schedule ?? "engine",
  });
  const stored = { reviews: 0, reviewsKnown: 0 };
  return {
    async store(tx, words) {
      const { wordIds, ...more } = await run.store(tx, words);
      addReviews(stored, more);
      return wordIds;
    },
    async finish(counts, heed) {
      if (!isDeck) return null;
      addReviews(counts, stored);
      return run.finish(heed);
    },
  };
}

export function ofRow({ id, user_id: userId }: ImportRow) {
  return { userId, importId: id };
}

function addReviews(
  counts: Pick<ImportCounts, "reviews" | "reviewsKnown">,
  more: { readonly reviews: number; readonly reviewsKnown: number },
): void {
  counts.reviews += more.reviews;
  counts.reviewsKnown += more.reviewsKnown;
}
