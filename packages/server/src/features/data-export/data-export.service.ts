import { Readable } from "node:stream";
import type { Deps } from "../../deps.ts";
import type { Learner } from "../../platform/actor.ts";
import { refuse } from "../../platform/app-error.ts";
import { DAY_MS } from "../../platform/durations.ts";
import { line } from "./export-lines.ts";
import { chargeExport, findChargeMs, refundExport } from "./export-charges.repo.ts";
import { profileLine, tableLines } from "./exported-tables.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "metrics" | "settings">;

const COOLDOWN_MS = DAY_MS;

/** Waiting for a slow reader, we hold this much and one page. */
const BUFFERED_BYTES = 64 * 1024;

const BROKEN_OFF = "The export broke off on our side. Try again: it was not counted.";

/**
 * A learner's data as a stream of JSON lines, read as fast as it is taken; once in 24 hours.
 *
 * An export that fails through our fault is not counted: before the first line it is an error like
 * any other, later a last line of table `_error`. One that the learner breaks off is counted; one
 * of which nothing is read (HEAD) is not.
 *
 * @throws AppError GDPR_EXPORT_RATE_LIMITED
 */
export async function exportData(needs: Needs, learner: Learner): Promise<Readable> {
  const chargedAtMs = await charge(needs, learner.id);
  const refund = () => refundExport(needs.database, learner.id, chargedAtMs);
  try {
    const first = await profileLine(needs, learner.id);
    const lines = withLastWord(needs, first, tableLines(needs, learner.id), refund);
    return toStream(lines, refund);
  } catch (error) {
    await refund();
    throw error;
  }
}

async function charge({ clock, database }: Needs, userId: string): Promise<number> {
  const nowMs = clock.nowMs();
  const wish = { userId, nowMs, chargedBeforeMs: nowMs - COOLDOWN_MS };
  if (await chargeExport(database, wish)) return nowMs;
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
    // Not Readable.from(): that one throws a hang-up into the lines, as if they had failed.
    destroy(error, done) {
      const settled = isRead ? lines.return(undefined) : refund();
      settled.then(
        () => done(error),
        (inner: Error) => done(error ?? inner),
      );
    },
  });
}

async function* withLastWord(
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
    yield line("_error", BROKEN_OFF);
  }
}
