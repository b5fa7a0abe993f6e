import { startHeavyService } from "@wordloom/testing/heavy/heavy-service";
import { askingImports, learnerList, settledImport } from "../lib/learner-list.ts";
import { median, runLoad, type Load } from "../lib/load.ts";
import type { Figure, Row } from "../lib/row.ts";

const OWN_WORDS = 50_000;
const SIZE = { words: 30_000, states: 1_000, records: 1_000, sessions: 10, notes: 10 };
const ROUNDS = 5;
const SECONDS = 2;
/** Without a bar: it counts 50,000 words for one learner and few for the other. */
const FOUND_IN_ALL = "search er, which is in every own word";

const searchFor = (text: string) => `/api/words?search=${encodeURIComponent(text)}&perPage=20`;

/** Time per request with own words, as a multiple of the time without. */
const AT_MOST = 1.03;

/**
 * What 50,000 own words cost the learner who has them: the requests of the rows `accept`, `next`
 * and `browse` by this learner and by one without, on one service, in turns.
 */
export const ownWords: Row = async () => {
  const service = await startHeavyService(SIZE);
  try {
    const { server, fixture } = service;
    const [owner, other] = [service.spare(), service.spare()];
    const ask = askingImports(server.url, owner);
    const list = Buffer.from(learnerList(OWN_WORDS));
    const { id } = await ask("POST", "/api/imports?name=woerter.csv", list);
    await settledImport(ask, id, "ready");
    await ask("POST", `/api/imports/${id}/run`, { language: "de", meaningLanguage: "en" });
    await settledImport(ask, id, "done");
    const [wordId = ""] = fixture.wordIds;
    let sent = 0;
    const requests: Readonly<Record<string, Pick<Load, "method" | "path" | "body">>> = {
      "an answer": {
        method: "POST",
        path: "/api/records",
        body: () => ({
          wordId,
          isCorrect: true,
          responseTimeMs: 1_500,
          clientRecordId: `own-${(sent += 1)}`,
        }),
      },
      "next words": {
        method: "POST",
        path: "/api/learning/next-words",
        body: () => ({ excludeWordIds: [] }),
      },
      "study words": { method: "GET", path: "/api/learning/study-words" },
      "search tion": { method: "GET", path: searchFor("tion") },
      [FOUND_IN_ALL]: { method: "GET", path: searchFor("er") },
      "search 的": { method: "GET", path: searchFor("的") },
    };
    const figures: Figure[] = [];
    for (const [name, request] of Object.entries(requests)) {
      const time = async (token: string) => {
        const load = { url: server.url, tokens: [token], connections: 1, ...request };
        return (await runLoad({ ...load, seconds: SECONDS })).p50Ms;
      };
      const ratios: number[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        const withOwn = await time(owner.token);
        const without = await time(other.token);
        if (round > 0) ratios.push(withOwn / without);
      }
      const value = median(ratios);
      const figure = { name: `${name}, with to without`, value, unit: "" };
      figures.push(name === FOUND_IN_ALL ? figure : { ...figure, bar: { atMost: AT_MOST } });
    }
    return figures;
  } finally {
    await service.close();
  }
};
