import { flushDecisions } from "@wordloom/server/features/adaptation/engine-monitoring/engine-events.service";
import { answerWord } from "@wordloom/testing/content/engine-decisions";
import { newAccount } from "@wordloom/testing/browser/learners";
import type { TestService } from "@wordloom/testing/service/web-service";

/** The service's clock advances by this after each answer. */
const PAUSE_MS = 3_600_000;

/**
 * A new learner answers one word repeatedly, three times out of four correctly, so that the engine
 * predicts the later answers. `AMAS_MONITOR_SAMPLE_RATE: "1"` keeps all of them.
 */
export async function answerOften(service: TestService, count: number): Promise<void> {
  const learner = await newAccount(service);
  const atMs = service.app.deps.clock.nowMs();
  await service.app.deps.database
    .insertInto("words")
    .values({
      id: "w1",
      text: "sea",
      text_folded: "sea",
      meaning: "海",
      meaning_folded: "海",
      pronunciation: null,
      part_of_speech: null,
      difficulty: 0.5,
      examples_json: "[]",
      tags_json: "[]",
      created_at_ms: atMs,
      language: "en",
      meaning_language: "en",
      reading: null,
      example_meanings_json: "[]",
      audio_url: null,
      owner_id: null,
      based_on: null,
      updated_at_ms: atMs,
    })
    .execute();
  for (let n = 0; n < count; n += 1) {
    await answerWord(service.app, learner.id, n % 4 !== 3);
    service.advance(PAUSE_MS);
  }
  await flushDecisions(service.app.deps);
}
