import { setTimeout as pause } from "node:timers/promises";
import * as contract from "@wordloom/contract";
import type { Client } from "@wordloom/contract";
import { createAccount } from "./account.ts";

/** A learner who answers continuously, and repeats unacknowledged answers. */
export interface Answering {
  acknowledged(): number;
  /** The learner's token. */
  readonly token: string;
  /** Resolves when this many more answers were acknowledged. */
  more(count: number): Promise<void>;
  /** The longest time between two acknowledgments. */
  longestGapMs(): number;
  stop(): Promise<void>;
  /** Answers at the service: every acknowledged one must be there, once. */
  stored(): Promise<number>;
}

const PAUSE_MS = 20;
const MORE_WITHIN_MS = 120_000;

export async function startAnswering(url: string): Promise<Answering> {
  const { client, token } = await createAccount(url);
  const book = await firstBook(client);
  await client.call(contract.updateStudyConfig, { body: { selectedWordbookIds: [book.id] } });
  const { words } = await client.call(contract.listStudyWords, {});
  let acknowledged = 0;
  let [longestMs, lastAt, over] = [0, performance.now(), false];
  const ended = (async () => {
    for (let n = 0; !over; n += 1) {
      const word = words[n % words.length];
      if (word === undefined) throw new Error("there are no words");
      const clientRecordId = `steady-${n}`;
      while (!(await answerOnce(client, word.id, clientRecordId))) await pause(PAUSE_MS);
      acknowledged += 1;
      longestMs = Math.max(longestMs, performance.now() - lastAt);
      lastAt = performance.now();
      await pause(PAUSE_MS);
    }
  })();
  return {
    acknowledged: () => acknowledged,
    token,
    longestGapMs: () => longestMs,
    async more(count) {
      const goal = acknowledged + count;
      const deadline = performance.now() + MORE_WITHIN_MS;
      while (acknowledged < goal) {
        if (performance.now() > deadline) throw new Error("answers are acknowledged no more");
        await pause(PAUSE_MS);
      }
    },
    async stop() {
      over = true;
      await ended;
    },
    stored: () => storedAnswers(client, acknowledged),
  };
}

/** The service imports the starter books a moment after its first start. */
async function firstBook(client: Client): Promise<contract.Wordbook> {
  const deadline = performance.now() + MORE_WITHIN_MS;
  while (performance.now() < deadline) {
    const [book] = await client.call(contract.listSystemWordbooks, {});
    if (book !== undefined && book.wordCount > 0) return book;
    await pause(PAUSE_MS);
  }
  throw new Error("there is no wordbook");
}

/** @returns whether it was acknowledged; an answer without a reply is sent again */
async function answerOnce(client: Client, wordId: string, clientRecordId: string) {
  const body = { wordId, clientRecordId, isCorrect: true, responseTimeMs: 1_200 };
  return client.call(contract.submitRecord, { body }).then(
    () => true,
    () => false,
  );
}

/** Waits, because answers are applied a moment after their acknowledgment. */
async function storedAnswers(client: Client, expected: number): Promise<number> {
  const deadline = performance.now() + MORE_WITHIN_MS;
  for (;;) {
    const { total } = await client.call(contract.listRecords, { query: { perPage: 1 } });
    if (total >= expected || performance.now() > deadline) return total;
    await pause(PAUSE_MS);
  }
}
