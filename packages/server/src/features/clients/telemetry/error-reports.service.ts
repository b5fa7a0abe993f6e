import type { ErrorReport } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import { withoutNullish } from "../../../platform/basics/without-nullish.ts";
import { toPrintable } from "./printable-text.ts";

type Needs = Pick<Deps, "clock" | "database" | "log">;

/** Maximum logged size of a field. */
const FIELD_MAX_BYTES = 4 * 1024;

/** Maximum size that all reports together may add to the log per minute. */
const BUDGET_BYTES = 256 * 1024;
const BUDGET_MS = 60_000;

interface Budget {
  endsAtMs: number;
  leftBytes: number;
  dropped: number;
}

const budgetOf = perApp<Needs, Budget>(() => ({ endsAtMs: 0, leftBytes: 0, dropped: 0 }));

/**
 * Logs an error reported by an app; stores nothing. The endpoint is public, so reports beyond a
 * budget are only counted, and the next accepted report logs their number.
 */
export function logErrorReport(needs: Needs, report: ErrorReport): void {
  const fields = withoutNullish({ ...report, url: withoutQuery(report.url) });
  const printable = Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name, toPrintable(text, FIELD_MAX_BYTES)]),
  );
  const budget = currentBudget(needs);
  const bytes = Buffer.byteLength(JSON.stringify(printable));
  if (bytes > budget.leftBytes) {
    budget.dropped += 1;
    return;
  }
  budget.leftBytes -= bytes;
  needs.log.warn({ report: printable }, "an app reported an error");
}

function currentBudget(needs: Needs): Budget {
  const budget = budgetOf(needs);
  const nowMs = needs.clock.monotonicMs();
  if (nowMs < budget.endsAtMs) return budget;
  if (budget.dropped > 0) {
    needs.log.warn({ dropped: budget.dropped }, "too many app error reports; some were dropped");
  }
  return Object.assign(budget, {
    endsAtMs: nowMs + BUDGET_MS,
    leftBytes: BUDGET_BYTES,
    dropped: 0,
  });
}

/** Queries and fragments may contain tokens, and rarely help to explain an error. */
function withoutQuery(url: string | null | undefined): string | null | undefined {
  return url?.replace(/[?#].*$/s, "");
}
