import type { StudyKit } from "@wordloom/contract";
import { withStandIn } from "../../../platform/browser-store.ts";
import { memoryTables } from "../../../platform/memory-tables.ts";
import { studyWord } from "../../study-session/testing/study-words.ts";
import { markUsed } from "../kit.ts";

const strategy = {
  difficulty: 0.5,
  batchSize: 2,
  newRatio: 0.2,
  intervalScale: 1,
  reviewMode: false,
};

/** A kit of due words. */
export const made = (...ids: string[]): StudyKit => ({
  generatedAt: "2026-11-22T00:00:00.000Z",
  minutes: 60,
  strategy,
  words: ids.map((id) => studyWord(id, {})),
  plan: {
    due: ids.length,
    new: 0,
    expectedMinutes: 4,
    reviewedToday: 0,
    dayEndsAt: "2026-11-23T00:00:00.000Z",
  },
});

/** A browser with a service that hands out these kits one after the other. */
export function browser(...kits: StudyKit[]) {
  const store = withStandIn(undefined, memoryTables());
  let nowMs = Date.UTC(2026, 10, 22);
  let loads = 0;
  const load = async () => {
    const kit = kits[loads];
    loads += 1;
    if (kit === undefined) throw new Error("offline");
    return kit;
  };
  return {
    store,
    load,
    now: () => nowMs,
    loads: () => loads,
    passes: (ms: number) => (nowMs += ms),
    /** Marks the word as used in the transaction of an answer. */
    use: (id: string) => store.transact(["kit"], (at) => markUsed(at, id)),
  };
}
