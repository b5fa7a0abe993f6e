import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { transact } from "../../../platform/database/transaction.ts";
import { breakWord, mendWord } from "../../../testing/faults/broken-word.ts";
import { openLearningNeeds } from "../../../testing/app/learning-needs.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { lockLearners, startLearner } from "../../adaptation/amas/engine-states.service.ts";
import { backoffMs } from "./answer-retries.ts";
import { applyDue } from "./due-answers.service.ts";
import { drainOutbox, isWorkLeftOver } from "./outbox-drain.service.ts";
import { putInOutbox, readOutboxBacklog } from "./outbox.service.ts";

// Several processes that share an outbox apply each answer once, in order, with the same result as
// one process. Each process is simulated by needs with their own database handle and caches.
type Needs = Awaited<ReturnType<typeof openLearningNeeds>>;
let needs: Needs;
const LEARNERS = ["u1", "u2", "u3", "u4", "u5"];
/**
 * A word answered by one learner only, because every learner's answers affect what is learned about
 * it.
 */
const ownWord = (userId: string) => `of-${userId}`;
const signal = new AbortController().signal;
const isPostgres = testDialect === "postgres";

beforeEach(async () => {
  needs = await openLearningNeeds();
  await needs.words("w1", "w2", ...LEARNERS.map(ownWord));
});
afterAll(() => needs.close());

function processOf(name: string): Needs {
  const database = needs.database.withoutPlugins();
  return { ...needs, database, instance: { ...needs.instance, id: name } };
}

async function put(userId: string, clientRecordId: string, wordId = "w1", isCorrect = true) {
  const draft = { wordId, isCorrect, responseTimeMs: 900, clientRecordId };
  const atMs = needs.clock.nowMs();
  await putInOutbox(needs, {
    user_id: userId,
    client_record_id: clientRecordId,
    draft_json: JSON.stringify(draft),
    accepted_at_ms: atMs,
    run_after_ms: atMs,
  });
}

const positions = () =>
  needs.database.selectFrom("answer_outbox").select(["seq", "user_id"]).orderBy("seq").execute();

/** What the engine has learned from the answers: per learner and, across learners, per word. */
async function learned() {
  const states = await needs.database
    .selectFrom("engine_states")
    .select(["user_id", "state_json", "revision"])
    .orderBy("user_id")
    .execute();
  const words = await needs.database
    .selectFrom("word_states")
    .select(["user_id", "word_id", "memory_json", "total_attempts"])
    .orderBy("user_id")
    .orderBy("word_id")
    .execute();
  const { rows } = await sql<{ user_id: string; answers: number }>`
    select user_id, count(*) as answers from records group by user_id order by user_id
  `.execute(needs.database);
  return { states: states.map(({ revision: _, ...state }) => state), words, records: rows };
}

async function forget(): Promise<void> {
  const tables = ["engine_states", "word_states", "word_ratings", "records"] as const;
  for (const table of tables) await needs.database.deleteFrom(table).execute();
}

const putOneEach = async (n: number) => {
  for (const userId of LEARNERS) await put(userId, `c${n}`, ownWord(userId), n % 3 !== 1);
};

async function putMany(each: number): Promise<void> {
  for (let n = 0; n < each; n += 1) await putOneEach(n);
}

const keys = (count: number) => Array.from({ length: count }, (_, n) => `c${n}`);

describe.runIf(isPostgres)("several processes on one outbox", () => {
  it.each([2, 4])("%i of them learn the same as one, each answer once and in order", async (of) => {
    await putMany(30);
    await drainOutbox(needs, signal);
    const byOne = await learned();
    await forget();
    const before = needs.published().length;
    await putMany(30);
    const all = Array.from({ length: of }, (_, n) => processOf(`p${n}`));
    const counts = await Promise.all(all.map((one) => drainOutbox(one, signal)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(150);
    expect(await learned()).toEqual(byOne);
    expect(needs.published().length).toBe(2 * before);
    for (const userId of LEARNERS) {
      expect(needs.appliedKeys(userId)).toEqual([...keys(30), ...keys(30)]);
    }
    expect(await readOutboxBacklog(needs.database)).toMatchObject({ pending: 0, deadLetter: 0 });
  });

  it("each see a learner's state as the others left it", async () => {
    const [one, other] = [processOf("one"), processOf("other")];
    await putMany(6);
    await drainOutbox(needs, signal);
    const byOne = await learned();
    await forget();
    for (let n = 0; n < 6; n += 1) {
      await putOneEach(n);
      await drainOutbox(n % 2 === 0 ? one : other, signal);
    }
    const { states } = await learned();
    expect(states).toEqual(byOne.states);
  });

  it("skip a learner locked by another process and apply the others' answers", async () => {
    await put("u1", "c1");
    await put("u2", "c2");
    await startLearner(needs, "u1");
    await transact(processOf("busy").database, async (tx) => {
      await lockLearners(needs, tx, ["u1"]);
      expect(await drainOutbox(needs, signal)).toBe(1);
    });
    expect(needs.published()).toEqual(["u2:record_applied", "u2:amas_state"]);
    expect(await drainOutbox(needs, signal)).toBe(1);
  });

  it("return to a learner whose lock was released meanwhile", async () => {
    await put("u1", "c1");
    const released = Promise.withResolvers<void>();
    const held = transact(processOf("busy").database, async (tx) => {
      await lockLearners(needs, tx, ["u1"]);
      const draining = drainOutbox(needs, signal);
      setTimeout(released.resolve, 50);
      await released.promise;
      return { draining };
    });
    expect(await (await held).draining).toBe(1);
  });

  it("share a word without waiting for each other's transactions", async () => {
    await put("u1", "c1");
    await put("u2", "c2");
    const [first, second] = await positions();
    const other = processOf("other");
    await transact(processOf("slow").database, async (tx) => {
      const slow = { ...needs, database: tx };
      expect((await applyDue(slow, [first!], "leave")).count).toBe(1);
      expect((await applyDue(other, [second!], "leave")).count).toBe(1);
    });
    const rating = await needs.database.selectFrom("word_ratings").selectAll().executeTakeFirst();
    expect(JSON.parse(rating?.rating_json ?? "{}")).toMatchObject({ games: 2 });
  });

  it("apply no answer before one that another process has just failed to apply", async () => {
    await put("u1", "c1", "w1");
    await put("u1", "c2", "w2");
    const [, second] = await positions();
    await breakWord(needs.database, "w1");
    await applyDue(processOf("other"), await positions(), "leave");
    expect(await applyDue(needs, [second!], "leave")).toEqual({ count: 0, failed: false });
    needs.wait(backoffMs(1) + 1);
    await mendWord(needs.database, "w1");
    expect((await applyDue(needs, [second!], "leave")).count).toBe(2);
    expect(needs.appliedKeys("u1")).toEqual(["c1", "c2"]);
  });

  it("announce a dead letter once", async () => {
    await breakWord(needs.database, "w1");
    await put("u1", "c1", "w1");
    await needs.database.updateTable("answer_outbox").set({ attempts: 7 }).execute();
    const all = Array.from({ length: 4 }, (_, n) => processOf(`p${n}`));
    const waiting = await positions();
    await Promise.all(all.map((one) => applyDue(one, waiting, "wait")));
    expect(needs.published()).toEqual(["u1:record_failed"]);
    expect(await readOutboxBacklog(needs.database)).toMatchObject({ pending: 0, deadLetter: 1 });
  });
});

describe("isWorkLeftOver", () => {
  it("reports an answer that nobody applies, unless it waits for its next attempt", async () => {
    await put("u1", "c1", "w1");
    const left = [await isWorkLeftOver(needs)];
    needs.wait(1_000);
    left.push(await isWorkLeftOver(needs));
    await breakWord(needs.database, "w1");
    await drainOutbox(needs, signal);
    left.push(await isWorkLeftOver(needs));
    needs.wait(backoffMs(1));
    left.push(await isWorkLeftOver(needs));
    await mendWord(needs.database, "w1");
    await drainOutbox(needs, signal);
    left.push(await isWorkLeftOver(needs));
    expect(left).toEqual([false, true, false, true, false]);
  });

  it("reports an answer that failed while the clock was ahead", async () => {
    await put("u1", "c1", "w1");
    await breakWord(needs.database, "w1");
    needs.wait(DAY_MS);
    await drainOutbox(needs, signal);
    needs.wait(1_000 - DAY_MS);
    expect(await isWorkLeftOver(needs)).toBe(true);
    await mendWord(needs.database, "w1");
    await drainOutbox(needs, signal);
    expect(await isWorkLeftOver(needs)).toBe(false);
  });
});
