import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { writeAudit, type AuditEntry } from "../../accounts/audit/audit.service.ts";
import {
  followNewestVersion,
  parametersInForce,
} from "../../adaptation/engine-config/engine-config.service.ts";
import { storeAdvice } from "../suggestions/store-advice.service.ts";
import { suggestionTarget } from "../suggestions/suggestions.service.ts";
import { ADVISOR_TASK, readAdvice } from "./advice-text.ts";
import { deleteRun, insertRun } from "./advisor.repo.ts";
import { askAdvisor, requireEnabled, type AskNeeds } from "./ask-advisor.service.ts";
import { collectEvidence } from "./evidence.service.ts";
import { mockAdvice } from "./mock-advice.ts";

type Needs = AskNeeds & Pick<Deps, "reports">;

const TOKENS_MAX = 1_000;

/** Time for everything but the model call. */
const RUN_MARGIN_MS = 60_000;

export interface AdvisorRun {
  readonly produced: boolean;
  readonly suggestionId: number | null;
  readonly reason: string | null;
}

/**
 * Asks the model for a suggestion and stores it, unless the advisor is running on any process.
 *
 * @param by  the administrator who requested the run; absent: a scheduled run
 * @throws AppError LLM_DISABLED, WORKER_RUNNING, BUDGET_EXCEEDED, LLM_FAILED
 */
export async function runAdvisor(needs: Needs, by?: Admin): Promise<AdvisorRun> {
  requireEnabled(needs);
  const holder = needs.ids.next();
  const nowMs = needs.clock.nowMs();
  const lastsMs = Math.ceil(needs.settings.LLM_TIMEOUT_SECS * 1_000 + RUN_MARGIN_MS);
  const run = { holder, lastsMs };
  if (!(await insertRun(needs.database, run, nowMs))) {
    refuse("WORKER_RUNNING", "The advisor is running already.");
  }
  try {
    return await advise(needs, by);
  } finally {
    await deleteRun(needs.database, holder);
  }
}

async function advise(needs: Needs, by: Admin | undefined): Promise<AdvisorRun> {
  await followNewestVersion(needs);
  const basedOn = parametersInForce(needs);
  const evidence = await collectEvidence(needs, basedOn);
  const { text, costUsd, tokensInput, tokensOutput } = await askAdvisor(needs, {
    task: ADVISOR_TASK,
    material: JSON.stringify(evidence),
    tokensMax: TOKENS_MAX,
    mock: JSON.stringify(mockAdvice(basedOn.snapshot)),
  });
  const read = readAdvice(text);
  const cost = { costUsd, tokensInput, tokensOutput };
  const stored =
    read &&
    (await storeAdvice(needs, { ...read, ...cost, evidence, basedOn }, (tx, suggestionId) =>
      audit(needs, tx, by, suggestionTarget(suggestionId, read.patch)),
    ));
  if (stored !== undefined) {
    return { produced: true, suggestionId: stored.suggestionId, reason: stored.reason };
  }
  await audit(needs, needs.database, by);
  const reason = read === undefined ? "unparsable" : "no_change";
  return { produced: false, suggestionId: null, reason };
}

async function audit(
  { clock }: Pick<Deps, "clock">,
  tx: Database,
  by: Admin | undefined,
  target?: AuditEntry["target"],
): Promise<void> {
  if (by === undefined) return;
  const entry = { by, action: "amas.advisor.run", atMs: clock.nowMs() } as const;
  await writeAudit(tx, { ...entry, ...(target && { target }) });
}
