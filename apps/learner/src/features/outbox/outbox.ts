import type { StudyAnswer } from "@wordloom/contract";
import type { BrowserStore, Change } from "../../platform/browser-store.ts";
import { observable, type Observable } from "../../platform/observable.ts";
import { removed, stored, type OutboxEntry, type WordAct } from "./outbox-entry.ts";

/** What became of the entries of one request. */
export interface SendResult {
  /** The service has them, from now or from before. */
  readonly gone: readonly number[];
  readonly refused: readonly { seq: number; code: string; message: string }[];
}

export interface OutboxNeeds {
  readonly store: BrowserStore;
  /** Sends entries of one kind, oldest first. @throws when they may be tried again later */
  readonly send: (entries: readonly OutboxEntry[]) => Promise<SendResult>;
  /** One tab at a time sends. */
  readonly exclusively: (work: () => Promise<void>) => Promise<void>;
  /** After entries have gone, before `flush` goes on. */
  readonly onGone?: (entries: readonly OutboxEntry[]) => void;
}

export interface OutboxCounts {
  /** Not sent yet, the held answer included. */
  readonly waiting: number;
  readonly refused: number;
  readonly isSending: boolean;
}

/**
 * Answers and acts on their way to the service: stored before anything is said about them, sent in
 * order, removed when the service has them.
 */
export interface Outbox {
  readonly counts: Observable<OutboxCounts>;
  /** The changes that add an answer, to be written together with the session. */
  addAnswer(answer: StudyAnswer): readonly Change[];
  addAct(act: WordAct, wordId: string): readonly Change[];
  /** After the changes were written: they count. */
  written(): void;
  /** The changes that take a held answer back; undefined when it is on its way already. */
  takeBack(clientRecordId: string): readonly Change[] | undefined;
  /** The held answer may go: another one came, time passed, or the page is hidden. */
  release(): Promise<void>;
  /** Sends what waits. @returns false when something is left that may be tried again */
  flush(): Promise<boolean>;
  refusedEntries(): readonly OutboxEntry[];
  /** The learner has seen a refusal. */
  dismiss(seq: number): Promise<void>;
}

/** Largest request of answers (the limit of the service). */
const BATCH_MAX = 500;

export async function openOutbox(needs: OutboxNeeds): Promise<Outbox> {
  const { store } = needs;
  let entries = await readEntries(store);
  let nextSeq = (entries.at(-1)?.seq ?? 0) + 1;
  let isSending = false;
  const counts = observable<OutboxCounts>({ waiting: 0, refused: 0, isSending: false });
  const count = () => {
    const refused = entries.filter(({ state }) => state === "refused").length;
    counts.set({ waiting: entries.length - refused, refused, isSending });
  };
  const add = (entry: OutboxEntry, earlier: readonly Change[] = []): readonly Change[] => {
    entries = [...entries, entry];
    return [...earlier, stored(entry)];
  };
  const held = () => entries.filter(({ state }) => state === "held");
  const releaseHeld = (): Change[] => {
    const released = held().map((entry) => ({ ...entry, state: "queued" as const }));
    const bySeq = new Map(released.map((entry) => [entry.seq, entry]));
    entries = entries.map((entry) => bySeq.get(entry.seq) ?? entry);
    return released.map(stored);
  };
  const settle = async (sent: readonly OutboxEntry[], { gone, refused }: SendResult) => {
    const isGone = new Set(gone);
    const why = new Map(refused.map(({ seq, ...refusal }) => [seq, refusal]));
    const kept = sent.flatMap((entry) => {
      const refusal = why.get(entry.seq);
      return refusal === undefined ? [] : [{ ...entry, state: "refused" as const, refusal }];
    });
    await store.write([...gone.map(removed), ...kept.map(stored)]);
    const bySeq = new Map(kept.map((entry) => [entry.seq, entry]));
    entries = entries
      .filter(({ seq }) => !isGone.has(seq))
      .map((entry) => bySeq.get(entry.seq) ?? entry);
    count();
    needs.onGone?.(sent.filter(({ seq }) => isGone.has(seq)));
  };
  const sendAll = async () => {
    // Another tab may have sent some of them meanwhile.
    entries = merged(await readEntries(store), entries);
    for (;;) {
      const batch = nextBatch(entries);
      if (batch.length === 0) return;
      const before = entries;
      await settle(batch, await needs.send(batch));
      if (entries.length === before.length && nextBatch(entries)[0] === batch[0]) return;
    }
  };
  count();
  return {
    counts,
    addAnswer(answer) {
      const earlier = releaseHeld();
      const seq = nextSeq++;
      return add({ seq, state: "held", kind: "answer", answer }, earlier);
    },
    addAct(act, wordId) {
      const earlier = releaseHeld();
      const seq = nextSeq++;
      return add({ seq, state: "queued", kind: "act", act, wordId }, earlier);
    },
    written: count,
    takeBack(clientRecordId) {
      const entry = held().find(
        (one) => one.kind === "answer" && one.answer.clientRecordId === clientRecordId,
      );
      if (entry === undefined) return undefined;
      entries = entries.filter(({ seq }) => seq !== entry.seq);
      return [removed(entry.seq)];
    },
    async release() {
      const changes = releaseHeld();
      if (changes.length > 0) await store.write(changes);
    },
    async flush() {
      isSending = true;
      count();
      try {
        await needs.exclusively(sendAll);
        return true;
      } catch {
        return false;
      } finally {
        isSending = false;
        count();
      }
    },
    refusedEntries: () => entries.filter(({ state }) => state === "refused"),
    async dismiss(seq) {
      await store.write([removed(seq)]);
      entries = entries.filter((entry) => entry.seq !== seq);
      count();
    },
  };
}

async function readEntries(store: BrowserStore): Promise<OutboxEntry[]> {
  const rows = await store.all("outbox");
  return rows.map(({ value }) => value as OutboxEntry);
}

/** What is stored decides; an entry that was added a moment ago may not be stored yet. */
function merged(onDisk: readonly OutboxEntry[], known: readonly OutboxEntry[]): OutboxEntry[] {
  const last = onDisk.at(-1)?.seq ?? 0;
  const own = new Map(known.map((entry) => [entry.seq, entry]));
  const later = known.filter(({ seq }) => seq > last && own.has(seq));
  return [...onDisk, ...later];
}

/** The oldest entries of one kind: acts alone, answers together. What is held stays. */
function nextBatch(entries: readonly OutboxEntry[]): OutboxEntry[] {
  const waiting = entries.filter(({ state }) => state !== "refused");
  const first = waiting[0];
  if (first === undefined || first.state === "held") return [];
  if (first.kind === "act") return [first];
  const other = waiting.findIndex(({ kind, state }) => kind !== "answer" || state === "held");
  return waiting.slice(0, Math.min(BATCH_MAX, other < 0 ? waiting.length : other));
}
