import type { Deps } from "../../deps.ts";
import type { Database } from "../../platform/database/tables.ts";
import { perApp } from "../../platform/per-app.ts";
import { listPartsOf } from "../content/morphemes.service.ts";
import { foldText, listIdsByText } from "../words/words.service.ts";

type Needs = Pick<Deps, "clock" | "database">;

/** Parts of a word, as far as knowing them depends on the learner. */
export interface WordParts {
  readonly total: number;
  /** Prefixes and suffixes: few and frequent, so that everyone is taken to know them. */
  readonly affixes: number;
  /** Words of the library that are roots of this one; a root is known when its word was met. */
  readonly rootWordIds: readonly string[];
}

const REMEMBERED_MAX = 20_000;
const BELIEVED_MS = 600_000;

interface Remembered {
  readonly parts: Map<string, WordParts>;
  untilMs: number;
}

const memory = perApp<Needs, Remembered>(() => ({ parts: new Map(), untilMs: 0 }), {
  sweep: (held, clock) => {
    if (held.untilMs < clock.monotonicMs()) held.parts.clear();
  },
});

/** Parts of these words; a word that is not taken apart has one. */
export async function partsOfWords(
  needs: Needs,
  db: Database,
  words: readonly { readonly id: string; readonly text: string }[],
): Promise<ReadonlyMap<string, WordParts>> {
  const { parts } = upToDate(needs);
  const unknown = words.filter(({ id }) => !parts.has(id));
  if (unknown.length > 0) await learnParts(db, parts, unknown);
  return parts;
}

async function learnParts(
  db: Database,
  into: Map<string, WordParts>,
  words: readonly { readonly id: string; readonly text: string }[],
): Promise<void> {
  const split = await listPartsOf(db, words);
  const rootsOf = (id: string) =>
    (split.get(id) ?? []).filter(({ type }) => type === "root").map(({ text }) => foldText(text));
  const idsByText = await listIdsByText(db, [...new Set(words.flatMap(({ id }) => rootsOf(id)))]);
  for (const { id } of words) {
    const roots = rootsOf(id);
    const total = split.get(id)?.length ?? 0;
    const rootWordIds = roots.flatMap((text) => idsByText.get(text) ?? []);
    const others = rootWordIds.filter((wordId) => wordId !== id);
    into.set(id, { total, affixes: total - roots.length, rootWordIds: others });
  }
}

function upToDate(needs: Needs): Remembered {
  const remembered = memory(needs);
  const nowMs = needs.clock.monotonicMs();
  if (nowMs < remembered.untilMs && remembered.parts.size < REMEMBERED_MAX) return remembered;
  remembered.parts.clear();
  remembered.untilMs = nowMs + BELIEVED_MS;
  return remembered;
}
