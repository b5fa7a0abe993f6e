import type { StudyKit } from "@wordloom/contract";
import { ApiError } from "@wordloom/contract/client";
import { observable } from "@wordloom/web/state";
import { connection, pagePath } from "@wordloom/web";
import {
  openBrowserStore,
  removeBrowserStore,
  removeOtherStores,
} from "../../platform/browser-database.ts";
import type { BrowserStore } from "../../platform/browser-store.ts";
import { serviceTime } from "../../platform/service-time.ts";
import { openTabChannel, type TabChannel } from "../../platform/tabs.ts";
import { answersWereTaken } from "../../server-state/answers-taken.ts";
import {
  sendAct,
  sendAnswers,
  sendEdit,
  type AnswerOutcome,
} from "../../server-state/send-entries.ts";
import { signIn } from "../../server-state/sign-in.ts";
import { fetchKit } from "../../server-state/study-kit.ts";
import { appSettings } from "../app-settings/use-app-settings.ts";
import { ensureZone } from "../clock/ensure-zone.ts";
import { askForVoices } from "../sound/service-voices.ts";
import { closeKeptSounds, openKeptSounds } from "../sound/kept-sounds.ts";
import { firstWords, forgetFirstWords } from "../first-words/kept-first-words.ts";
import { takeAlong } from "../first-words/take-along.ts";
import { createNextWords, type NextWords } from "../kit/next-words.ts";
import { NothingSent, type SendResult } from "../outbox/deliver.ts";
import type { OutboxEntry } from "../outbox/outbox-entry.ts";
import { openOutbox, type Outbox } from "../outbox/outbox.ts";
import { createRetries } from "../outbox/retries.ts";
import { sendFault } from "../outbox/send-fault.ts";

/** The local data and services of the signed-in learner. */
export interface LearnerWorkspace {
  readonly account: string;
  readonly store: BrowserStore;
  readonly outbox: Outbox;
  readonly words: NextWords;
  readonly tabs: TabChannel;
}

const workspace = observable<LearnerWorkspace | undefined>(undefined);

/** The workspace of the signed-in learner; undefined until it is open. */
export const learnerWorkspace = workspace;

/** The outcomes of the answers that the service accepted last. */
export const latestOutcomes = observable<readonly AnswerOutcome[]>([]);

/** More than an hour, so that a slow learner's kit holds a large plan, too. */
const KIT_MINUTES = 120;

/**
 * Opens a workspace for each learner who signs in, and sends pending entries when a send may
 * succeed.
 */
export function startLearnerWorkspace(): void {
  const follow = () => {
    const state = signIn.get();
    if (state.kind === "in") void openFor(state.user.id);
    else if (state.kind === "out") closeWorkspace();
  };
  signIn.subscribe(follow);
  follow();
  connection.subscribe(() => connection.get() === "online" && sendNow());
  addEventListener("online", sendNow);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") void letGo();
    else sendNow();
  });
  addEventListener("pagehide", () => void letGo());
}

/**
 * Removes all data of the learner from this browser at sign-out. The caller warns about unsent
 * answers.
 */
export async function clearWorkspace(): Promise<void> {
  const account = workspace.get()?.account ?? opening;
  closeWorkspace();
  if (account !== undefined) await removeBrowserStore(account);
  await closeKeptSounds(account);
}

function closeWorkspace(): void {
  const open = workspace.get();
  opening = undefined;
  workspace.set(undefined);
  retries.reset();
  void closeKeptSounds();
  open?.tabs.close();
  open?.store.close();
}

/**
 * The account whose workspace is open or opening, so that a renewed sign-in does not open it twice.
 */
let opening: string | undefined;

async function openFor(account: string): Promise<void> {
  if (opening === account) {
    sendNow();
    return;
  }
  closeWorkspace();
  opening = account;
  void askForVoices();
  soundsOpened = openKeptSounds(account);
  const store = await openBrowserStore(account);
  const tabs = openTabChannel(`wordloom.desk.${account}`);
  const outbox = await openOutbox({
    store,
    after,
    send: (entries) => send(account, entries),
    exclusively: (work) => inOneTab(`wordloom.outbox.${account}`, work),
    canSend: () => navigator.onLine,
    // Elsewhere nothing can undo an answer, and counts would lack it.
    offersUndo: pagePath().startsWith("/study"),
    onFault: retries.later,
    onGone: tabs.notify,
  });
  if (opening !== account) {
    tabs.close();
    store.close();
    return;
  }
  tabs.onNotified(() => void outbox.look());
  outbox.counts.subscribe(() => outbox.counts.get().waiting > 0 && askToKeep());
  const words = nextWordsOf(store);
  workspace.set({ account, store, outbox, words, tabs });
  await takeFirstWords(account, store, outbox);
  await flush();
  await words.renew();
  await removeOtherStores(account);
}

/** Takes along what the learner answered as a visitor, before the account existed. */
async function takeFirstWords(account: string, store: BrowserStore, outbox: Outbox): Promise<void> {
  const visit = firstWords.get();
  if (visit?.account !== account) return;
  await ensureZone().catch(() => undefined);
  await takeAlong(visit, store, outbox);
  forgetFirstWords();
}

let soundsOpened: Promise<void> = Promise.resolve();

/** The kit from the service; its sounds follow in the background. */
async function loadKit(): Promise<StudyKit> {
  const kit = await fetchKit(KIT_MINUTES);
  void keepSoundsOf(kit).catch(() => undefined);
  return kit;
}

/** No first question waits for the file with the program. */
async function keepSoundsOf({ words }: StudyKit): Promise<void> {
  const [{ keepSounds }] = await Promise.all([import("../sound/keep-sounds.ts"), soundsOpened]);
  await keepSounds(words, appSettings.get().kinds);
}

function nextWordsOf(store: BrowserStore): NextWords {
  return createNextWords({
    store,
    after,
    now: serviceTime.nowMs,
    load: loadKit,
    hasNetwork: () => navigator.onLine,
    isServed: () => connection.get() === "online",
    reviewCap: () => appSettings.get().gentleCap,
  });
}

let hasAsked = false;

/** Asks for persistent storage, so that a browser low on space does not evict unsent answers. */
function askToKeep(): void {
  if (hasAsked || navigator.onLine || !("storage" in navigator)) return;
  hasAsked = true;
  void navigator.storage.persist().catch(() => undefined);
}

/** Sends all pending entries, the held answer included, waiting at most `withinMs`. */
export async function sendAll(withinMs: number): Promise<void> {
  if (connection.get() === "offline") return;
  await Promise.race([letGo(), new Promise((resolve) => setTimeout(resolve, withinMs))]);
}

async function letGo(): Promise<void> {
  const outbox = workspace.get()?.outbox;
  await outbox?.release();
  await outbox?.flush();
}

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

async function inOneTab(name: string, work: () => Promise<void>): Promise<void> {
  if (!("locks" in navigator)) return work();
  await navigator.locks.request(name, work);
}

const retries = createRetries({ run: () => void flush(), after, random: Math.random });

function sendNow(): void {
  retries.reset();
  void flush();
}

/** Sends pending entries; failures are retried with growing pauses. */
async function flush(): Promise<void> {
  if (await workspace.get()?.outbox.flush()) retries.reset();
}

async function send(account: string, entries: readonly OutboxEntry[]): Promise<SendResult> {
  // The learner signed out or somebody else signed in, so this account may not send these.
  if (opening !== account) throw new NothingSent("another account");
  try {
    return await sent(entries);
  } catch (error) {
    throw error instanceof ApiError ? sendFault(error) : error;
  }
}

async function sent(entries: readonly OutboxEntry[]): Promise<SendResult> {
  const [first] = entries;
  if (first === undefined) return { gone: [], refused: [] };
  if (first.kind !== "answer") {
    const refusal = await (first.kind === "act"
      ? sendAct(first.act, first.wordId)
      : sendEdit(first.wordId, first.change));
    if (first.kind === "edit") answersWereTaken();
    return refusal === undefined
      ? { gone: [first.seq], refused: [] }
      : { gone: [], refused: [{ seq: first.seq, ...refusal }] };
  }
  const answers = entries.flatMap((entry) => (entry.kind === "answer" ? [entry] : []));
  const outcomes = await sendAnswers(
    answers.map(({ answer }) => answer),
    Date.now(),
  );
  latestOutcomes.set(outcomes);
  answersWereTaken();
  const outcomeOf = new Map(outcomes.map((outcome) => [outcome.clientRecordId, outcome]));
  const decided = answers.filter(({ id }) => outcomeOf.has(id));
  const refused = decided.flatMap(({ seq, id }) => {
    const refusal = outcomeOf.get(id)?.refusal;
    return refusal === undefined ? [] : [{ seq, ...refusal }];
  });
  const isRefused = new Set(refused.map(({ seq }) => seq));
  return { gone: decided.map(({ seq }) => seq).filter((seq) => !isRefused.has(seq)), refused };
}

/** Discards the kit after the study plan changed, so that the next session follows the new plan. */
export async function planChanged(): Promise<void> {
  await learnerWorkspace.get()?.words.planChanged();
}
