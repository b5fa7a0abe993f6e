import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { breakWord, mendWord } from "../../../testing/faults/broken-word.ts";
import { openLearningNeeds } from "../../../testing/app/learning-needs.ts";
import { readEngineState } from "../../adaptation/amas/engine-states.service.ts";
import { applyImmediately } from "./immediate.service.ts";
import { putInOutbox } from "./outbox.service.ts";
import { listRecords } from "../../progress/answers/answers.service.ts";

// Concurrent answers share a transaction and nothing else. The tests submit them without waiting
// for each other and count commits at the database.
type Needs = Awaited<ReturnType<typeof openLearningNeeds>>;
let needs: Needs;
const everything = { perPage: 200, offset: 0 };

beforeEach(async () => {
  needs = await openLearningNeeds();
  await needs.words("w1", "w2");
});
afterAll(() => needs.close());

function answer(userId: string, clientRecordId: string, fields: Record<string, unknown> = {}) {
  const draft = { wordId: "w1", isCorrect: true, responseTimeMs: 900, clientRecordId, ...fields };
  return { userId, draft, acceptedAtMs: needs.clock.nowMs() };
}

/** Needs that make processing fail at these calls, counted from 1. */
function failingAt(...calls: number[]): Needs {
  let call = 0;
  const processEvent = () => {
    call += 1;
    if (calls.includes(call)) throw new Error("a bug");
  };
  return { ...needs, metrics: { ...needs.metrics, processEvent } };
}

describe("applyImmediately", () => {
  it("returns each answer's own outcome", async () => {
    const outcomes = await Promise.all([
      applyImmediately(needs, answer("u1", "c1")),
      applyImmediately(needs, answer("u2", "c1", { wordId: "w2" })),
      applyImmediately(needs, answer("u1", "c1")),
      applyImmediately(needs, answer("u2", "c2", { wordId: "gone" })),
    ]);
    expect(outcomes.map(({ kind }) => kind)).toEqual([
      "stored",
      "stored",
      "duplicate",
      "unknown_word",
    ]);
    expect(outcomes[1]).toMatchObject({ record: { userId: "u2", wordId: "w2" } });
  });

  it("applies a learner's answers in the order of arrival", async () => {
    const keys = Array.from({ length: 130 }, (_, n) => `c${n}`);
    const outcomes = await Promise.all(
      keys.map((key) => applyImmediately(needs, answer("u1", key))),
    );
    const counts = outcomes.map((outcome) =>
      outcome.kind === "stored" ? outcome.result.state.totalEventCount : Number.NaN,
    );
    expect(counts).toEqual(keys.map((_, n) => n + 1));
  });

  it("fails only the answer that cannot be applied", async () => {
    // The third answer fails together with the others, and again on its own.
    const broken = failingAt(3, 6);
    const outcomes = await Promise.allSettled([
      applyImmediately(broken, answer("u1", "c1")),
      applyImmediately(broken, answer("u2", "c2")),
      applyImmediately(broken, answer("u3", "c3")),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
    expect(await listRecords(needs.database, "u1", everything)).toHaveLength(1);
    expect(await listRecords(needs.database, "u3", everything)).toHaveLength(0);
    expect((await readEngineState(needs, "u1")).totalEventCount).toBe(1);
  });

  it("applies the learner's answers in the outbox first", async () => {
    await putEarlier();
    await applyImmediately(needs, answer("u1", "later"));
    expect(needs.published()).toEqual(["u1:record_applied", "u1:amas_state", "u1:amas_state"]);
  });

  it("defers an answer while an earlier one waits, and applies other learners'", async () => {
    await putEarlier();
    await breakWord(needs.database, "w2");
    const kinds = async (key: string) => {
      const outcomes = ["u1", "u2", "u1", "u3"].map((userId, n) =>
        applyImmediately(needs, answer(userId, `${key}-${n}`)),
      );
      return (await Promise.all(outcomes)).map(({ kind }) => kind);
    };
    expect(await kinds("a")).toEqual(["waiting", "stored", "waiting", "stored"]);
    await mendWord(needs.database, "w2");
    expect(await kinds("b")).toEqual(["waiting", "stored", "waiting", "stored"]);
    needs.wait(2_000);
    expect(await kinds("c")).toEqual(["stored", "stored", "stored", "stored"]);
  });

  /** Puts learner u1's answer to w2 into the outbox. */
  async function putEarlier(): Promise<void> {
    const atMs = needs.clock.nowMs();
    await putInOutbox(needs, {
      user_id: "u1",
      client_record_id: "earlier",
      draft_json: JSON.stringify(answer("u1", "earlier", { wordId: "w2" }).draft),
      accepted_at_ms: atMs,
      run_after_ms: atMs,
    });
  }
});
