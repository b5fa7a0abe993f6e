import { heavyCatalogue } from "../../packages/server/src/testing/heavy/heavy-catalogue.ts";
import { startHeavyService } from "../../packages/server/src/testing/heavy/heavy-service.ts";
import { startRemoteFiles } from "../../packages/server/src/testing/heavy/remote-files.ts";
import { runCatalogue, worstOf } from "../../packages/server/src/testing/heavy/run-catalogue.ts";
import { createStallMeter } from "../../packages/server/src/testing/heavy/stall-meter.ts";
import type { Row } from "../lib/row.ts";

/** A large library, and a learner of many years. */
const SIZE = { words: 30_000, states: 20_000, records: 100_000, sessions: 1_000, notes: 2_000 };
/** Work that goes on after a reply is measured too. */
const SETTLE_MS = 20;
const SHOWN = 5;

/**
 * The worst legal and illegal input of every endpoint and the largest remote files, one at a time,
 * while another connection asks for `/health/live`.
 */
export const stall: Row = async () => {
  const remote = await startRemoteFiles();
  const service = await startHeavyService(SIZE, { WORDBOOK_CENTER_ALLOW_PRIVATE: "true" });
  const meter = createStallMeter(service.server.url, service.server.pid);
  try {
    const entries = [...heavyCatalogue(service), ...remote.entries(service)];
    const measured = await runCatalogue(meter, entries, SETTLE_MS);
    for (const by of ["longestMs", "peakMiB"] as const) {
      console.log(
        worstOf(measured, by, SHOWN)
          .map((line) => `  ${line}`)
          .join("\n"),
      );
    }
    const longest = Math.max(...measured.map(({ longestMs }) => longestMs));
    const peak = Math.max(...measured.map(({ peakMiB }) => peakMiB));
    const broken = measured.filter(({ status }) => status === 0 || status >= 500);
    return [
      { name: "requests", value: measured.length, unit: "" },
      { name: "longest answer of /health/live", value: longest, unit: "ms", bar: { atMost: 100 } },
      { name: "memory of the process", value: peak, unit: "MiB", bar: { atMost: 400 } },
      { name: "faults and missing replies", value: broken.length, unit: "", bar: { atMost: 0 } },
    ];
  } finally {
    meter.close();
    await service.close();
    await remote.close();
  }
};
