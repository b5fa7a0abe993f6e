import * as contract from "@wordloom/contract";
import type { Client, WordPublic } from "@wordloom/contract";
import type { EventStream } from "@wordloom/testing/stream/event-stream";
import type { Center } from "./center.ts";
import { createSimulatedLearner, type SimulatedLearner } from "./simulated-learner.ts";

export interface Journey {
  readonly client: Client;
  readonly stream: EventStream;
  readonly center: Center;
  readonly wordsADay: number;
  readonly sessions: number;
}

/** An answer the server has acknowledged. */
interface Acknowledged {
  readonly clientRecordId: string;
  readonly wordId: string;
}

const APPLIED_WITHIN_MS = 15_000;

/**
 * Imports a book and studies it.
 *
 * @returns everything acknowledged but missing; empty if nothing is
 */
export async function study(journey: Journey): Promise<string[]> {
  const { client } = journey;
  const book = await importBook(journey);
  await client.call(contract.updateStudyConfig, {
    body: { selectedWordbookIds: [book.id], dailyWordCount: journey.wordsADay },
  });
  const learner = createSimulatedLearner();
  const acknowledged: Acknowledged[] = [];
  for (let number = 1; number <= journey.sessions; number += 1) {
    acknowledged.push(...(await studySession(journey, learner, number)));
  }
  await journey.stream.waitFor("record_applied", acknowledged.length, APPLIED_WITHIN_MS);
  await printOutcome(journey);
  return findMissing(journey, acknowledged);
}

async function importBook({ client, center }: Journey) {
  await client.call(contract.writeCenterSettings, { body: { wordbookCenterUrl: center.url } });
  const books = await client.call(contract.browseCenter, {});
  const startedMs = performance.now();
  const imported = await client.call(contract.importCenterBook, { params: { id: center.bookId } });
  const tookMs = Math.round(performance.now() - startedMs);
  const { wordbook, wordsImported, wordsSkipped } = imported;
  console.log(
    `The center offers ${books.length} books; "${wordbook.name}" imported in ${tookMs} ms:`,
  );
  console.log(`  ${wordsImported} new words, ${wordsSkipped} already known to the library`);
  return wordbook;
}

async function studySession(
  { client, wordsADay }: Journey,
  learner: SimulatedLearner,
  number: number,
): Promise<Acknowledged[]> {
  const { sessionId, crossSessionHint } = await client.call(contract.startSession, { body: {} });
  const asked = new Set<string>();
  const acknowledged: Acknowledged[] = [];
  const mistakes: WordPublic[] = [];
  let words = (await client.call(contract.listStudyWords, {})).words;
  while (asked.size < wordsADay && words.length > 0) {
    for (const word of words) {
      asked.add(word.id);
      const answer = learner.answer(word, words);
      if (!answer.isCorrect) mistakes.push(word);
      const body = { ...answer, wordId: word.id, sessionId, recordType: "learning" as const };
      const reply = await client.call(contract.submitRecord, { body });
      if (!("accepted" in reply)) throw new Error("the answer was not accepted asynchronously");
      acknowledged.push({ clientRecordId: reply.clientRecordId, wordId: word.id });
    }
    const next = { excludeWordIds: [...asked] };
    words = (await client.call(contract.listNextWords, { body: next })).words;
  }
  const session = await client.call(contract.completeSession, {
    body: {
      sessionId,
      masteredWordIds: [],
      errorProneWordIds: mistakes.map((word) => word.id),
      avgResponseTimeMs: 2_000,
    },
  });
  printSession(number, acknowledged.length, session, crossSessionHint?.suggestedDifficulty);
  return acknowledged;
}

function printSession(
  number: number,
  answers: number,
  session: contract.LearningSession,
  hint: number | undefined,
): void {
  const accuracy = Math.round((session.summary?.accuracy ?? 0) * 100);
  const errors = session.summary?.errorProneWordIds.length ?? 0;
  console.log(`\nSession ${number}: ${answers} answers, ${accuracy} % right, ${errors} words hard`);
  if (hint !== undefined) console.log(`  difficulty suggested by the previous session: ${hint}`);
  const counted = session.totalCount === answers ? "all counted" : `${session.totalCount} counted`;
  console.log(`  summary: ${counted}, ${session.actualMasteryCount} mastered`);
}

async function printOutcome({ client, stream }: Journey): Promise<void> {
  const overview = await client.call(contract.readStateOverview, { query: {} });
  const state = await client.call(contract.readUserState, {});
  const strategy = await client.call(contract.readStrategy, {});
  console.log("\nWords by state:");
  console.log(
    `  learning ${overview.learning}, reviewing ${overview.reviewing}, ` +
      `mastered ${overview.mastered}, forgotten ${overview.forgotten}`,
  );
  await printNextReviews(client);
  console.log("\nThe learner, as the engine sees them:");
  const share = (value: number) => value.toFixed(2);
  console.log(
    `  attention ${share(state.attention)}, fatigue ${share(state.fatigue)}, ` +
      `motivation ${share(state.motivation)}, confidence ${share(state.confidence)}`,
  );
  console.log(
    `  next batch: ${strategy.batchSize} words, ${Math.round(strategy.newRatio * 100)} % new, ` +
      `difficulty ${share(strategy.difficulty)}`,
  );
  await printExplanation(client);
  console.log("\nEvents received:");
  const counts = Object.entries(Object.groupBy(stream.events(), (event) => event.type));
  for (const [type, events] of counts) console.log(`  ${type}: ${events?.length ?? 0}`);
}

async function printNextReviews(client: Client): Promise<void> {
  const { data } = await client.call(contract.listRecords, { query: { limit: 100 } });
  const wordIds = [...new Set(data.map((record) => record.wordId))];
  const states = await client.call(contract.readWordStateBatch, { body: { wordIds } });
  const words = await client.call(contract.readWordBatch, { body: { ids: wordIds } });
  const textOf = new Map(words.map((word) => [word.id, word.text]));
  const soonest = states.toSorted((a, b) => dueMs(a) - dueMs(b)).slice(0, 5);
  console.log("\nNext reviews:");
  for (const state of soonest) {
    const hours = (dueMs(state) - Date.now()) / 3_600_000;
    const when =
      hours < 0 ? "in progress" : hours < 48 ? `in ${hours.toFixed(1)} h` : inDays(hours);
    console.log(
      `  ${(textOf.get(state.wordId) ?? "").padEnd(16)} ${state.state.padEnd(10)} ${when}`,
    );
  }
}

function dueMs(state: { nextReviewDate: string | null }): number {
  return state.nextReviewDate === null
    ? Number.POSITIVE_INFINITY
    : Date.parse(state.nextReviewDate);
}

function inDays(hours: number): string {
  return `in ${(hours / 24).toFixed(1)} days`;
}

/** Sends one more answer and prints the engine's explanation. */
async function printExplanation(client: Client): Promise<void> {
  const { data } = await client.call(contract.listRecords, { query: { limit: 1 } });
  const [last] = data;
  if (last === undefined) return;
  const result = await client.call(contract.processEvent, {
    body: { wordId: last.wordId, isCorrect: true, responseTime: 1_800 },
  });
  console.log("\nWhy, in the engine's own words:");
  for (const sentence of result.explanation.sentences) console.log(`  ${sentence}`);
}

/** Everything acknowledged must be a record, a word state and an event, exactly once. */
async function findMissing(
  { client, stream }: Journey,
  acknowledged: readonly Acknowledged[],
): Promise<string[]> {
  const missing: string[] = [];
  const page = await client.call(contract.listRecords, { query: { limit: 100 } });
  if (page.total !== acknowledged.length) {
    missing.push(`${acknowledged.length} answers acknowledged, ${page.total} records`);
  }
  const applied = stream.events().filter((event) => event.type === "record_applied");
  const announced = Map.groupBy(applied, ({ data }) => data["clientRecordId"]);
  for (const { clientRecordId } of acknowledged) {
    const times = announced.get(clientRecordId)?.length ?? 0;
    if (times !== 1) missing.push(`answer ${clientRecordId} was announced ${times} times`);
  }
  const wordIds = [...new Set(acknowledged.map((answer) => answer.wordId))];
  const states = await client.call(contract.readWordStateBatch, { body: { wordIds } });
  const known = new Set(states.map((state) => state.wordId));
  for (const wordId of wordIds) if (!known.has(wordId)) missing.push(`no state of ${wordId}`);
  return missing;
}
