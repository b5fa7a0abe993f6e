import { RecordDraft } from "@wordloom/contract";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { openLearningNeeds } from "../../testing/learning-needs.ts";
import { answerPages, type BareAnswer } from "./answer-history.service.ts";
import { toAnswerInput } from "./answer-input.ts";
import { applyAnswers } from "./apply.service.ts";
import { insertRecords, type RecordRow } from "./records.repo.ts";

// What we check: the stored history is what the engine was given at the time, complete, in order.
let needs: Awaited<ReturnType<typeof openLearningNeeds>>;

beforeEach(async () => {
  needs = await openLearningNeeds();
  await needs.words("w1");
});
afterAll(() => needs.close());

async function history(userId: string, max = 50_000): Promise<BareAnswer[]> {
  const answers: BareAnswer[] = [];
  for await (const page of answerPages(needs.database, userId, max)) answers.push(...page);
  return answers;
}

/** Rows that come in threes at the same moment. */
function row(n: number): RecordRow {
  return {
    id: `r${String(n).padStart(5, "0")}`,
    user_id: "u1",
    word_id: "w1",
    is_correct: 1,
    response_time_ms: n,
    session_id: null,
    record_type: "all",
    self_rating: null,
    question_mode: null,
    client_record_id: null,
    details_json: null,
    created_at_ms: Math.floor(n / 3),
  };
}

describe("answerPages", () => {
  it("gives back what the engine was given", async () => {
    const draft = RecordDraft.parse({
      wordId: "w1",
      isCorrect: false,
      responseTimeMs: 1_234.5,
      clientRecordId: "c1",
      sessionId: "s1",
      questionMode: "meaning-to-word",
      selfRating: 1,
      hintUsed: true,
      retryCount: 2,
      confusedWith: "w2",
      focusLossDurationMs: 70,
      interactionDensity: 0.5,
    });
    const acceptedAtMs = needs.clock.nowMs();
    await applyAnswers(needs, [{ userId: "u1", draft, acceptedAtMs }]);
    expect(await history("u1")).toEqual([toAnswerInput(draft, acceptedAtMs)]);
  });

  it("crosses pages without losing or repeating answers of the same moment", async () => {
    const rows = Array.from({ length: 2_500 }, (_, n) => row(n));
    await insertRecords(needs.database, rows);
    const times = (await history("u1")).map(({ responseTimeMs }) => responseTimeMs);
    expect(times).toEqual(rows.map(({ response_time_ms }) => response_time_ms));
  });

  it("goes back no further than asked, but splits no moment", async () => {
    await insertRecords(
      needs.database,
      Array.from({ length: 12 }, (_, n) => row(n)),
    );
    expect(await history("u1", 4)).toHaveLength(6);
    expect(await history("u1", 12)).toHaveLength(12);
  });

  it("is empty for somebody without records", async () => {
    expect(await history("u2")).toEqual([]);
  });
});
