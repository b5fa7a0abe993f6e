import { Readable } from "node:stream";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { DAY_MS, MINUTE_MS } from "../../../platform/time/durations.ts";
import { line } from "./export-lines.ts";
import { chargeExport, findChargeMs, refundExport } from "./export-charges.repo.ts";
import { profileLine, tableLines } from "./exported-tables.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "metrics" | "settings">;

const COOLDOWN_MS = DAY_MS;
/** Another process's clock may be ahead by less than this. */
const CLOCKS_DIFFER_MS = MINUTE_MS;

/** Buffered for a slow reader, in addition to one page. */
const BUFFERED_BYTES = 64 * 1024;

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
  const chargedAtMs = await charge(needs, learner.id);
  const refund = () => refundExport(needs.database, learner.id, chargedAtMs);
  try {
    const first = await profileLine(needs, learner.id);
    const lines = withErrorLine(needs, first, tableLines(needs, learner.id), refund);
    return toStream(lines, refund);
  } catch (error) {
    await refund();
    throw error;
  }
}

async function charge({ clock, database }: Needs, userId: string): Promise<number> {
  const nowMs = clock.nowMs();
  const times = { chargedBeforeMs: nowMs - COOLDOWN_MS, aheadFromMs: nowMs + CLOCKS_DIFFER_MS };
  const attempt = { userId, nowMs, ...times };
  if (await chargeExport(database, attempt)) return nowMs;
  const chargedMs = (await findChargeMs(database, userId)) ?? nowMs;
  return refuse("GDPR_EXPORT_RATE_LIMITED", undefined, {
    retryAfterSecs: Math.max(1, Math.ceil((chargedMs + COOLDOWN_MS - nowMs) / 1000)),
  });
}

function toStream(lines: AsyncGenerator<string>, refund: () => Promise<void>): Readable {
  let isRead = false;
  return new Readable({
    highWaterMark: BUFFERED_BYTES,
    read() {
      isRead = true;
      lines.next().then(
        ({ done, value }) => void this.push(done === true ? null : value),
        (error: Error) => this.destroy(error),
      );
    },
    // Not Readable.from(): it reports a client's disconnect to the generator as an error.
    destroy(error, done) {
      const settled = isRead ? lines.return(undefined) : refund();
      settled.then(
        () => done(error),
        (inner: Error) => done(error ?? inner),
      );
    },
  });
}

async function* withErrorLine(
  needs: Needs,
  first: string,
  rest: AsyncIterable<string>,
  refund: () => Promise<void>,
): AsyncGenerator<string> {
  yield first;
  try {
    yield* rest;
  } catch (cause) {
    needs.log.error({ cause }, "a data export failed");
    await refund().catch((inner: unknown) =>
      needs.log.error({ cause: inner }, "a failed data export could not be refunded"),
    );
    yield line("_error", FAILED);
  }
}
