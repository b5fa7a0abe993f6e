import type { OutboxEntry, OutboxItem } from "./outbox-entry.ts";

/** The refused entries as a file for the learner: JSON, oldest first. */
export function refusedFile(entries: readonly OutboxEntry[]): string {
  const items = entries.map((entry) => ({
    ...contentOf(entry),
    refused: entry.refusal,
  }));
  return `${JSON.stringify(items, undefined, 2)}\n`;
}

function contentOf(item: OutboxItem) {
  if (item.kind === "answer") return item.answer;
  const { wordId } = item;
  return item.kind === "act" ? { act: item.act, wordId } : { wordId, change: item.change };
}
