import type { Dictionary, DictionaryKind, Import } from "@wordloom/contract";
import { toTimestamp } from "../../../platform/time/clock.ts";
import type { DictionaryRow } from "./dictionary-rows.repo.ts";

/** A complete dictionary as its reply shows it. */
export function toDictionary(row: DictionaryRow): Dictionary {
  return {
    id: row.id,
    title: row.title,
    revision: row.revision,
    language: row.language ?? "",
    meaningLanguage: row.meaning_language,
    entries: row.entries,
    sizeBytes: row.size_bytes,
    kinds: JSON.parse(row.kinds_json) as DictionaryKind[],
    attribution: row.attribution,
    enabled: row.enabled === 1,
    position: row.position,
    createdAt: toTimestamp(row.created_at_ms),
  };
}

/** How far a dictionary is, as its reply shows it. */
export function toJob(row: DictionaryRow): Import {
  const { error_code: code, error_message: message, finished_at_ms: finishedMs } = row;
  const isOver = row.state === "done" || row.state === "failed";
  return {
    id: row.id,
    name: row.name,
    kind: "dictionary",
    sizeBytes: row.size_bytes,
    state: row.state === "done" || row.state === "failed" ? row.state : "reading",
    progress: row.progress,
    step: isOver ? "" : "reading",
    createdAt: toTimestamp(row.created_at_ms),
    finishedAt: finishedMs === null ? null : toTimestamp(finishedMs),
    error: code === null ? null : { code, message: message ?? "", problem: null },
    options: null,
    preview: null,
    counts: null,
    problems: JSON.parse(row.problems_json) as Import["problems"],
    problemCount: row.problem_count,
    result: null,
    bookIds: [],
  };
}
