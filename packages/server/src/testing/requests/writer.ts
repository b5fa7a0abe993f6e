import type { TestAccount } from "@wordloom/testing/content/accounts";
import { EVENT_WORD } from "@wordloom/testing/process/answer-audit";
import {
  noteAnswer,
  noteEvent,
  notePlan,
  notePossiblePlan,
  type Journal,
} from "@wordloom/testing/process/answer-journal";
import type { Wire, WireReply, WireRequest } from "@wordloom/testing/process/wire";

/** A client that writes one request after the other, and records the acknowledged ones. */
export interface Writer {
  /**
   * Writes until the connection is lost or `stop` is aborted. The next call first repeats the
   * request that was in progress, as clients should.
   *
   * @returns how many requests were refused because the storage was unavailable
   */
  write(wire: Wire, stop: AbortSignal): Promise<number>;
}

interface Write {
  readonly request: WireRequest;
  /** Records what the reply acknowledges. */
  noted(reply: WireReply): void;
}

/** Kinds of writers, by their main requests. */
export const writerKinds = ["session", "planner", "batch", "single"] as const;
export type WriterKind = (typeof writerKinds)[number];

const BATCH_SIZE = 5;
const SESSION_ANSWERS = 12;
const PLAN_MAX = 200;

export function createWriter(
  name: string,
  kind: WriterKind,
  learner: TestAccount,
  needs: { readonly wordIds: readonly string[]; readonly journal: Journal },
): Writer {
  const nextWrite = writesOf(kind, createActions(name, learner, needs));
  let inFlight: Write | undefined;

  return {
    async write(wire, stop) {
      let refused = 0;
      while (!stop.aborted) {
        inFlight ??= nextWrite();
        const reply = await wire.send(inFlight.request).catch(() => undefined);
        if (reply === undefined) break;
        if (reply.status === 503) {
          refused += 1;
          await beat();
        } else {
          requireSuccess(inFlight.request, reply);
          inFlight.noted(reply);
          inFlight = undefined;
        }
      }
      return refused;
    },
  };
}

/** The requests of a writer. */
interface WriterActions {
  answer(sessionId?: string): Write;
  batch(): Write;
  event(): Write;
  nextWords(): Write;
  plan(): Write;
  startSession(started: (sessionId: string) => void): Write;
  endSession(sessionId: string): Write;
}

function writesOf(kind: WriterKind, actions: WriterActions): () => Write {
  let count = 0;
  let sessionId: string | undefined;
  return () => {
    count += 1;
    switch (kind) {
      case "session": {
        if (sessionId === undefined) return actions.startSession((id) => (sessionId = id));
        if (count % SESSION_ANSWERS !== 0) return actions.answer(sessionId);
        const ended = sessionId;
        sessionId = undefined;
        return actions.endSession(ended);
      }
      case "planner":
        return count % 2 === 0 ? actions.plan() : actions.event();
      case "batch":
        return count % 2 === 0 ? actions.batch() : actions.answer();
      case "single":
        return count % 20 === 0 ? actions.nextWords() : actions.answer();
    }
  };
}

function createActions(
  name: string,
  { id: userId, token }: TestAccount,
  { wordIds, journal }: { wordIds: readonly string[]; journal: Journal },
): WriterActions {
  let count = 0;
  const words = wordIds.filter((wordId) => wordId !== EVENT_WORD);

  function draft() {
    count += 1;
    return {
      clientRecordId: `${name}-${count}`,
      wordId: words[(count * 7) % words.length] ?? "",
      isCorrect: count % 4 !== 0,
      responseTimeMs: 600 + (count % 10) * 150,
    };
  }

  function toWrite(
    method: string,
    path: string,
    body: object,
    noted: Write["noted"] = ignore,
  ): Write {
    return { request: { method, path, body, token }, noted };
  }

  return {
    answer(sessionId) {
      const one = { ...draft(), ...(sessionId !== undefined && { sessionId }) };
      return toWrite("POST", "/api/records", one, () => {
        noteAnswer(journal, userId, one.clientRecordId, one.wordId);
      });
    },
    batch() {
      const records = Array.from({ length: BATCH_SIZE }, draft);
      return toWrite("POST", "/api/records/batch", { records }, () => {
        for (const one of records) noteAnswer(journal, userId, one.clientRecordId, one.wordId);
      });
    },
    event() {
      const { clientRecordId: clientEventId, isCorrect, responseTimeMs: responseTime } = draft();
      const event = { wordId: EVENT_WORD, isCorrect, responseTime, clientEventId };
      return toWrite("POST", "/api/amas/process-event", event, () => {
        noteEvent(journal, userId, clientEventId);
      });
    },
    nextWords: () => toWrite("POST", "/api/learning/next-words", { excludeWordIds: [] }),
    plan() {
      count += 1;
      const dailyWordCount = (count % PLAN_MAX) + 1;
      notePossiblePlan(journal, userId, dailyWordCount);
      return toWrite("PUT", "/api/study-config", { dailyWordCount }, () => {
        notePlan(journal, userId, dailyWordCount);
      });
    },
    startSession: (started) =>
      toWrite("POST", "/api/learning/session", {}, ({ json }) => started(json.data.sessionId)),
    endSession: (sessionId) =>
      toWrite("POST", "/api/learning/complete-session", {
        sessionId,
        masteredWordIds: [],
        errorProneWordIds: [],
        avgResponseTimeMs: 900,
      }),
  };
}

function ignore(): void {}

function requireSuccess({ method, path }: WireRequest, { status, text }: WireReply): void {
  if (status >= 200 && status < 300) return;
  throw new Error(`${method} ${path} answered ${status}: ${text}`);
}

/** A refused writer yields to others before it retries. */
function beat(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5));
}
