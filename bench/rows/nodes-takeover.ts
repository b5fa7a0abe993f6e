import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { noteOrderOfAnswers, orderOfAnswers } from "@wordloom/testing/process/applied-order";
import { listenTo, type EventStream } from "@wordloom/testing/stream/event-stream";
import { until } from "@wordloom/testing/service/until";
import { median } from "../lib/load.ts";
import {
  countFaults,
  sendAnswer,
  untilApplied,
  withDatabases,
  withNodes,
  type Nodes,
} from "../lib/nodes.ts";
import type { Figure, Row } from "../lib/row.ts";

const PROCESSES = 4;
/** Single answers one after another, half of them to a process that applies none itself. */
const SINGLE_ANSWERS = 200;
/** Answers accepted by the process just before it dies. */
const BURST_EACH = 12;
const SINGLE_APART_MS = 20;

/**
 * Four processes, one of which only accepts (WORKER_LEADER=false): the time from the reply to an
 * answer until `record_applied` arrives on a stream at another process. Then one process is killed
 * right after it accepted a burst: the time until all of it is applied, and whether each learner's
 * answers were applied once and in order.
 */
export const nodesTakeover: Row = async () => {
  const figures = await withDatabases((redisUrl) =>
    withNodes(
      redisUrl,
      Array.from({ length: PROCESSES }, (_, n) => (n === 3 ? { WORKER_LEADER: "false" } : {})),
      measure,
    ),
  );
  if (!("leftOut" in figures)) return figures;
  return [{ name: "taken over after", value: Number.NaN, unit: "s", leftOut: figures.leftOut }];
};

async function measure(nodes: Nodes): Promise<Figure[]> {
  await noteOrderOfAnswers(nodes.fixture.database);
  const sent = new Map<string, string[]>();
  const send = async (at: number, index: number, n: number) => {
    const key = await sendAnswer(nodes, nodes.wires[at], { index, n });
    const { id = "" } = nodes.fixture.learners[index] ?? {};
    sent.set(id, [...(sent.get(id) ?? []), key]);
    return key;
  };
  const [here, elsewhere] = await latencies(nodes, send);
  const takenOverMs = await killOne(nodes, send);
  let misplaced = 0;
  for (const [id, keys] of sent) {
    const applied = await orderOfAnswers(nodes.fixture.database, id);
    if (applied.join() !== keys.join()) misplaced += 1;
  }
  const within = { unit: "ms", bar: { atMost: 100 } };
  return [
    { name: "applied after, where accepted, median", value: median(here), ...within },
    { name: "applied after, elsewhere, median", value: median(elsewhere), ...within },
    {
      name: "share of a killed process applied after",
      value: takenOverMs / 1_000,
      unit: "s",
      bar: { atMost: 5 },
    },
    { name: "lost or doubled", value: await countFaults(nodes), unit: "", bar: { atMost: 0 } },
    { name: "learners out of order", value: misplaced, unit: "", bar: { atMost: 0 } },
  ];
}

type Send = (at: number, index: number, n: number) => Promise<string>;

async function latencies({ fixture, servers }: Nodes, send: Send): Promise<[number[], number[]]> {
  const streams: EventStream[] = [];
  for (const index of [0, 1]) {
    const learner = fixture.learners[index];
    if (learner !== undefined) streams.push(await listenTo(servers[2]?.url ?? "", learner));
  }
  const times: [number[], number[]] = [[], []];
  for (let n = 0; n < SINGLE_ANSWERS; n += 1) {
    const index = n % 2;
    const key = await send(index === 0 ? 0 : 3, index, n);
    const startedMs = performance.now();
    await until(() =>
      (streams[index]?.events() ?? []).some(({ data }) => data["clientRecordId"] === key),
    );
    times[index === 0 ? 0 : 1].push(performance.now() - startedMs);
    await pause(SINGLE_APART_MS);
  }
  for (const stream of streams) stream.hangUp();
  return times;
}

/** @returns ms from the death until its last accepted answer is applied */
async function killOne(nodes: Nodes, send: Send): Promise<number> {
  const [{ child } = { child: undefined }] = nodes.servers;
  await Promise.all(
    nodes.fixture.learners.map(async (_learner, index) => {
      for (let n = 0; n < BURST_EACH; n += 1) await send(0, index, SINGLE_ANSWERS + n);
    }),
  );
  const gone = child === undefined ? Promise.resolve() : once(child, "exit");
  child?.kill("SIGKILL");
  await gone;
  const startedMs = performance.now();
  await untilApplied(nodes);
  return performance.now() - startedMs;
}
