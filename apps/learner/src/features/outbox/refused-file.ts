import type { OutboxEntry } from "./outbox-entry.ts";

/** The refused entries as a file for the learner: JSON, oldest first. */
export function refusedFile(entries: readonly OutboxEntry[]): string {
  const items = entries.map((entry) => ({
    ...(entry.kind === "answer" ? entry.answer : { act: entry.act, wordId: entry.wordId }),
    refused: entry.refusal,
  }));
  return `${JSON.stringify(items, undefined, 2)}\n`;
}
