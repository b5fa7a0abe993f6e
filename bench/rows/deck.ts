import { startHeavyService } from "@wordloom/testing/heavy/heavy-service";
import { createStallMeter } from "@wordloom/testing/heavy/stall-meter";
import { measuredSteps } from "../lib/import-steps.ts";
import { learnerDeck } from "../lib/learner-deck.ts";
import { askingImports, settledImport } from "../lib/learner-list.ts";
import type { Row } from "../lib/row.ts";

const NOTES = 10_000;
const REVIEWS = 10;
const SIZE = { words: 30_000, states: 1_000, records: 1_000, sessions: 10, notes: 10 };

/** What a deck takes from the file to the learner who was replayed, milliseconds. */
const STEPS = [
  ["read", 20_000],
  ["plan", 5_000],
  ["run", 60_000],
  ["undo", undefined],
] as const;

/**
 * A learner brings a deck of 10,000 notes with 100,000 reviews: it is read, planned, imported with
 * its reviews and taken back, while another connection requests `/health/live`.
 */
export const deckRow: Row = async () => {
  const service = await startHeavyService(SIZE, undefined, {});
  const meter = createStallMeter(service.server.url, service.server.pid);
  const { figures, step, memory } = measuredSteps(meter);
  try {
    const ask = askingImports(service.server.url, service.heavy);
    const deck = learnerDeck({ notes: NOTES, reviews: REVIEWS, nowMs: Date.now() });
    const { id } = await step(...STEPS[0], async () => {
      const sent = await ask("POST", "/api/imports?name=Deutsch.apkg", Buffer.from(deck));
      return settledImport(ask, sent.id, "ready");
    });
    const plan = await step(...STEPS[1], () => ask("POST", `/api/imports/${id}/plan`, {}));
    const done = await step(...STEPS[2], async () => {
      await ask("POST", `/api/imports/${id}/run`, {});
      return settledImport(ask, id, "done");
    });
    await step(...STEPS[3], async () => {
      await ask("POST", `/api/imports/${id}/undo`, {});
      return settledImport(ask, id, "undone");
    });
    const isAsPlanned = JSON.stringify(plan.counts) === JSON.stringify(done.counts);
    const reviews = NOTES * REVIEWS;
    figures.push(
      { name: "words", value: done.counts?.words ?? 0, unit: "", bar: { atLeast: NOTES } },
      { name: "reviews", value: done.counts?.reviews ?? 0, unit: "", bar: { atLeast: reviews } },
      { name: "known", value: done.result?.known30d ?? 0, unit: "words", bar: { atLeast: 1 } },
      {
        name: "runs that differ from their plan",
        value: isAsPlanned ? 0 : 1,
        unit: "",
        bar: { atMost: 0 },
      },
      memory(),
    );
    return figures;
  } finally {
    meter.close();
    await service.close();
  }
};
