import { tokensOf, wordId } from "../lib/city-names.ts";
import { CITY } from "../lib/city-size.ts";
import { startCityServer } from "../lib/city-server.ts";
import { median, runLoad, WARM_UP_SECONDS, type LoadResult } from "../lib/load.ts";
import { type PacedResult, runPacedLoad } from "../lib/paced-load.ts";
import { BARE_SCRIPT, pinLoadGenerator, startPinned } from "../lib/processes.ts";
import type { Figure, Row } from "../lib/row.ts";

const ROUNDS = 3;
const SECONDS = 5;

interface IntakeBars {
  /** Minimum share of the bare route's throughput. */
  readonly ratio: number;
  /** At half of saturation. */
  readonly p99Ms: number;
}

/**
 * `POST /api/records` in asynchronous mode, every 202 durable, against a bare route that validates
 * the same body, verifies the same kind of token and replies. The outbox worker runs meanwhile, on
 * the same core, as in production.
 */
export const accept: Row = () => measureIntake({}, { ratio: 0.6, p99Ms: 25 });

/** The intake with these settings, compared with the bare route. */
export async function measureIntake(
  settings: Readonly<Record<string, string>>,
  bars: IntakeBars,
): Promise<Figure[]> {
  pinLoadGenerator();
  const tokens = tokensOf(1_000);
  const [ours, bare] = await Promise.all([
    startCityServer({ settings }),
    startPinned(BARE_SCRIPT, [], { healthPath: "/health" }),
  ]);
  const load = { method: "POST", path: "/api/records", tokens, connections: 64 } as const;
  const measured: { ours: LoadResult[]; bare: LoadResult[] } = { ours: [], bare: [] };
  let run = 0;
  const body = (sequence: number) => answerBody(`${process.pid}-${run}-${sequence}`, sequence);
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      const seconds = round === 0 ? WARM_UP_SECONDS : SECONDS;
      run += 1;
      // Paused, because processing the remaining answers would slow down the bare route.
      ours.child.kill("SIGSTOP");
      const theirs = await runLoad({ ...load, url: bare.url, seconds, body });
      ours.child.kill("SIGCONT");
      const our = await runLoad({ ...load, url: ours.url, seconds, body });
      if (round === 0) continue;
      measured.bare.push(theirs);
      measured.ours.push(our);
    }
    run += 1;
    const saturation = median(measured.ours.map((result) => result.perSecond));
    const rate = Math.round(saturation / 2);
    await runPacedLoad({ ...load, url: ours.url, seconds: WARM_UP_SECONDS, body }, rate);
    run += 1;
    const half = await runPacedLoad({ ...load, url: ours.url, seconds: SECONDS * 2, body }, rate);
    return figures(measured, half, bars);
  } finally {
    ours.child.kill("SIGCONT");
    await Promise.all([ours.stop(), bare.stop()]);
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

function figures(
  measured: { ours: LoadResult[]; bare: LoadResult[] },
  half: PacedResult,
  bars: IntakeBars,
): Figure[] {
  const ratios = measured.ours.map(
    (result, round) => result.perSecond / (measured.bare[round]?.perSecond ?? Number.NaN),
  );
  const errors = [...measured.ours, half].reduce((sum, result) => sum + result.errors, 0);
  return [
    { name: "accepted", value: median(measured.ours.map((r) => r.perSecond)), unit: "1/s" },
    { name: "bare Fastify", value: median(measured.bare.map((r) => r.perSecond)), unit: "1/s" },
    { name: "ratio", value: median(ratios), unit: "", bar: { atLeast: bars.ratio } },
    {
      name: "p99 at half of saturation",
      value: half.p99Ms,
      unit: "ms",
      bar: { atMost: bars.p99Ms },
    },
    { name: "the generator's own lateness, p99", value: half.lateP99Ms, unit: "ms" },
    { name: "errors", value: errors, unit: "", bar: { atMost: 0 } },
  ];
}
