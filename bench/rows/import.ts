import { startHeavyService } from "@wordloom/testing/heavy/heavy-service";
import { createStallMeter } from "@wordloom/testing/heavy/stall-meter";
import { askingImports, learnerList, settledImport } from "../lib/learner-list.ts";
import { measuredSteps } from "../lib/import-steps.ts";
import type { Row } from "../lib/row.ts";

const LINES = 100_000;
/** The library that every line is compared with. */
const SIZE = { words: 30_000, states: 1_000, records: 1_000, sessions: 10, notes: 10 };

/** What a learner's list takes from the file to the words, milliseconds, with the targets. */
const STEPS = [
  ["read", 10_000],
  ["plan", 5_000],
  ["run", 30_000],
  ["undo", undefined],
] as const;

/**
 * A learner brings a list of 100,000 lines: it is read, planned, imported and taken back, while
 * another connection requests `/health/live`.
 */
export const importRow: Row = async () => {
  const service = await startHeavyService(SIZE, undefined, { LIMITS_MAX_OWN_WORDS: "200000" });
  const meter = createStallMeter(service.server.url, service.server.pid);
  const { figures, step, memory } = measuredSteps(meter);
  try {
    const ask = askingImports(service.server.url, service.heavy);
    const list = Buffer.from(learnerList(LINES));
    const path = "/api/imports?name=woerter.csv";
    const sent = await step(...STEPS[0], async () => {
      const { id } = await ask("POST", path, list);
      return settledImport(ask, id, "ready");
    });
    const { id } = sent;
    const options = { language: "de", meaningLanguage: "en" };
    const plan = await step(...STEPS[1], () => ask("POST", `/api/imports/${id}/plan`, options));
    const done = await step(...STEPS[2], async () => {
      await ask("POST", `/api/imports/${id}/run`, options);
      return settledImport(ask, id, "done");
    });
    await step(...STEPS[3], async () => {
      await ask("POST", `/api/imports/${id}/undo`, {});
      return settledImport(ask, id, "undone");
    });
    const words = done.counts?.words ?? 0;
    const isAsPlanned = JSON.stringify(plan.counts) === JSON.stringify(done.counts);
    figures.push(
      { name: "words imported", value: words, unit: "", bar: { atLeast: LINES } },
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
