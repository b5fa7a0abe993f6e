import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { AppError } from "../../../platform/basics/app-error.ts";
import { AccountGoneError } from "../../../platform/database/account-gone.ts";
import { breakWord, mendWord } from "../../../testing/faults/broken-word.ts";
import { openLearningNeeds } from "../../../testing/app/learning-needs.ts";
import { countRecords, listRecords } from "../../progress/answers/answers.service.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { countRows } from "../../../platform/database/count-rows.ts";
import { removeLateAnswers } from "../../library/words/late-answers.service.ts";
import { deleteWord } from "../../library/words/words.service.ts";
import { backoffMs } from "./answer-retries.ts";
import { drainOutbox } from "./outbox-drain.service.ts";
import {
  drainOutboxesOf,
  drainOutboxOf,
  putInOutbox,
  readOutboxBacklog,
} from "./outbox.service.ts";

// Accepted answers are applied in order, and one that cannot be applied does not block other
// learners. The tests insert answers, call the worker's function and advance the clock by hand.
type Needs = Awaited<ReturnType<typeof openLearningNeeds>>;
let needs: Needs;
const signal = new AbortController().signal;
const everything = { perPage: 100, offset: 0 };

beforeEach(async () => {
  needs = await openLearningNeeds();
  await needs.words("w1", "w2");
});
afterAll(() => needs.close());

function put(userId: string, clientRecordId: string, wordId = "w1") {
  const draft = { wordId, isCorrect: true, responseTimeMs: 900, clientRecordId };
  const atMs = needs.clock.nowMs();
  return putInOutbox(needs, {
    user_id: userId,
    client_record_id: clientRecordId,
    draft_json: JSON.stringify(draft),
    accepted_at_ms: atMs,
    run_after_ms: atMs,
  });
}

/** Answers that the engine has learned from, by learner. */
async function answersLearned(): Promise<Record<string, number>> {
  const rows = await needs.database
    .selectFrom("engine_states")
    .select(["user_id", "state_json"])
    .execute();
  return Object.fromEntries(
    rows.map((row) => [row.user_id, JSON.parse(row.state_json).totalEventCount as number]),
  );
}

/** States and ratings of a word. */
function rowsAbout(wordId: string): Promise<number[]> {
  const tables = ["word_states", "word_ratings"] as const;
  return Promise.all(
    tables.map((table) =>
      countRows(needs.database.selectFrom(table).where("word_id", "=", wordId)),
    ),
  );
}

const backlog = () => readOutboxBacklog(needs.database);

async function attempts(): Promise<number[]> {
  const rows = await needs.database.selectFrom("answer_outbox").select("attempts").execute();
  return rows.map((row) => row.attempts);
}

/** The error that keeps a caller from overtaking a waiting answer; undefined on success. */
async function refusal(draining: Promise<void>): Promise<AppError | undefined> {
  const error: unknown = await draining.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (error === undefined || error instanceof AppError) return error;
  throw error;
}

describe("an answer whose account is erased while it is being applied", () => {
  it("is skipped without a retry, a dead letter or harm to others", async () => {
    await put("u1", "c1");
    await put("u2", "c2");
    const erased = {
      ...needs,
      metrics: {
        ...needs.metrics,
        processEvent: () => {
          if (erasing) throw new AccountGoneError();
        },
      },
    };
    let erasing = true;
    await drainOutboxOf(erased, "u1");
    const left = await needs.database.selectFrom("answer_outbox").selectAll().execute();
    expect(left.map(({ attempts, dead_at_ms }) => [attempts, dead_at_ms])).toEqual([
      [0, null],
      [0, null],
    ]);
    erasing = false;
    expect(await drainOutbox(erased, signal)).toBe(2);
  });
});

describe("drainOutbox", () => {
  it("applies waiting answers, dated by their acceptance, and empties the outbox", async () => {
    const acceptedAt = new Date(needs.clock.nowMs()).toISOString();
    await Promise.all(["c1", "c2", "c3"].map((key) => put("u1", key)));
    needs.wait(60_000);
    expect(await drainOutbox(needs, signal)).toBe(3);

    const records = await listRecords(needs.database, "u1", everything);
    expect(records.map(({ createdAt }) => createdAt)).toEqual([acceptedAt, acceptedAt, acceptedAt]);
    expect(await readOutboxBacklog(needs.database)).toMatchObject({ pending: 0, deadLetter: 0 });
  });

  it("uses the first of two answers with the same key", async () => {
    await put("u1", "c1", "w1");
    await put("u1", "c1", "w2");
    await drainOutbox(needs, signal);
    await put("u1", "c1", "w2");
    await drainOutbox(needs, signal);

    const records = await listRecords(needs.database, "u1", everything);
    expect(records.map(({ wordId }) => wordId)).toEqual(["w1"]);
    expect(await readOutboxBacklog(needs.database)).toMatchObject({ pending: 0 });
  });

  it("records answers whose word was deleted meanwhile like any other", async () => {
    await put("u1", "c1", "w1");
    await drainOutbox(needs, signal);
    await put("u1", "c2", "w1");
    await put("u1", "c3", "w2");
    await put("u2", "c4", "w1");
    await deleteWord(needs, "w1");
    await drainOutbox(needs, signal);

    const listed = await Promise.all(
      ["u1", "u2"].map((userId) => listRecords(needs.database, userId, everything)),
    );
    expect(listed.map((records) => records.map(({ wordId }) => wordId).toSorted())).toEqual([
      ["w1", "w1", "w2"],
      ["w1"],
    ]);
    expect(await backlog()).toMatchObject({ pending: 0, deadLetter: 0 });
    expect(await answersLearned()).toEqual({ u1: 3, u2: 1 });
    expect(await rowsAbout("w1")).toEqual([0, 0]);
  });

  it("loses no answer that races with the deletion of its word", async () => {
    const keys = Array.from({ length: 40 }, (_, n) => `c${n}`);
    await needs.words("w3");
    const answers = keys.map(async (key, n) => {
      await put(`u${n % 4}`, key, "w3");
      if (n % 5 === 0) await drainOutbox(needs, signal);
    });
    await Promise.all([...answers.slice(0, 20), deleteWord(needs, "w3"), ...answers.slice(20)]);
    await drainOutbox(needs, signal);
    const applied = ["u0", "u1", "u2", "u3"].flatMap(needs.appliedKeys);
    expect(applied.toSorted()).toEqual(keys.toSorted());
    const { rows } = await sql<{ key: string }>`
      select client_record_id as key from records
    `.execute(needs.database);
    expect(rows.map(({ key }) => key).toSorted()).toEqual(keys.toSorted());
    expect(await backlog()).toMatchObject({ pending: 0, deadLetter: 0 });
    needs.wait(61_000);
    await removeLateAnswers(needs, signal);
    expect(await rowsAbout("w3")).toEqual([0, 0]);
  });

  it("applies an answer to a merged word to the word it was merged into", async () => {
    const joined = { former_id: "former", word_id: "w1" };
    await needs.database.insertInto("joined_words").values(joined).execute();
    await put("u1", "c1", "former");
    await drainOutbox(needs, signal);
    const [record] = await listRecords(needs.database, "u1", everything);
    expect(record?.wordId).toBe("w1");
  });

  it("tries eight times with increasing delays, then gives up", async () => {
    await breakWord(needs.database, "w1");
    await put("u1", "c1");
    let tries = 0;
    for (; tries < 20 && (await readOutboxBacklog(needs.database)).pending > 0; tries += 1) {
      await drainOutbox(needs, signal);
      needs.wait(backoffMs(Math.min(tries + 1, 7)) + 1);
    }
    expect(tries).toBe(8);
    expect(needs.published()).toEqual(["u1:record_failed"]);
    expect(await readOutboxBacklog(needs.database)).toMatchObject({ deadLetter: 1 });
  });

  it("makes only the same learner's later answers wait behind a failed one", async () => {
    await breakWord(needs.database, "w1");
    await put("u1", "c1", "w1");
    await put("u1", "c2", "w2");
    await put("u2", "c3", "w2");
    await drainOutbox(needs, signal);
    await put("u1", "c4", "w2");
    await put("u3", "c5", "w2");
    await drainOutbox(needs, signal);
    const applied = ["u1", "u2", "u3"].map(needs.appliedKeys);
    expect(applied).toEqual([[], ["c3"], ["c5"]]);

    await mendWord(needs.database, "w1");
    needs.wait(backoffMs(1) + 1);
    await drainOutbox(needs, signal);
    expect(needs.appliedKeys("u1")).toEqual(["c1", "c2", "c4"]);
    expect(await backlog()).toMatchObject({ pending: 0, deadLetter: 0 });
  });

  it("tries again at once after a failure while the clock was ahead", async () => {
    await breakWord(needs.database, "w1");
    await put("u1", "c1", "w1");
    await put("u1", "c2", "w2");
    needs.wait(DAY_MS);
    await drainOutbox(needs, signal);
    await mendWord(needs.database, "w1");
    needs.wait(-DAY_MS);
    await drainOutbox(needs, signal);
    expect(needs.appliedKeys("u1")).toEqual(["c1", "c2"]);
  });

  it("fails only the answers to the broken word among those applied together", async () => {
    await breakWord(needs.database, "w1");
    const learners = ["u1", "u2", "u3", "u4"];
    for (const userId of learners) {
      await put(userId, `c-${userId}`, userId === "u2" || userId === "u4" ? "w1" : "w2");
    }
    await drainOutbox(needs, signal);
    const applied = learners.map(needs.appliedKeys);
    expect(applied).toEqual([["c-u1"], [], ["c-u3"], []]);
    expect(await attempts()).toEqual([1, 1]);
  });

  it("stops when aborted", async () => {
    await put("u1", "c1");
    expect(await drainOutbox(needs, AbortSignal.abort())).toBe(0);
    expect(await readOutboxBacklog(needs.database)).toMatchObject({ pending: 1 });
  });
});

describe("drainOutboxOf", () => {
  it("applies the learner's waiting answers, and nobody else's", async () => {
    await put("u1", "c1");
    await put("u2", "c2");
    await drainOutboxOf(needs, "u1");
    expect(["u1", "u2"].map(needs.appliedKeys)).toEqual([["c1"], []]);
  });

  it("lets no answer overtake one that has just failed", async () => {
    await breakWord(needs.database, "w1");
    await put("u1", "c1", "w1");
    await put("u1", "c2", "w2");
    const refused = await refusal(drainOutboxOf(needs, "u1"));
    expect(refused).toMatchObject({ code: "UNAVAILABLE", extras: { retryAfterSecs: 1 } });
    expect(needs.appliedKeys("u1")).toEqual([]);

    await mendWord(needs.database, "w1");
    needs.wait(backoffMs(1) + 1);
    await drainOutboxOf(needs, "u1");
    expect(needs.appliedKeys("u1")).toEqual(["c1", "c2"]);
  });

  it("respects the pauses between attempts, however often it is called", async () => {
    await breakWord(needs.database, "w1");
    await put("u1", "c1");
    for (let n = 0; n < 20; n += 1) {
      expect(await refusal(drainOutboxOf(needs, "u1"))).toBeDefined();
    }
    expect(await attempts()).toEqual([1]);
    needs.wait(backoffMs(1) + 1);
    const refused = await refusal(drainOutboxOf(needs, "u1"));
    expect(refused?.extras.retryAfterSecs).toBeCloseTo(backoffMs(2) / 1_000, 9);
    expect(await attempts()).toEqual([2]);
  });

  it("does not wait for a pause that began while the clock was ahead", async () => {
    await breakWord(needs.database, "w1");
    await put("u1", "c1");
    needs.wait(DAY_MS);
    expect(await refusal(drainOutboxOf(needs, "u1"))).toBeDefined();
    needs.wait(-DAY_MS);
    const refused = await refusal(drainOutboxOf(needs, "u1"));
    expect(refused?.extras.retryAfterSecs).toBeCloseTo(backoffMs(2) / 1_000, 9);
    await mendWord(needs.database, "w1");
    needs.wait(backoffMs(2) + 1);
    await drainOutboxOf(needs, "u1");
    expect(needs.appliedKeys("u1")).toEqual(["c1"]);
  });

  it("does not wait for dead letters", async () => {
    await breakWord(needs.database, "w1");
    await put("u1", "c1", "w1");
    await put("u1", "c2", "w2");
    for (let attempt = 1; attempt < 8; attempt += 1) {
      expect(await refusal(drainOutboxOf(needs, "u1"))).toBeDefined();
      needs.wait(backoffMs(attempt) + 1);
    }
    await drainOutboxOf(needs, "u1");
    expect(needs.appliedKeys("u1")).toEqual(["c2"]);
    expect(await backlog()).toMatchObject({ pending: 0, deadLetter: 1 });
  });

  it("reports a database that is not available", async () => {
    await put("u1", "c1");
    await expect(drainOutboxOf(failingAfter(0), "u1")).rejects.toThrow("Connection terminated");
    expect(await attempts()).toEqual([0]);
  });

  it("applies a backlog in several transactions", async () => {
    await accumulate("u1", 150);
    await expect(drainOutboxOf(failingAfter(100), "u1")).rejects.toThrow("Connection terminated");
    const stored = await countRecords(needs.database, "u1");
    expect(stored).toBeGreaterThan(0);
    expect(stored).toBeLessThanOrEqual(100);
    await drainOutboxOf(needs, "u1");
    expect(await countRecords(needs.database, "u1")).toBe(150);
  });

  it("leaves a long backlog to the worker", async () => {
    await accumulate("u1", 1_100);
    const refused = await refusal(drainOutboxOf(needs, "u1"));
    expect(refused).toMatchObject({ code: "UNAVAILABLE", extras: { retryAfterSecs: 5 } });
    expect((await backlog()).pending).toBe(1_100 - 1_024);
    await drainOutboxOf(needs, "u1");
    expect((await backlog()).pending).toBe(0);
  });

  /** Needs under which the connection is lost after this many answers. */
  function failingAfter(answers: number): Needs {
    let processed = 0;
    const processEvent = () => {
      processed += 1;
      if (processed > answers) throw new Error("Connection terminated unexpectedly");
    };
    return { ...needs, metrics: { ...needs.metrics, processEvent } };
  }

  async function accumulate(userId: string, count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, (_, n) => put(userId, `c${n}`)));
  }
});

describe("drainOutboxesOf", () => {
  it("reports who still waits and until when; the others are done", async () => {
    await breakWord(needs.database, "w1");
    await put("u1", "c1", "w1");
    await put("u2", "c2", "w2");
    await put("u3", "c3", "w2");
    const dueAtMs = needs.clock.nowMs() + backoffMs(1);
    for (let n = 0; n < 2; n += 1) {
      const waiting = await drainOutboxesOf(needs, ["u1", "u2", "u4"]);
      expect([...waiting]).toEqual([["u1", dueAtMs]]);
    }
    const applied = ["u1", "u2", "u3"].map(needs.appliedKeys);
    expect(applied).toEqual([[], ["c2"], []]);
  });
});

describe("backoffMs", () => {
  it("grows from one second to ten minutes", () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7].map(backoffMs);
    expect(pauses[0]).toBe(1_000);
    expect(pauses.at(-1)).toBeCloseTo(600_000, 3);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  });
});
