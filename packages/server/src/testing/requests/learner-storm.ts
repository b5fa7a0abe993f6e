import type { TestAccount } from "@wordloom/testing/content/accounts";
import { deviceHeaders, fullDevice } from "@wordloom/testing/content/telemetry-requests";
import type { Wire, WireReply, WireRequest } from "@wordloom/testing/process/wire";

/** The number of replies of each kind of request, by status; 0: the connection was lost. */
export type StormReport = Readonly<Record<string, Readonly<Record<number, number>>>>;

type Request = Omit<WireRequest, "headers" | "token">;
type Send = (request: Request) => Promise<WireReply>;

/** The n-th write of a loop; resolves with the reply that counts. */
type Write = (send: Send, n: number) => Promise<WireReply>;

const WORDS = 20;
/** A loop without success by then will not have any. */
const TRIES_MAX = 10;
const word = (n: number) => `word-${n % WORDS}`;
const given = { isCorrect: true, responseTimeMs: 900 };
const keyOf = (kind: string, n: number) => `${kind}-${n}-${Math.trunc(performance.now())}`;
const post = (path: string, body: unknown): Request => ({ method: "POST", path, body });
const put = (path: string, body: unknown): Request => ({ method: "PUT", path, body });

/** All kinds of writes by a learner's apps, one loop for each. */
const writes: Readonly<Record<string, Write>> = {
  answer: (send, n) =>
    send(post("/api/records", { wordId: word(n), clientRecordId: keyOf("answer", n), ...given })),
  answers: (send, n) => {
    const records = [n, n + 1, n + 2].map((at) => ({ wordId: word(at), ...given }));
    return send(post("/api/records/batch", { records }));
  },
  event: (send, n) =>
    send(
      post("/api/amas/process-event", {
        wordId: word(n),
        isCorrect: n % 3 > 0,
        responseTime: 700,
        clientEventId: keyOf("event", n),
      }),
    ),
  events: (send, n) => {
    const events = [n, n + 1].map((at) => ({
      wordId: word(at),
      isCorrect: true,
      responseTime: 800,
      clientEventId: keyOf("events", at),
    }));
    return send(post("/api/amas/batch-process", { events }));
  },
  fatigue: (send, n) => send(post("/api/amas/visual-fatigue", { score: n % 100 })),
  reset: (send) => send(post("/api/amas/reset", {})),
  config: (send, n) => send(put("/api/study-config", { dailyWordCount: 1 + (n % 100) })),
  note: (send, n) => send(post("/api/word-notes", { wordId: word(n), content: `note ${n}` })),
  favorite: (send, n) =>
    send({
      method: n % 3 === 2 ? "DELETE" : "POST",
      path: `/api/word-favorites/${word(n)}`,
      ...(n % 3 < 2 && { body: {} }),
    }),
  wordState: (send, n) =>
    send(post(`/api/word-states/${word(n)}/${n % 2 === 0 ? "mark-mastered" : "reset"}`, {})),
  wordStates: (send, n) => {
    const updates = [n, n + 5].map((at) => ({ wordId: word(at), masteryLevel: 0.5 }));
    return send(post("/api/word-states/batch-update", { updates }));
  },
  async session(send, n) {
    const opened = await send(post("/api/learning/session", {}));
    const sessionId = opened.json?.data?.sessionId ?? opened.json?.data?.id;
    if (sessionId === undefined) return opened;
    const event = { clientEventId: keyOf("late", n), wordId: word(n), ...given };
    const events = [{ ...event, clientTsMs: Date.parse("2026-05-01") }];
    const synced = await send(
      post("/api/learning/sync-progress", { sessionId, totalQuestions: n, events }),
    );
    if (n % 3 < 2 || synced.status >= 400) return synced;
    const rest = { masteredWordIds: [], errorProneWordIds: [], avgResponseTimeMs: 900 };
    return send(post("/api/learning/complete-session", { sessionId, ...rest }));
  },
  studyWords: (send) => send({ method: "GET", path: "/api/learning/study-words" }),
  telemetry: (send, n) =>
    send(
      post("/api/telemetry", {
        eventType: "session_start",
        clientTs: "2026-05-01T11:59:58.500Z",
        payload: { device: { ...fullDevice, cpuCores: n } },
      }),
    ),
  appEvents: (send, n) => {
    const event = { name: "word_lookup", category: "behavior", clientTsMs: Date.now() };
    const clientEventId = keyOf("app", n);
    return send(post("/api/telemetry/app-events", { events: [{ ...event, clientEventId }] }));
  },
  pack: (send, n) =>
    send(
      post("/api/telemetry/resource-pack-install", {
        packId: "p",
        version: `${n}`,
        outcome: "installed",
      }),
    ),
  reward: (send, n) =>
    send(put("/api/user-profile/reward", { rewardType: n % 2 ? "standard" : "explorer" })),
  preferences: (send, n) =>
    send(put("/api/notifications/preferences", { soundEnabled: n % 2 > 0 })),
  async book(send, n) {
    const made = await send(post("/api/wordbooks", { name: `book ${n}`, description: "" }));
    const id = made.json?.data?.id;
    if (id === undefined) return made;
    return send(post(`/api/wordbooks/${id}/words`, { wordIds: [word(n), word(n + 1)] }));
  },
  rename: (send, n) => send(put("/api/users/me", { username: `Learner ${n}` })),
};

/** One learner's loops against one or more processes, until they are refused or stopped. */
export interface Storm {
  /** Resolves when every loop has had a success, or has ended. */
  readonly underWay: Promise<unknown>;
  /** Resolves when all loops have ended, each at its first 401 or with its connection. */
  readonly over: Promise<StormReport>;
}

/** @param wires  the processes; the loops take turns between them */
export function startStorm(learner: TestAccount, wires: readonly Wire[]): Storm {
  const started: Promise<unknown>[] = [];
  const loops = Object.entries(writes).map(([kind, write], index) => {
    const first = Promise.withResolvers<void>();
    started.push(first.promise);
    const ended = loop(learner, wires, { write, index, onSuccess: first.resolve });
    return ended.then((statuses) => [kind, statuses] as const).finally(first.resolve);
  });
  return {
    underWay: Promise.all(started),
    over: Promise.all(loops).then((entries) => Object.fromEntries(entries)),
  };
}

async function loop(
  { id, token }: TestAccount,
  wires: readonly Wire[],
  { write, index, onSuccess }: { write: Write; index: number; onSuccess: () => void },
): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  const headers = { ...deviceHeaders, "x-device-id": `phone-of-${id}` };
  for (let n = 0; ; n += 1) {
    const wire = wires[(n + index) % wires.length];
    if (wire === undefined) throw new Error("a storm needs a process");
    const reply = await write((request) => wire.send({ ...request, headers, token }), n).catch(
      () => undefined,
    );
    const status = reply?.status ?? 0;
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status === 0 || status === 401) return statuses;
    if (status < 300 || n === TRIES_MAX) onSuccess();
  }
}
