import { NothingSent, RequestRefused, type SendResult } from "../deliver.ts";
import type { OutboxEntry } from "../outbox-entry.ts";

/** The outcome of a request: `lose reply` and `lose request` look alike to the sender. */
export type RequestOutcome =
  "ok" | "lose request" | "lose reply" | "busy" | "refuse all" | "refuse each";

/** Accepts each entry once, like the service; the test plans the outcome of each request. */
export function fakeService() {
  const taken: string[] = [];
  const known = new Set<string>();
  const plan: RequestOutcome[] = [];
  const requests: string[][] = [];
  const nameOf = (entry: OutboxEntry) => {
    if (entry.kind === "answer") return entry.answer.clientRecordId;
    return `${entry.kind === "act" ? entry.act : entry.kind} ${entry.wordId}`;
  };
  const take = (entries: readonly OutboxEntry[]) => {
    for (const entry of entries) {
      if (!known.has(entry.id)) taken.push(nameOf(entry));
      known.add(entry.id);
    }
  };
  return {
    /** Each entry once, in order of arrival. */
    taken,
    plan,
    requests,
    async send(entries: readonly OutboxEntry[]): Promise<SendResult> {
      requests.push(entries.map(nameOf));
      const seqs = entries.map(({ seq }) => seq);
      const refusal = { code: "NOT_FOUND", message: "There is no such word." };
      switch (plan.shift() ?? "ok") {
        case "lose request":
          throw new Error("no reply");
        case "busy":
          throw new NothingSent(undefined, 30);
        case "refuse all":
          throw new RequestRefused(refusal);
        case "refuse each":
          return { gone: [], refused: seqs.map((seq) => ({ seq, ...refusal })) };
        case "lose reply":
          take(entries);
          throw new Error("no reply");
        default:
          take(entries);
          return { gone: seqs, refused: [] };
      }
    },
  };
}

export function answerTo(clientRecordId: string, wordId = "w1") {
  const answeredAt = "2026-01-01T00:00:00.000Z";
  return { clientRecordId, wordId, isCorrect: true, responseTimeMs: 900, answeredAt };
}

/** Timers that the test fires. */
export function fakeTimers() {
  let waiting: { readonly ms: number; readonly run: () => void }[] = [];
  return {
    waiting: () => waiting.map(({ ms }) => ms),
    after(ms: number, run: () => void) {
      const timer = { ms, run };
      waiting.push(timer);
      return () => void (waiting = waiting.filter((other) => other !== timer));
    },
    async pass() {
      const due = waiting;
      waiting = [];
      for (const { run } of due) run();
      await settled();
    },
  };
}

/** Settles when everything that needs no timer has finished. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}
