import { RecordDraft } from "@wordloom/contract";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { openLearningNeeds } from "../../../testing/app/learning-needs.ts";
import { answerPages, type UnzonedAnswer } from "./answer-history.service.ts";
import { toAnswerInput } from "./answer-input.ts";
import { applyAnswers } from "../../study/records/apply.service.ts";
import { insertRecords, type RecordRow } from "./records.repo.ts";

// The stored history equals the engine's input at the time, complete and in order.
let needs: Awaited<ReturnType<typeof openLearningNeeds>>;

beforeEach(async () => {
  needs = await openLearningNeeds();
  await needs.words("w1");
});
afterAll(() => needs.close());

async function history(userId: string, max = 50_000): Promise<UnzonedAnswer[]> {
  const answers: UnzonedAnswer[] = [];
  for await (const page of answerPages(needs.database, userId, max)) answers.push(...page);
  return answers;
}

/** Creates records of which three at a time share a timestamp. */
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
    import_id: null,
    created_at_ms: Math.floor(n / 3),
  };
}

describe("answerPages", () => {
  it("returns what the engine was given", async () => {
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

  it("neither loses nor repeats answers with equal timestamps across pages", async () => {
    const rows = Array.from({ length: 2_500 }, (_, n) => row(n));
    await insertRecords(needs.database, rows);
    const times = (await history("u1")).map(({ responseTimeMs }) => responseTimeMs);
    expect(times).toEqual(rows.map(({ response_time_ms }) => response_time_ms));
  });

  it("returns about the requested number, keeping equal timestamps together", async () => {
    await insertRecords(
      needs.database,
      Array.from({ length: 12 }, (_, n) => row(n)),
    );
    expect(await history("u1", 4)).toHaveLength(6);
    expect(await history("u1", 12)).toHaveLength(12);
  });

  it("is empty for a learner without records", async () => {
    expect(await history("u2")).toEqual([]);
  });
});
