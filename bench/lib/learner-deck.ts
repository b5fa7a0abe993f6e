import { apkgOf, BASIC } from "@wordloom/imports/deck-for-tests";
import { hashed } from "./city-names.ts";
import { nounOf } from "./learner-list.ts";

const DAY_MS = 86_400_000;
/** How much longer a word is left alone after it was known. */
const GROWTH = 2.1;
/** Share of reviews at which a word is known. */
const KNOWN = 0.88;

/** Size of a deck. */
interface DeckSize {
  readonly notes: number;
  /** Of each note. */
  readonly reviews: number;
  /** The end of the reviews, ms since 1970. */
  readonly nowMs: number;
}

/** A deck of German nouns that were begun day by day and reviewed at growing intervals. */
export function learnerDeck({ notes, reviews, nowMs }: DeckSize): Uint8Array {
  const all = Array.from({ length: notes }, (_, at) => at);
  const used = new Set<number>();
  const log = all.flatMap((at) =>
    reviewsOfCard(at, { reviews, nowMs }).map(({ atMs, rating, days, last }) => {
      let id = atMs;
      while (used.has(id)) id += 1;
      used.add(id);
      const kind = last === 0 ? 0 : 1;
      return [id, at + 1, rating, days, last, 2_500, 2_000 + (hashed(at, id) % 9_000), kind];
    }),
  );
  return apkgOf({
    types: [BASIC],
    notes: all.map((at) => ({
      id: at + 1,
      fields: [`die ${nounOf(at)}`, `meaning of ${nounOf(at).toLowerCase()} ${at}`],
    })),
    cards: all.map((at) => ({ id: at + 1, nid: at + 1, type: 2, queue: 2, due: 1_000, ivl: 30 })),
    reviews: log,
  });
}

function reviewsOfCard(at: number, { reviews, nowMs }: Omit<DeckSize, "notes">) {
  const beganMs = nowMs - (400 + (hashed(at, 1) % 1_400)) * DAY_MS;
  const given: { atMs: number; rating: number; days: number; last: number }[] = [];
  let [atMs, last] = [beganMs, 0];
  for (let n = 0; n < reviews; n += 1) {
    const isKnown = n > 0 && (hashed(at, n + 7) % 1_000) / 1_000 < KNOWN;
    const rating = isKnown ? 3 : 1;
    const days = isKnown ? Math.max(1, Math.round(last * GROWTH)) : 1;
    given.push({ atMs, rating, days, last });
    last = days;
    const nextMs = atMs + days * DAY_MS + (hashed(at, n + 99) % 3_600_000);
    // Those who are done early are asked once more a day.
    atMs = nextMs < nowMs ? nextMs : Math.min(atMs + 600_000, nowMs - 1);
  }
  return given;
}
