import {
  RecordDraft,
  type LearningRecord,
  type Page,
  type ProcessResult,
} from "@wordloom/contract";
import { queryForms } from "@wordloom/language";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import {
  pageWindow,
  toPage,
  type PageWindow,
  type PageQuery,
} from "../../../platform/basics/page.ts";
import { spanOfDays } from "../../accounts/preferences/preferences.service.ts";
import {
  joinedWords,
  knownWordsOf,
  movedWords,
  requireWordId,
} from "../../library/words/words.service.ts";
import { applyAnswers, type AcceptedAnswer, type Applied } from "./apply.service.ts";
import { applyImmediately } from "./immediate.service.ts";
import { drainOutboxOf, putInOutbox } from "./outbox.service.ts";
import { countRecords, listRecords } from "../../progress/answers/answers.service.ts";

type Needs = Pick<
  Deps,
  "clock" | "database" | "events" | "ids" | "jobs" | "log" | "metrics" | "settings"
>;

export type Outcome = { readonly kind: "queued"; readonly clientRecordId: string } | Learned;

/** An answer that was stored now or earlier. */
type Learned = Exclude<Applied, { kind: "unknown_word" }>;

/**
 * Accepts an answer and applies it now or later, as configured. To keep the order, it is also
 * applied later if an earlier answer of the learner still waits.
 */
export async function acceptRecord(
  needs: Needs,
  learner: Learner,
  draft: RecordDraft,
): Promise<Outcome> {
  await requireAnswered(needs, learner.id, draft.wordId);
  if (needs.settings.RECORDS_OUTBOX_ASYNC) return applyLater(needs, learner, draft);
  const applied = await applyImmediately(needs, toAccepted(needs, learner, draft));
  switch (applied.kind) {
    case "unknown_word":
      return refuse("NOT_FOUND");
    case "waiting":
      return applyLater(needs, learner, draft);
    default:
      return applied;
  }
}

/** Requires that the word exists or was merged into another. @throws AppError NOT_FOUND */
async function requireAnswered(needs: Needs, userId: string, wordId: string): Promise<void> {
  if ((await knownWordsOf(needs, userId, [wordId])).has(wordId)) return;
  const moved = await movedWords(needs.database, [[userId, wordId]]);
  const joined =
    moved.get(`${userId}\n${wordId}`) ?? (await joinedWords(needs.database, [wordId])).get(wordId);
  await requireWordId(needs, userId, joined ?? wordId);
}

async function applyLater(needs: Needs, learner: Learner, draft: RecordDraft): Promise<Outcome> {
  const clientRecordId = draft.clientRecordId || needs.ids.next();
  const acceptedAtMs = needs.clock.nowMs();
  await putInOutbox(needs, {
    user_id: learner.id,
    client_record_id: clientRecordId,
    draft_json: JSON.stringify({ ...draft, clientRecordId }),
    accepted_at_ms: acceptedAtMs,
    run_after_ms: acceptedAtMs,
  });
  needs.jobs.wake("records_outbox");
  return { kind: "queued", clientRecordId };
}

interface BatchItem {
  readonly record: LearningRecord;
  readonly amasResult: ProcessResult | null;
  readonly duplicate: boolean;
}

export interface BatchOutcome {
  readonly items: BatchItem[];
  readonly errors: { index: number; code: string; message: string }[];
}

/**
 * Applies many answers before returning. Invalid entries do not affect the others.
 *
 * @throws AppError UNAVAILABLE  an earlier answer of the learner waits for its next attempt
 */
export async function acceptRecordBatch(
  needs: Needs,
  learner: Learner,
  entries: readonly unknown[],
): Promise<BatchOutcome> {
  const parsed = entries.map((entry) => RecordDraft.safeParse(entry));
  const valid = parsed.flatMap((entry, index) =>
    entry.success ? { index, draft: entry.data } : [],
  );
  const errors = parsed.flatMap((entry, index) => {
    if (entry.success) return [];
    const [issue] = entry.error.issues;
    const message = `${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`;
    return { index, code: "INVALID_REQUEST_BODY", message };
  });
  await drainOutboxOf(needs, learner.id);
  const applied = await applyAnswers(
    needs,
    valid.map(({ draft }) => toAccepted(needs, learner, draft)),
  );
  const items: BatchItem[] = [];
  for (const [position, outcome] of applied.entries()) {
    const index = valid[position]?.index ?? -1;
    if (outcome.kind === "unknown_word") {
      errors.push({ index, code: "NOT_FOUND", message: "No such word." });
    } else {
      items.push(toItem(outcome));
    }
  }
  return { items, errors: errors.toSorted((a, b) => a.index - b.index) };
}

function toItem(outcome: Learned): BatchItem {
  return outcome.kind === "stored"
    ? { record: outcome.record, amasResult: outcome.result, duplicate: false }
    : { record: outcome.record, amasResult: null, duplicate: true };
}

interface RecordsQuery extends PageQuery {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly sessionId?: string | undefined;
  readonly search?: string | undefined;
  readonly correct?: boolean | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/**
 * A page of the learner's records. `limit` and `offset` override page and perPage.
 *
 * @throws AppError LEARNING_INVALID_DATE_RANGE
 */
export async function listOwnRecords(
  needs: Pick<Deps, "database" | "settings">,
  learner: Learner,
  query: RecordsQuery,
): Promise<Page<LearningRecord>> {
  const window = recordsWindow(needs.settings, query);
  const { sessionId, correct: isCorrect } = query;
  const wordForms = queryForms(query.search ?? "");
  const span = await spanOfDays(needs, learner.id, query);
  const filter = { sessionId, isCorrect, wordForms, ...span };
  const records = await listRecords(needs.database, learner.id, window, filter);
  return toPage(records, await countRecords(needs.database, learner.id, filter), window);
}

function recordsWindow(settings: Needs["settings"], query: RecordsQuery): PageWindow {
  if (query.limit === undefined && query.offset === undefined) return pageWindow(query, settings);
  const { perPage } = pageWindow({ page: 1, perPage: query.limit }, settings);
  const offset = query.offset ?? 0;
  return { perPage, offset, page: Math.floor(offset / perPage) + 1 };
}

function toAccepted(needs: Needs, learner: Learner, draft: RecordDraft): AcceptedAnswer {
  return { userId: learner.id, draft, acceptedAtMs: needs.clock.nowMs() };
}
