import type { HeavyRequest } from "./heavy-bodies.ts";
import { heavyTuning } from "./heavy-tuning.ts";

/** The largest legal requests about the engine and its advisor; see heavy-requests.ts. */
export function heavyAdvice(): Readonly<Record<string, readonly HeavyRequest[]>> {
  const decision = [{ params: { id: "1" }, body: { note: "n".repeat(1_000) } }];
  const path = "memoryModel.w[2]";
  return {
    ...heavyTuning(),
    listSuggestions: [
      { query: "limit=500" },
      { query: `limit=500&offset=1000000000&q=${"%25_".repeat(25)}` },
    ],
    approveSuggestion: decision,
    rejectSuggestion: decision,
    rollBackSuggestion: decision,
    explainParameter: [
      { body: { path, currentValue: 1e300 } },
      { body: { path, currentValue: 1 } },
    ],
    // Dense patterns and rare ones take longest to judge.
    setAdvisorConfig: [
      { body: { pollCron: "*/5 * * * *", model: "m".repeat(200) } },
      { body: { pollCron: "0 0 29 2 1" } },
      { body: { pollCron: "59 23 31 2 *" } },
      { body: { pollCron: `${"0,".repeat(45)}5 * * * *` } },
    ],
    setAdvisorWhitelistEntry: [{ body: { path, minSafe: 1, maxSafe: 3 } }],
    deleteAdvisorWhitelistEntry: [{ query: `path=${encodeURIComponent(path)}` }],
  };
}
