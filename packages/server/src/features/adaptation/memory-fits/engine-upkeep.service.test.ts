import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { transact } from "../../../platform/database/transaction.ts";
import { openLearningNeeds } from "../../../testing/app/learning-needs.ts";
import { chooseBatches } from "../amas/amas.service.ts";
import {
  openEngineStates,
  openExistingEngineStates,
  readEngineState,
} from "../amas/engine-states.service.ts";
import { maintainIdleLearners } from "./engine-upkeep.service.ts";
import { insertEventIds, listUsedEventIds } from "../amas/amas-events.service.ts";
import { algorithmOptimization, eventIdCleanup } from "./engine-upkeep.worker.ts";
import { partialDeps } from "../../../testing/app/partial-deps.ts";

// Checks that states of learners who were away for a month are updated once a month, and others are
// not. The tests write states by hand and use a manual clock.
type Needs = Awaited<ReturnType<typeof openLearningNeeds>>;
const going = new AbortController().signal;
const DAY_MS = 86_400_000;
let needs: Needs;
let userId = "";
let learners = 0;

beforeAll(async () => {
  needs = await openLearningNeeds();
  await needs.words("w1", "w2");
});
afterAll(() => needs.close());
beforeEach(async () => {
  userId = `u${(learners += 1)}`;
  await needs.database.deleteFrom("engine_states").execute();
});

async function trusting(trust: number[], of = userId): Promise<void> {
  await transact(needs.database, async (tx) => {
    const states = await openEngineStates(needs, tx, [of]);
    const learner = states.get(of);
    states.set(of, { ...learner, strategy: { ...learner.strategy, trust } });
    await states.save();
  });
}

async function handOut(): Promise<void> {
  const words = ["w1", "w2"].map((id) => ({ id, text: `text ${id}`, difficulty: 0.5 }));
  const request = { key: needs.ids.next(), exclude: [], shown: [], nowMs: needs.clock.nowMs() };
  const batchRequest = {
    userId,
    words: words.map((word) => ({ word, memoryJson: null })),
    request,
  };
  await transact(needs.database, (tx) => chooseBatches(needs, tx, [batchRequest]));
}

const strategy = async (of = userId) => (await readEngineState(needs, of)).strategy;
const restAll = () => maintainIdleLearners(needs, going);

describe("after a month without an answer", () => {
  it("half of the trust is lost, and half of the rest a month later", async () => {
    await trusting([0.9, 0.5, 0.1]);
    needs.wait(30 * DAY_MS);
    expect(await restAll()).toBe(0);
    needs.wait(1);
    expect(await restAll()).toBe(1);
    expect((await strategy()).trust[0]).toBeCloseTo(0.7, 12);
    expect(await restAll()).toBe(0);
    needs.wait(30 * DAY_MS + 1);
    await algorithmOptimization.run(partialDeps(needs), going);
    expect((await strategy()).trust[0]).toBeCloseTo(0.6, 12);
  });

  it("unknown batches are removed, those handed out stay", async () => {
    await handOut();
    const [known] = (await strategy()).pending;
    if (known === undefined) throw new Error("no batch is pending");
    await transact(needs.database, async (tx) => {
      const states = await openEngineStates(needs, tx, [userId]);
      const learner = states.get(userId);
      const pending = [{ ...known, id: "lost" }, known];
      states.set(userId, { ...learner, strategy: { ...learner.strategy, pending } });
      await states.save();
    });
    needs.wait(31 * DAY_MS);
    await restAll();
    expect((await strategy()).pending.map(({ id }) => id)).toEqual([known.id]);
    const { states } = await openExistingEngineStates(needs, needs.database, [userId]);
    expect(states.batches(userId).map(({ id }) => id)).toEqual([known.id]);
  });
});

it("learners who answered recently are not updated, among many who were away", async () => {
  for (let n = 0; n < 25; n += 1) await trusting([1, 1, 1], `away-${n}`);
  needs.wait(31 * DAY_MS);
  await trusting([1, 1, 1]);
  expect(await restAll()).toBe(25);
  expect((await strategy()).trust).toEqual([1, 1, 1]);
  expect((await strategy("away-24")).trust).toEqual([0.75, 0.75, 0.75]);
});

it("a learner whose state is damaged does not keep the others from their update", async () => {
  for (let n = 0; n < 25; n += 1) await trusting([1, 1, 1], `away-${n}`);
  const damage = { state_json: "{}", revision: 999 };
  const { database } = needs;
  await database.updateTable("engine_states").set(damage).where("user_id", "=", "away-7").execute();
  needs.wait(31 * DAY_MS);
  await restAll();
  for (const id of ["away-0", "away-6", "away-8", "away-24"]) {
    expect((await strategy(id)).trust).toEqual([0.75, 0.75, 0.75]);
  }
});

it("ids of engine events are remembered for half a year", async () => {
  const { database } = needs;
  const remember = (id: string) =>
    transact(database, (tx) => insertEventIds(tx, userId, [id], needs.clock.nowMs()));
  await remember("old");
  needs.wait(1);
  await remember("edge");
  needs.wait(180 * DAY_MS);
  await remember("new");
  await eventIdCleanup.run(partialDeps(needs), going);
  const used = await listUsedEventIds(database, userId, ["old", "edge", "new"]);
  expect(used.toSorted()).toEqual(["edge", "new"]);
});

it("it stops when the signal is aborted", async () => {
  const stopped = AbortSignal.abort(new Error("stop"));
  await expect(maintainIdleLearners(needs, stopped)).rejects.toThrow("stop");
});
