import { ApiError } from "@wordloom/contract/client";
import {
  openBrowserStore,
  removeBrowserStore,
  type BrowserStore,
} from "../../platform/browser-store.ts";
import { observable } from "../../platform/observable.ts";
import { connection } from "../../server-state/connection.ts";
import { sendAct, sendAnswers, type AnswerFate } from "../../server-state/send-entries.ts";
import { signIn } from "../../server-state/sign-in.ts";
import { fetchKit } from "../../server-state/study-kit.ts";
import { refreshKit, type KitNeeds } from "../kit/kit.ts";
import type { OutboxEntry } from "../outbox/outbox-entry.ts";
import { openOutbox, type Outbox, type SendResult } from "../outbox/outbox.ts";

/** What belongs to the signed-in learner in this browser. */
export interface LearnerDesk {
  readonly account: string;
  readonly store: BrowserStore;
  readonly outbox: Outbox;
  readonly kit: KitNeeds;
}

const desk = observable<LearnerDesk | undefined>(undefined);

/** The desk of whoever is signed in; undefined until it is open. */
export const learnerDesk = desk;

/** Answers that the service has taken, with what it made of them. */
export const latestFates = observable<readonly AnswerFate[]>([]);

const KIT_MINUTES = 60;
const RETRY_MS = [2_000, 5_000, 15_000, 60_000] as const;

/** Opens the desk of each learner who signs in, and sends what waits whenever that may work. */
export function startLearnerDesk(): void {
  const follow = () => {
    const state = signIn.get();
    if (state.kind === "in") void openFor(state.user.id);
    else if (state.kind === "out") closeDesk();
  };
  signIn.subscribe(follow);
  follow();
  connection.subscribe(() => connection.get() === "online" && void flush());
  addEventListener("online", () => void flush());
}

/** Nothing of the learner stays in this browser: at sign-out, after a warning if answers wait. */
export async function clearDesk(): Promise<void> {
  const account = desk.get()?.account;
  closeDesk();
  if (account !== undefined) await removeBrowserStore(account);
}

function closeDesk(): void {
  desk.get()?.store.close();
  desk.set(undefined);
}

async function openFor(account: string): Promise<void> {
  if (desk.get()?.account === account) return;
  const store = await openBrowserStore(account);
  const exclusively = (work: () => Promise<void>) => inOneTab(`wordloom.outbox.${account}`, work);
  const outbox = await openOutbox({ store, send, exclusively });
  const kit = { store, now: Date.now, fetch: () => fetchKit(KIT_MINUTES) };
  desk.set({ account, store, outbox, kit });
  await flush();
  await refreshKit(kit).catch(() => undefined);
}

async function inOneTab(name: string, work: () => Promise<void>): Promise<void> {
  if (!("locks" in navigator)) return work();
  await navigator.locks.request(name, work);
}

let attempt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends what waits; after a failure again and again, more and more slowly. */
export async function flush(): Promise<void> {
  clearTimeout(timer);
  const outbox = desk.get()?.outbox;
  if (outbox === undefined) return;
  if (await outbox.flush()) {
    attempt = 0;
    return;
  }
  const wait = RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)] ?? RETRY_MS[0];
  attempt += 1;
  timer = setTimeout(() => void flush(), wait * (0.75 + Math.random() / 2));
}

async function send(entries: readonly OutboxEntry[]): Promise<SendResult> {
  const [first] = entries;
  if (first === undefined) return { gone: [], refused: [] };
  if (first.kind === "act") {
    const refusal = await sendAct(first.act, first.wordId);
    return refusal === undefined
      ? { gone: [first.seq], refused: [] }
      : { gone: [], refused: [{ seq: first.seq, ...refusal }] };
  }
  const answers = entries.flatMap((entry) => (entry.kind === "answer" ? [entry] : []));
  const fates = await sendAnswers(
    answers.map(({ answer }) => answer),
    Date.now(),
  );
  latestFates.set(fates);
  const refusals = new Map(fates.map(({ clientRecordId, refusal }) => [clientRecordId, refusal]));
  const refused = answers.flatMap(({ seq, answer }) => {
    const refusal = refusals.get(answer.clientRecordId);
    return refusal === undefined ? [] : [{ seq, ...refusal }];
  });
  const isRefused = new Set(refused.map(({ seq }) => seq));
  return { gone: answers.map(({ seq }) => seq).filter((seq) => !isRefused.has(seq)), refused };
}

/** Whether an error says that the service could not be reached. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}
