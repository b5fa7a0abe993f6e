import { fetchKitWords, fetchMoreNewWords } from "../../server-state/study-kit.ts";
import { slippingWords, wordsAtRisk } from "../../server-state/study-words.ts";
import { editedWord } from "../kit/edited-word.ts";
import { practisedEntries, withOptions } from "../kit/practised-words.ts";
import type { StudyWord } from "../kit/study-word.ts";
import { readEntries, unsentEdits } from "../outbox/outbox-entry.ts";
import type { LearnerWorkspace } from "./learner-workspace.ts";
import type { Practised } from "./session-state.ts";
import { lastSession } from "./session-store.ts";
import { summaryOf } from "./summary.ts";

/** New words that one goes on with when those of the day are through. */
const MORE_NEW_WORDS = 10;

/** The words of a practice; undefined when the service, which chooses them, cannot be reached. */
export async function practiceWords(
  workspace: LearnerWorkspace,
  practised: Practised,
): Promise<readonly StudyWord[] | undefined> {
  if (practised === "new") return fetchMoreNewWords(MORE_NEW_WORDS).catch(() => undefined);
  const kept = await workspace.words.kept();
  if (practised === "session") {
    const last = await lastSession(workspace.store);
    if (last === undefined) return [];
    const slipped = summaryOf(last).slipped.flatMap(({ wordId }) => last.words[wordId] ?? []);
    const met = slipped.map((word) => ({ ...word, kind: "due" as const }));
    return withOptions(met, [...Object.values(last.words), ...kept]);
  }
  const choose = practised === "slipping" ? slippingWords : wordsAtRisk;
  const chosen = await choose().catch(() => undefined);
  if (chosen === undefined) return undefined;
  const edits = await workspace.store.transact(["outbox"], async (at) =>
    unsentEdits(await readEntries(at)),
  );
  return practisedEntries(chosen, kept, async (ids) => {
    const read = await fetchKitWords(ids);
    return read.map((entry) => editedWord(entry, edits.get(entry.word.id)));
  });
}
