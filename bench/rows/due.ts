import { startCityServer, type CityServer } from "../lib/city-server.ts";
import { learnerId, tokensOf } from "../lib/city-names.ts";
import { median, runLoad } from "../lib/load.ts";
import { pinLoadGenerator } from "../lib/processes.ts";
import { processorSecondsOf } from "../lib/processor-time.ts";
import { compareReads } from "../lib/raw-queries.ts";
import type { Figure, Row } from "../lib/row.ts";

const LIMITS = [50, 200];
const ROUNDS = 3;
const SECONDS = 3;
/** Each learner asks about every two seconds, when the kept read has expired. */
const LEARNERS_IN_TURN = 10_000;

const DUE = `select * from word_states where user_id = ? and next_review_at_ms <= ?
  order by next_review_at_ms, word_id limit ?`;
const DUE_PATH = "/api/word-states/due/list?limit=50";
const ME_PATH = "/api/users/me";

/**
 * `GET due/list` for a learner with thousands of due words, against the same query by hand; and its
 * processor time against that of `users/me`, which reads one row.
 */
export const due: Row = async () => {
  const [token = ""] = tokensOf(1);
  const reads = LIMITS.map((limit) => ({
    name: `${limit} due words`,
    path: `/api/word-states/due/list?limit=${limit}`,
    statements: [{ text: DUE, values: [learnerId(0), Date.now(), limit] }],
  }));
  return [...(await compareReads(token, reads, { atMost: 2 })), ...(await toUsersMe())];
};

/** Processor time of the list relative to `users/me`: one learner who polls, and many in turn. */
async function toUsersMe(): Promise<Figure[]> {
  pinLoadGenerator();
  const server = await startCityServer();
  try {
    const polled = await ratioOf(server, tokensOf(1));
    const inTurn = await ratioOf(server, tokensOf(LEARNERS_IN_TURN));
    return [
      { name: "50 due words, polled: to users/me", value: polled, unit: "", bar: { atMost: 1.3 } },
      { name: "50 due words, by learners in turn: to users/me", value: inTurn, unit: "" },
    ];
  } finally {
    await server.stop();
  }
}

async function ratioOf(server: CityServer, tokens: readonly string[]): Promise<number> {
  const ratios: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const list = await secondsPerRequest(server, DUE_PATH, tokens);
    const ratio = list / (await secondsPerRequest(server, ME_PATH, tokens));
    if (round > 0) ratios.push(ratio);
  }
  return median(ratios);
}

async function secondsPerRequest(
  { url, child }: CityServer,
  path: string,
  tokens: readonly string[],
): Promise<number> {
  const usedBefore = processorSecondsOf(child.pid ?? 0);
  const load = { url, method: "GET", path, tokens, connections: 8, seconds: SECONDS } as const;
  const { total } = await runLoad(load);
  return (processorSecondsOf(child.pid ?? 0) - usedBefore) / total;
}
