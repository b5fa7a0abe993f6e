import { tokensOf, wordId } from "../lib/city-names.ts";
import { CITY } from "../lib/city-size.ts";
import { startCityServer } from "../lib/city-server.ts";
import { median, runLoad, WARM_UP_SECONDS, type LoadResult } from "../lib/load.ts";
import { type PacedResult, runPacedLoad } from "../lib/paced-load.ts";
import { BARE_SCRIPT, pinLoadGenerator, startPinned } from "../lib/processes.ts";
import type { Figure, Row } from "../lib/row.ts";

const ROUNDS = 3;
const SECONDS = 5;
/** Single short runs differ by a factor of ten, so the median of several counts. */
const PACED_RUNS = 9;
const PACED_SECONDS = 4;

interface IntakeBars {
  /** Minimum share of the reference's throughput. */
  readonly ratio: number;
  /** At half of saturation. */
  readonly p99Ms: number;
}

/** The reference for the service, measured while the service is paused. */
export interface Reference {
  readonly name: string;
  perSecond(round: number, seconds: number): Promise<number>;
  stop(): Promise<void>;
}

const POST_RECORDS = { method: "POST", path: "/api/records", connections: 64 } as const;

/**
 * `POST /api/records` in asynchronous mode, every 202 durable, against a bare route that validates
 * the same body, verifies the same kind of token and replies. The outbox worker runs meanwhile, on
 * the same core, as in production.
 */
export const accept: Row = () => measureIntake({}, { ratio: 0.6, p99Ms: 25 }, bareRoute);

async function bareRoute(): Promise<Reference> {
  const bare = await startPinned(BARE_SCRIPT, [], { healthPath: "/health" });
  const load = { ...POST_RECORDS, url: bare.url, tokens: tokensOf(1_000) };
  return {
    name: "bare Fastify",
    async perSecond(round, seconds) {
      const body = (sequence: number) => answerBody(`bare-${round}-${sequence}`, sequence);
      return (await runLoad({ ...load, seconds, body })).perSecond;
    },
    stop: () => bare.stop(),
  };
}

/** Compares the intake under these settings with a reference. */
export async function measureIntake(
  settings: Readonly<Record<string, string>>,
  bars: IntakeBars,
  openReference: () => Promise<Reference>,
): Promise<Figure[]> {
  pinLoadGenerator();
  const [ours, reference] = await Promise.all([startCityServer({ settings }), openReference()]);
  const load = { ...POST_RECORDS, url: ours.url, tokens: tokensOf(1_000) };
  const measured: Measured = { name: reference.name, ours: [], theirs: [], paced: [] };
  let run = 0;
  const bodies = () => {
    run += 1;
    const first = `${process.pid}-${run}`;
    return (sequence: number) => answerBody(`${first}-${sequence}`, sequence);
  };
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      const seconds = round === 0 ? WARM_UP_SECONDS : SECONDS;
      // Paused, because processing the remaining answers would slow down the reference.
      ours.child.kill("SIGSTOP");
      const theirs = await reference.perSecond(round, seconds);
      ours.child.kill("SIGCONT");
      const our = await runLoad({ ...load, seconds, body: bodies() });
      if (round === 0) continue;
      measured.theirs.push(theirs);
      measured.ours.push(our);
    }
    const saturation = median(measured.ours.map((result) => result.perSecond));
    const rate = Math.round(saturation / 2);
    await runPacedLoad({ ...load, seconds: WARM_UP_SECONDS, body: bodies() }, rate);
    for (let paced = 0; paced < PACED_RUNS; paced += 1) {
      const half = { ...load, seconds: PACED_SECONDS, body: bodies() };
      measured.paced.push(await runPacedLoad(half, rate));
    }
    return figures(measured, bars);
  } finally {
    ours.child.kill("SIGCONT");
    await Promise.all([ours.stop(), reference.stop()]);
  }
}

export function answerBody(clientRecordId: string, sequence: number) {
  return {
    wordId: wordId((sequence * 7_919) % CITY.words),
    isCorrect: sequence % 5 !== 0,
    responseTimeMs: 1_200 + (sequence % 3_000),
    clientRecordId,
  };
}

interface Measured {
  readonly name: string;
  readonly ours: LoadResult[];
  readonly theirs: number[];
  readonly paced: PacedResult[];
}

function figures({ name, ours, theirs, paced }: Measured, bars: IntakeBars): Figure[] {
  const ratios = ours.map((result, round) => result.perSecond / (theirs[round] ?? Number.NaN));
  const errors = [...ours, ...paced].reduce((sum, result) => sum + result.errors, 0);
  const p99s = paced.map(({ p99Ms }) => p99Ms);
  return [
    { name: "accepted", value: median(ours.map((r) => r.perSecond)), unit: "1/s" },
    { name, value: median(theirs), unit: "1/s" },
    { name: "ratio", value: median(ratios), unit: "", bar: { atLeast: bars.ratio } },
    {
      name: `p99 at half of saturation, median of ${PACED_RUNS} runs`,
      value: median(p99s),
      unit: "ms",
      bar: { atMost: bars.p99Ms },
    },
    { name: "the largest of these p99", value: Math.max(...p99s), unit: "ms" },
    {
      name: "the generator's own lateness, p99, median",
      value: median(paced.map(({ lateP99Ms }) => lateP99Ms)),
      unit: "ms",
    },
    { name: "errors", value: errors, unit: "", bar: { atMost: 0 } },
  ];
}
