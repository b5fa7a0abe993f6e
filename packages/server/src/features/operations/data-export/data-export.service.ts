import type { Readable } from "node:stream";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { toDownload } from "../../../platform/basics/download.ts";
import { charge, refund, type Allowance } from "../../../platform/database/allowance.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { line } from "./export-lines.ts";
import { profileLine, tableLines } from "./exported-tables.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "metrics" | "settings">;

const EXPORTS: Allowance = {
  ofTable: "data_exports",
  cooldownMs: DAY_MS,
  code: "GDPR_EXPORT_RATE_LIMITED",
};

const FAILED = "The export failed on the server. Try again: it was not counted.";

/**
 * A learner's data as a stream of JSON lines, read only as fast as it is sent. Allowed once in 24
 * hours.
 *
 * An export that fails on the server is not counted: before the first line it is an ordinary error,
 * later the last line has the table `_error`. An export aborted by the learner is counted. One of
 * which nothing is read (HEAD) is not.
 *
 * @throws AppError GDPR_EXPORT_RATE_LIMITED
 */
export async function exportData(needs: Needs, learner: Learner): Promise<Readable> {
  const chargedAtMs = await charge(needs, EXPORTS, learner.id);
  const giveBack = () => refund(needs.database, EXPORTS, learner.id, chargedAtMs);
  try {
    const first = await profileLine(needs, learner.id);
    const lines = withErrorLine(needs, first, tableLines(needs, learner.id), giveBack);
    return toDownload(lines, giveBack);
  } catch (error) {
    await giveBack();
    throw error;
  }
}

async function* withErrorLine(
  needs: Needs,
  first: string,
  rest: AsyncIterable<string>,
  giveBack: () => Promise<void>,
): AsyncGenerator<string> {
  yield first;
  try {
    yield* rest;
  } catch (cause) {
    needs.log.error({ cause }, "a data export failed");
    await giveBack().catch((inner: unknown) =>
      needs.log.error({ cause: inner }, "a failed data export could not be refunded"),
    );
    yield line("_error", FAILED);
  }
}
