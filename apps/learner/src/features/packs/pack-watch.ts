import { judgeContentSlots, type Slots } from "@wordloom/contract/packs";
import { APP_VERSION } from "../../platform/device.ts";
import type { BrowserStore } from "../../platform/browser-store.ts";
import { serviceTime } from "../../platform/service-time.ts";
import { eventsArrive, onEvent, onStreamOpen } from "../../server-state/event-stream.ts";
import {
  downloadPayload,
  fetchManifest,
  fetchPacksInForce,
  packKey,
  reportInstall,
} from "../../server-state/pack-calls.ts";
import { readFlags, safeFlags } from "./app-flags.ts";
import { dismissedIn, onDismissal } from "./dismissals.ts";
import {
  createPackKeeper,
  type KeeperNeeds,
  type KeptPack,
  type PackConsumer,
  type PackKeeper,
} from "./pack-keeper.ts";
import { shownSlots } from "./shown-slots.ts";
import { shownAt } from "./slots-in-time.ts";
import { suitsVersion } from "./suits-version.ts";
import { isGenuinePack } from "./verify-pack.ts";

const LOOK_MS = 30 * 60_000;
/** Content starts and ends on schedule while the page is open. */
const TICK_MS = 30_000;
/** All apps learn of a new version at once, so each waits a random time before asking. */
const SPREAD_MS = 2_000;

/** The switches come first, so that content they turn off does not flash. */
const OWN = ["app-config", "content-slots"];

/**
 * Keeps the content of packs up to date and on screen.
 * @param store  of the signed-in learner: stored versions are removed with her data
 * @returns a function that stops it
 */
export function watchPacks(store: BrowserStore): () => void {
  const screen = createScreen(store);
  const inForce = askedOnce(fetchPacksInForce);
  const manifest = async (packId: string) =>
    (await inForce.read()).has(packId) ? fetchManifest(packId) : undefined;
  const keeper = keeperOf(store, manifest, screen.consumers);
  let hasEnded = false;
  // A pack that cannot be asked for or stored now is tried again later.
  const oneByOne = async (packIds: readonly string[], work: (packId: string) => Promise<void>) => {
    for (const packId of packIds) {
      if (!hasEnded) await alone(() => work(packId)).catch(() => undefined);
    }
  };
  const look = (packIds: readonly string[]) => {
    inForce.renew();
    return oneByOne(packIds, keeper.update);
  };
  const begin = async () => {
    await screen.readDismissals();
    await oneByOne(OWN, keeper.restore);
  };
  const begun = begin();
  const lookAtAll = () => void begun.then(() => look(OWN));
  // The service does not repeat announcements: those made before the stream opens are missed, so
  // the look that counts comes after. Where the stream is slow or refused, there is one before.
  const first = setTimeout(lookAtAll, eventsArrive.get() ? 0 : SPREAD_MS);
  const timers = [
    setInterval(() => screen.show(), TICK_MS),
    setInterval(() => void look(OWN), LOOK_MS),
  ];
  const ends = [
    onStreamOpen(() => {
      clearTimeout(first);
      lookAtAll();
    }),
    onDismissal(() => screen.readDismissals()),
    onEvent("resource_pack_available", ({ packId }) => {
      setTimeout(() => void look([packId]), Math.random() * SPREAD_MS);
    }),
  ];
  return () => {
    hasEnded = true;
    screen.end();
    clearTimeout(first);
    for (const timer of timers) clearInterval(timer);
    for (const end of ends) end();
  };
}

/** Asks at the first read, and again after each `renew`. */
function askedOnce<T>(ask: () => Promise<T>) {
  let asked: Promise<T> | undefined;
  return {
    read: () => (asked ??= ask()),
    renew: () => void (asked = undefined),
  };
}

function keeperOf(
  store: BrowserStore,
  manifest: KeeperNeeds["manifest"],
  consumers: ReadonlyMap<string, PackConsumer>,
): PackKeeper {
  return createPackKeeper({
    manifest,
    download: downloadPayload,
    verify: async (manifest, bytes) => isGenuinePack(manifest, bytes, await packKey()),
    suitsApp: (minAppVersion) => suitsVersion(APP_VERSION, minAppVersion),
    read: async (packId) => ((await store.get("meta", keyOf(packId))) ?? {}) as KeptPack,
    write: (packId, value) => store.write([{ table: "meta", key: keyOf(packId), value }]),
    report: (...outcome) => void reportInstall(...outcome),
    consumers,
  });
}

/** Turns the content of packs into what is shown now. */
function createScreen(store: BrowserStore) {
  let flags = safeFlags;
  let slots: Slots = {};
  let dismissed: ReadonlySet<string> = new Set();
  let hasEnded = false;
  const show = () => {
    if (hasEnded) return;
    const isOn = flags.announcementsEnabled;
    const shown = isOn ? shownAt(slots, serviceTime.nowMs(), dismissed) : {};
    if (JSON.stringify(shown) !== JSON.stringify(shownSlots.get())) shownSlots.set(shown);
  };
  const appConfig: PackConsumer = {
    fits: (payload) => readFlags(payload) !== undefined,
    apply(payload) {
      flags = readFlags(payload) ?? safeFlags;
      show();
    },
  };
  const contentSlots: PackConsumer = {
    fits: (payload) => judgeContentSlots(payload).content !== undefined,
    apply(payload) {
      slots = judgeContentSlots(payload).content ?? {};
      show();
    },
  };
  return {
    show,
    consumers: new Map([
      ["app-config", appConfig],
      ["content-slots", contentSlots],
    ]),
    async readDismissals() {
      dismissed = await dismissedIn(store).catch(() => dismissed);
      show();
    },
    end() {
      hasEnded = true;
    },
  };
}

const keyOf = (packId: string) => `pack ${packId}`;

/** Runs in one tab at a time, so that a version is downloaded and reported once. */
async function alone(work: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) return work();
  await navigator.locks.request("wordloom-packs", work);
}
