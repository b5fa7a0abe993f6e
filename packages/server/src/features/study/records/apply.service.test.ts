import { RecordDraft } from "@wordloom/contract";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { openLearningNeeds } from "../../../testing/app/learning-needs.ts";
import { findWordState } from "../../progress/word-states/word-states.repo.ts";
import { readEngineState } from "../../adaptation/amas/engine-states.service.ts";
import { applyAnswers } from "./apply.service.ts";
import { countRecords } from "../../progress/answers/answers.service.ts";

// Answers are applied all or none, once per key and in order, and only committed changes are
// published. The tests use the real engine on a real database and collect events in a list.
type Needs = Awaited<ReturnType<typeof openLearningNeeds>>;
let needs: Needs;

beforeEach(async () => {
  needs = await openLearningNeeds();
  await needs.words("w1", "w2");
});
afterAll(() => needs.close());

function answer(fields: Partial<RecordDraft> & { userId?: string } = {}) {
  const { userId = "u1", ...draft } = fields;
  const parsed = RecordDraft.parse({
    wordId: "w1",
    isCorrect: true,
    responseTimeMs: 900,
    ...draft,
  });
  return { userId, draft: parsed, acceptedAtMs: needs.clock.nowMs() };
}

describe("applyAnswers", () => {
  it("stores the record, updates word and learner, and notifies the learner", async () => {
    const [applied] = await applyAnswers(needs, [answer({ clientRecordId: "c1" })]);

    expect(applied).toMatchObject({ kind: "stored", record: { wordId: "w1", isCorrect: true } });
    const state = await findWordState(needs.database, "u1", "w1");
    expect(state).toMatchObject({ state: "learning", total_attempts: 1, correct_streak: 1 });
    expect(state?.next_review_at_ms).toBeGreaterThan(needs.clock.nowMs());
    expect((await readEngineState(needs, "u1")).totalEventCount).toBe(1);
    expect(needs.published()).toEqual(["u1:amas_state"]);
  });

  it("publishes record_applied before amas_state for an answer from the outbox", async () => {
    await applyAnswers(needs, [{ ...answer({ clientRecordId: "c1" }), outboxSeq: 7 }]);
    expect(needs.published()).toEqual(["u1:record_applied", "u1:amas_state"]);
  });

  it("returns the first record for a repeat and learns nothing", async () => {
    const [first] = await applyAnswers(needs, [answer({ clientRecordId: "c1" })]);
    const again = answer({ clientRecordId: "c1", isCorrect: false });
    const [second] = await applyAnswers(needs, [again]);

    expect(second).toEqual({
      kind: "duplicate",
      record: first?.kind === "stored" ? first.record : undefined,
    });
    expect((await readEngineState(needs, "u1")).totalEventCount).toBe(1);
  });

  it("recognizes a key without a time limit", async () => {
    await applyAnswers(needs, [answer({ clientRecordId: "c1" })]);
    needs.wait(20 * 365 * 86_400_000);
    const [again] = await applyAnswers(needs, [answer({ clientRecordId: "c1" })]);
    expect(again?.kind).toBe("duplicate");
  });

  it("treats a key that occurs twice in a batch as a duplicate", async () => {
    const twins = [answer({ clientRecordId: "c1" }), answer({ clientRecordId: "c1" })];
    const applied = await applyAnswers(needs, twins);
    expect(applied.map(({ kind }) => kind)).toEqual(["stored", "duplicate"]);
    expect(await countRecords(needs.database, "u1")).toBe(1);
  });

  it("keeps learners' keys apart and stores every answer without a key", async () => {
    const mine = [answer({ clientRecordId: "c1" }), answer(), answer()];
    const applied = await applyAnswers(needs, [
      ...mine,
      answer({ clientRecordId: "c1", userId: "u2" }),
    ]);
    expect(applied.map(({ kind }) => kind)).toEqual(["stored", "stored", "stored", "stored"]);
  });

  it("skips an unknown word and applies the rest", async () => {
    const applied = await applyAnswers(needs, [answer({ wordId: "gone" }), answer()]);
    expect(applied.map(({ kind }) => kind)).toEqual(["unknown_word", "stored"]);
    expect((await readEngineState(needs, "u1")).totalEventCount).toBe(1);
  });

  it("produces the same memory one by one as in one batch", async () => {
    const plan = [true, true, false, true].map((isCorrect, n) => ({
      isCorrect,
      wordId: n % 2 === 0 ? "w1" : "w2",
      clientRecordId: `c${n}`,
    }));
    await applyAnswers(
      needs,
      plan.map((fields) => answer(fields)),
    );
    // Learners share word ratings. Reset them so that the second learner starts like the first.
    await needs.database.deleteFrom("word_ratings").execute();
    for (const fields of plan) await applyAnswers(needs, [answer({ ...fields, userId: "u2" })]);

    const [batch, single] = await Promise.all(
      ["u1", "u2"].map((userId) => findWordState(needs.database, userId, "w1")),
    );
    expect(single).toMatchObject({
      stability_days: batch?.stability_days,
      memory_json: batch?.memory_json,
    });
  });

  it("stores one record and learns once from a hundred copies of an answer", async () => {
    const copies = Array.from({ length: 100 }, () =>
      applyAnswers(needs, [answer({ clientRecordId: "same" })]),
    );
    const kinds = (await Promise.all(copies)).map(([applied]) => applied?.kind);
    expect(kinds.filter((kind) => kind === "stored")).toHaveLength(1);
    expect(await countRecords(needs.database, "u1")).toBe(1);
    expect((await readEngineState(needs, "u1")).totalEventCount).toBe(1);
  });

  it("loses no update with a hundred concurrent answers of one learner", async () => {
    const many = Array.from({ length: 100 }, (_, n) =>
      applyAnswers(needs, [answer({ clientRecordId: `c${n}` })]),
    );
    await Promise.all(many);
    expect((await readEngineState(needs, "u1")).totalEventCount).toBe(100);
    const state = await findWordState(needs.database, "u1", "w1");
    expect(state?.total_attempts).toBe(100);
  });

  it("loses no word rating when many learners answer a new word at the same time", async () => {
    const learners = Array.from({ length: 20 }, (_, n) => `learner-${n}`);
    await Promise.all(learners.map((userId) => applyAnswers(needs, [answer({ userId })])));
    const [row] = await needs.database.selectFrom("word_ratings").selectAll().execute();
    expect(JSON.parse(row?.rating_json ?? "{}")).toMatchObject({ games: learners.length });
  });

  it("changes and publishes nothing when the transaction fails", async () => {
    const [first] = await applyAnswers(needs, [answer({ clientRecordId: "c1" })]);
    const taken = first?.kind === "stored" ? first.record.id : "";
    const ids = { ...needs.ids, next: () => taken };
    const published = needs.published().length;
    const broken = { ...needs, ids, metrics: failingMetrics(needs) };

    await expect(applyAnswers(broken, [answer({ clientRecordId: "c2" })])).rejects.toThrow("boom");
    expect((await readEngineState(needs, "u1")).totalEventCount).toBe(1);
    expect(needs.published()).toHaveLength(published);

    await applyAnswers(needs, [answer({ clientRecordId: "c3" })]);
    expect((await readEngineState(needs, "u1")).totalEventCount).toBe(2);
  });
});

/** Fails in the middle of the transaction, after the engine has decided. */
function failingMetrics(from: Needs) {
  return {
    ...from.metrics,
    processEvent: () => {
      throw new Error("boom");
    },
  };
}
