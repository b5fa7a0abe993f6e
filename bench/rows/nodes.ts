import {
  countFaults,
  LEARNERS,
  sendAnswers,
  untilApplied,
  withDatabases,
  withNodes,
  type Nodes,
} from "../lib/nodes.ts";
import { median } from "../lib/load.ts";
import { createProcessorShare, type ProcessorShare } from "../lib/processor-share.ts";
import type { Figure, Row } from "../lib/row.ts";

/** Per process, so that all measurements take about as long. */
const ANSWERS_EACH = Number(process.env["WORDLOOM_BENCH_NODE_ANSWERS"] ?? 3_200);
/** Per process before the measurement, so that each JIT compiler has settled. */
const WARM_EACH = 3_200;
const ROUNDS = 3;
const PROCESSES = [1, 2, 4] as const;
const CORES_OF_EACH = Number(process.env["WORDLOOM_BENCH_NODE_CORES"] ?? 0.25);

interface Reading {
  readonly appliedPerSecond: number;
  /** Processor time of the servers and PostgreSQL, ms. */
  readonly processorMsEach: number;
  readonly faults: number;
}

/**
 * One, two and four processes, each limited to a quarter of a core, at saturation: the rate at
 * which they accept and apply answers together, and the processor time of servers and PostgreSQL
 * per answer. Afterwards every accepted answer and its effects are checked.
 */
export const nodes: Row = async () => {
  const readings = new Map<number, Reading[]>(PROCESSES.map((count) => [count, []]));
  const done = await withDatabases(async (redisUrl) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const count of PROCESSES) {
        const ofEach = Array.from({ length: count }, () => ({}));
        const reading = await withNodes(redisUrl, ofEach, measure);
        if (reading === undefined) return { leftOut: "no control groups can be made here" };
        readings.get(count)?.push(reading);
      }
    }
    return {};
  });
  return "leftOut" in done ? [leftOut(done.leftOut)] : figures(readings);
};

/** @returns undefined if processes cannot be limited to a part of a core */
async function measure(nodes: Nodes): Promise<Reading | undefined> {
  const { servers } = nodes;
  const ofEach = (answers: number) => Math.ceil((answers * servers.length) / LEARNERS);
  const [warm, each] = [ofEach(WARM_EACH), ofEach(ANSWERS_EACH)];
  await sendAnswers(nodes, { first: 0, each: warm });
  await untilApplied(nodes);
  const shares = await holdToShares(nodes);
  if (shares === undefined) return undefined;
  try {
    const [startedMs, usedBefore] = [performance.now(), nodes.processorSeconds()];
    await sendAnswers(nodes, { first: warm, each });
    await untilApplied(nodes);
    const [tookMs, used] = [performance.now() - startedMs, nodes.processorSeconds() - usedBefore];
    const answers = each * LEARNERS;
    return {
      appliedPerSecond: answers / (tookMs / 1_000),
      processorMsEach: (used * 1_000) / answers,
      faults: await countFaults(nodes),
    };
  } finally {
    for (const server of servers) await server.stop();
    for (const share of shares) share.remove();
  }
}

async function holdToShares({ servers }: Nodes): Promise<readonly ProcessorShare[] | undefined> {
  const shares: ProcessorShare[] = [];
  for (const { child } of servers) {
    const share = createProcessorShare(`wordloom-bench-${child.pid}`, CORES_OF_EACH);
    if (share === undefined || child.pid === undefined) return undefined;
    share.hold(child.pid);
    shares.push(share);
  }
  return shares;
}

function figures(readings: ReadonlyMap<number, readonly Reading[]>): Figure[] {
  const medianOf = (count: number, of: "appliedPerSecond" | "processorMsEach") =>
    median((readings.get(count) ?? []).map((reading) => reading[of]));
  const rate = (count: number) => medianOf(count, "appliedPerSecond");
  const cost = (count: number) => medianOf(count, "processorMsEach");
  const faults = [...readings.values()].flat().reduce((sum, reading) => sum + reading.faults, 0);
  return [
    ...PROCESSES.flatMap((count): Figure[] => [
      { name: `accepted and applied by ${count}`, value: rate(count), unit: "1/s" },
      { name: `processor time of an answer, ${count}`, value: cost(count), unit: "ms" },
    ]),
    ...[2, 4].map((count): Figure => ({
      name: `processor time of an answer, ${count} to 1`,
      value: cost(count) / cost(1),
      unit: "",
      bar: { atMost: 1.15 },
    })),
    {
      name: "accepted and applied, 4 to 1",
      value: rate(4) / rate(1),
      unit: "",
      bar: { atLeast: 3.2 },
    },
    { name: "lost or applied wrongly", value: faults, unit: "", bar: { atMost: 0 } },
  ];
}

function leftOut(reason: string): Figure {
  return { name: "accepted and applied, 4 to 1", value: Number.NaN, unit: "", leftOut: reason };
}
