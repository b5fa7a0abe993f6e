import { learnerId, tokensOf } from "../lib/city-names.ts";
import { makeThings, OPERATOR, signInOperator, timeReads } from "../lib/admin-things.ts";
import { startCityServer, type CityServer } from "../lib/city-server.ts";
import { median, runLoad, WARM_UP_SECONDS } from "../lib/load.ts";
import { runPacedLoad, type PacedResult } from "../lib/paced-load.ts";
import { pinLoadGenerator } from "../lib/processes.ts";
import type { Figure, Row } from "../lib/row.ts";
import { answerBody } from "./accept.ts";

const POST_RECORDS = { method: "POST", path: "/api/records", connections: 64 } as const;

const SATURATION_SECONDS = 5;
const PACED_RUNS = 5;
const PACED_SECONDS = 4;
const WORST_SHOWN = 8;

/**
 * Every administrative read on the city, one after another, while answers are accepted at half of
 * saturation; and how much this delays the answers.
 */
export const adminReads: Row = async () => {
  pinLoadGenerator();
  const server = await startCityServer({ settings: OPERATOR });
  try {
    return await measure(server);
  } finally {
    await server.stop();
  }
};

async function measure(server: CityServer): Promise<Figure[]> {
  const load = { ...POST_RECORDS, url: server.url, tokens: tokensOf(1_000) };
  let run = 0;
  const bodies = () => {
    const first = `${process.pid}-${(run += 1)}`;
    return (sequence: number) => answerBody(`${first}-${sequence}`, sequence);
  };
  await runLoad({ ...load, seconds: WARM_UP_SECONDS, body: bodies() });
  const full = await runLoad({ ...load, seconds: SATURATION_SECONDS, body: bodies() });
  const rate = Math.round(full.perSecond / 2);
  const paced = () => runPacedLoad({ ...load, seconds: PACED_SECONDS, body: bodies() }, rate);

  const alone: PacedResult[] = [];
  for (let n = 0; n < PACED_RUNS; n += 1) alone.push(await paced());
  const beside: PacedResult[] = [];
  const operator = await signInOperator(server.url);
  const learner = { id: learnerId(0), token: tokensOf(1)[0] ?? "" };
  const things = await makeThings(server.url, operator, learner);
  const timing = timeReads(server.url, operator, things);
  let isOver = false;
  void timing.finally(() => (isOver = true)).catch(() => undefined);
  while (!isOver) beside.push(await paced());
  return figures(await timing, alone, beside);
}

function figures(
  times: ReadonlyMap<string, number>,
  alone: readonly PacedResult[],
  beside: readonly PacedResult[],
): Figure[] {
  const slowest = [...times].toSorted((one, other) => other[1] - one[1]);
  const p99 = (runs: readonly PacedResult[]) => median(runs.map(({ p99Ms }) => p99Ms));
  const errors = [...alone, ...beside].reduce((sum, { errors: some }) => sum + some, 0);
  const [worst] = slowest;
  return [
    { name: "reads", value: times.size, unit: "" },
    { name: "slowest read", value: worst?.[1] ?? Number.NaN, unit: "ms", bar: { atMost: 200 } },
    ...slowest.slice(0, WORST_SHOWN).map(([name, value]) => ({ name, value, unit: "ms" })),
    { name: "accept p99 alone", value: p99(alone), unit: "ms" },
    { name: "accept p99 beside", value: p99(beside), unit: "ms" },
    { name: "ratio", value: p99(beside) / p99(alone), unit: "", bar: { atMost: 2 } },
    { name: "errors", value: errors, unit: "", bar: { atMost: 0 } },
  ];
}
