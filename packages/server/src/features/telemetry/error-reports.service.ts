import type { ErrorReport } from "@wordloom/contract";
import type { Deps } from "../../deps.ts";
import { perApp } from "../../platform/per-app.ts";
import { withoutNullish } from "../../platform/without-nullish.ts";
import { toPrintable } from "./printable-text.ts";

type Needs = Pick<Deps, "clock" | "database" | "log">;

/** What is logged of one field. */
const FIELD_MAX_BYTES = 4 * 1024;

/** What everyone's reports together may add to the log in a minute. */
const BUDGET_BYTES = 256 * 1024;
const BUDGET_MS = 60_000;

interface Budget {
  endsAtMs: number;
  leftBytes: number;
  dropped: number;
}

const budgetOf = perApp<Needs, Budget>(() => ({ endsAtMs: 0, leftBytes: 0, dropped: 0 }));

/**
 * Logs what broke in an app. Nothing is stored. Anybody may send such reports, so beyond a budget
 * they are only counted, and the number is logged with the next one that is let through.
 */
export function logErrorReport(needs: Needs, report: ErrorReport): void {
  const fields = withoutNullish({ ...report, url: withoutQuery(report.url) });
  const printable = Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name, toPrintable(text, FIELD_MAX_BYTES)]),
  );
  const budget = renewedBudget(needs);
  const bytes = Buffer.byteLength(JSON.stringify(printable));
  if (bytes > budget.leftBytes) {
    budget.dropped += 1;
    return;
  }
  budget.leftBytes -= bytes;
  needs.log.warn({ report: printable }, "an app reported an error");
}

function renewedBudget(needs: Needs): Budget {
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

/** Queries and fragments carry tokens, and say little about what broke. */
function withoutQuery(url: string | null | undefined): string | null | undefined {
  return url?.replace(/[?#].*$/s, "");
}
