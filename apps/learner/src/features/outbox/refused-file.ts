import type { OutboxEntry } from "./outbox-entry.ts";

/** What the service did not take, for a file of the learner's own: JSON, oldest first. */
export function refusedFile(entries: readonly OutboxEntry[]): string {
  const items = entries.map((entry) => ({
    ...(entry.kind === "answer" ? entry.answer : { act: entry.act, wordId: entry.wordId }),
    refused: entry.refusal,
  }));
  return `${JSON.stringify(items, undefined, 2)}\n`;
}
