import { hashed } from "./city-names.ts";
import type { PacedLoad } from "./paced-load.ts";

/** Number of words each learner answers repeatedly. */
const WORDS_EACH = 80;
const SHOWN = 10;
const ANSWERS_PER_BATCH = 10;

interface Asked {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: unknown;
}

interface Turn {
  readonly wordId: string;
  readonly shownIds: readonly string[];
  readonly sequence: number;
}

type Ask = (turn: Turn) => Asked;

const get = (path: string): Ask => {
  const asked = { method: "GET", path } as const;
  return () => asked;
};

function post(path: string, body: unknown): Asked {
  return { method: "POST", path, body };
}

/** The shares in a hundred requests of studying learners. */
const SHARES: readonly (readonly [number, Ask])[] = [
  [40, (turn) => post("/api/records", answer(turn))],
  [2, (turn) => post("/api/records/batch", answers(turn))],
  [8, () => post("/api/learning/next-words", { excludeWordIds: [] })],
  [4, get("/api/learning/study-words")],
  [12, ({ shownIds }) => post("/api/word-states/batch", { wordIds: shownIds })],
  [6, get("/api/word-states/due/list")],
  [4, get("/api/word-states/stats/overview")],
  [3, get("/api/records/statistics")],
  [2, get("/api/records/statistics/enhanced")],
  [2, get("/api/analytics/dashboard")],
  [2, get("/api/records?perPage=50")],
  [5, get("/api/amas/state")],
  [3, get("/api/users/me")],
  [2, get("/api/study-config")],
  [2, get("/api/wordbooks/system")],
  [2, ({ sequence }) => ({ method: "GET", path: `/api/words?search=${searchText(sequence)}` })],
  [1, get("/api/notifications")],
];

const HUNDRED = SHARES.flatMap(([share, ask]) => Array.from({ length: share }, () => ask));

/** The requests of learners who study, in fixed shares and a deterministic order. */
export function studyLoad(
  wordIds: readonly string[],
  learners: number,
): Required<Pick<PacedLoad, "route" | "body">> {
  const askedAt = (sequence: number): Asked => {
    const ask = HUNDRED[hashed(sequence, 17) % HUNDRED.length] ?? get("/api/users/me");
    const turn = Math.floor(sequence / learners) % WORDS_EACH;
    const index = ((sequence % learners) * (WORDS_EACH - 1) + turn) % wordIds.length;
    const shownIds = wordIds.slice(index, index + SHOWN);
    return ask({ sequence, wordId: wordIds[index] ?? "", shownIds });
  };
  return { route: askedAt, body: (sequence) => askedAt(sequence).body };
}

function answer({ wordId, sequence }: Turn) {
  return {
    wordId,
    isCorrect: hashed(sequence, 3) % 5 !== 0,
    responseTimeMs: 1_200 + (hashed(sequence, 5) % 3_000),
    clientRecordId: `study-${sequence}`,
  };
}

/** A batch as sent by a device that was offline. */
function answers(turn: Turn) {
  const { sequence } = turn;
  const records = Array.from({ length: ANSWERS_PER_BATCH }, (_, n) => ({
    ...answer(turn),
    clientRecordId: `study-${sequence}-${n}`,
  }));
  return { records };
}

function searchText(sequence: number): string {
  const letters = "abcdefghilmnoprstw";
  return [7, 11].map((salt) => letters[hashed(sequence, salt) % letters.length]).join("");
}
