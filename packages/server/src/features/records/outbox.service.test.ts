import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { openLearningNeeds } from "../../testing/learning-needs.ts";
import { deleteWord } from "../words/words.service.ts";
import { backoffMs, drainOutbox, putInOutbox, readOutboxBacklog } from "./outbox.service.ts";
import { listRecords } from "../answers/answers.service.ts";

// Accepted answers are applied, in order, and one that cannot be applied does not block other
// learners. Answers are inserted, the worker's function is called, and the clock is moved by hand.
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

/** Needs under which processing fails for this word, as with a bug. */
function failingFor(wordId: string): Needs {
  const next = () => needs.ids.next();
  return {
    ...needs,
    ids: { ...needs.ids, next },
    database: needs.database,
    metrics: {
      ...needs.metrics,
      processEvent: () => {
        if (failing.has(wordId)) throw new Error("a bug");
      },
    },
  };
}
const failing = new Set<string>();
afterEach(() => failing.clear());

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

  it("moves an answer whose word was deleted to the dead letters and publishes that", async () => {
    await put("u1", "c1", "w1");
    await put("u1", "c2", "w2");
    await deleteWord(needs, "w1");
    await drainOutbox(needs, signal);

    expect(needs.published()).toEqual(["u1:record_applied", "u1:amas_state", "u1:record_failed"]);
    expect(await readOutboxBacklog(needs.database)).toMatchObject({ pending: 0, deadLetter: 1 });
  });

  it("tries eight times with increasing delays, then gives up", async () => {
    failing.add("w1");
    await put("u1", "c1");
    let tries = 0;
    for (; tries < 20 && (await readOutboxBacklog(needs.database)).pending > 0; tries += 1) {
      await drainOutbox(failingFor("w1"), signal);
      needs.wait(backoffMs(Math.min(tries + 1, 7)) + 1);
    }
    expect(tries).toBe(8);
    expect(needs.published()).toEqual(["u1:record_failed"]);
    expect(await readOutboxBacklog(needs.database)).toMatchObject({ deadLetter: 1 });
  });

  it("makes only the same learner's later answers wait behind a failed one", async () => {
    failing.add("w1");
    await put("u1", "c1");
    await drainOutbox(failingFor("w1"), signal);
    failing.clear();
    await put("u1", "c2");
    await put("u2", "c3");
    await drainOutbox(needs, signal);
    expect(needs.published()).toEqual(["u2:record_applied", "u2:amas_state"]);

    needs.wait(backoffMs(1) + 1);
    await drainOutbox(needs, signal);
    const records = await listRecords(needs.database, "u1", everything);
    expect(records).toHaveLength(2);
    expect(await readOutboxBacklog(needs.database)).toMatchObject({ pending: 0, deadLetter: 0 });
  });

  it("stops when aborted", async () => {
    await put("u1", "c1");
    expect(await drainOutbox(needs, AbortSignal.abort())).toBe(0);
    expect(await readOutboxBacklog(needs.database)).toMatchObject({ pending: 1 });
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
