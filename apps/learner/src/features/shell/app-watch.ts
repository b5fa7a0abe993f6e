import { readStatus } from "virtual:endpoints";
import { observable } from "@wordloom/web/state";
import { connection, queryClient } from "@wordloom/web";
import { lookForNewVersion, newVersionWaits, takeNewVersion } from "../../platform/app-files.ts";
import { APP_VERSION } from "../../platform/device.ts";
import { call } from "../../server-state/api.ts";
import { onEvent, onStreamOpen } from "../../server-state/event-stream.ts";
import { endSignIn, renewalLost } from "../../server-state/sign-in.ts";
import { suitsVersion } from "../packs/suits-version.ts";

/** The service no longer accepts calls of this version. */
export const upgradeForced = observable(false);

/** The question for the learner while a newer version waits that must not load unasked. */
export const newVersionOffered = observable<Offer | undefined>(undefined);

interface Offer {
  /** The operator's message, if any. */
  readonly message: string | null;
}

/** Whether a newer version may load without asking; unknown until the service replied. */
let isQuiet: boolean | undefined;
let message: string | null = null;

/** How often to ask the service while it is down, and otherwise. */
const SOON_MS = 5_000;
const SELDOM_MS = 30 * 60_000;

/** Follows outside events that affect the app: maintenance, newer versions, a ban. */
export function startAppWatch(): void {
  onEvent("banned", () => endSignIn("banned"));
  onEvent("upgrade_required", () => pushForced(true));
  onEvent("upgrade_cleared", () => pushForced(false));
  onEvent("update_available", (event) => {
    message = event.message;
    lookForNewVersion();
    void look();
  });
  onEvent("resync", () => void look());
  newVersionWaits.subscribe(update);
  // The router announces its navigation with events named after the history calls.
  for (const step of ["popstate", "pushState", "replaceState"]) addEventListener(step, update);
  connection.subscribe(lookLater);
  renewalLost.subscribe(() => renewalLost.get() === 0 && void askAgain());
  // The service does not repeat events that were sent while the stream was interrupted.
  onStreamOpen(() => connection.get() === "maintenance" && void look());
  void look();
}

/** Repeats the reads that failed without a token. */
const askAgain = () =>
  queryClient.refetchQueries({ predicate: ({ state }) => state.status === "error" });

async function look(): Promise<void> {
  const pushedBefore = pushed;
  try {
    const status = await call(readStatus);
    if (connection.get() === "maintenance" || status.maintenanceMode) {
      connection.maintenance(status.maintenanceMode);
    }
    // An event that came meanwhile is newer than the reply.
    if (pushed === pushedBefore) force(status.forceUpgrade);
    isQuiet = status.webPwaSilentUpdate;
    const newest = [status.version, status.webTargetVersion];
    if (newest.some((version) => version !== null && !suitsVersion(APP_VERSION, version))) {
      lookForNewVersion();
    }
    update();
  } catch {
    // `connection` has recorded the failure; asked again below.
  }
  lookLater();
}

let timer: ReturnType<typeof setTimeout> | undefined;

function lookLater(): void {
  clearTimeout(timer);
  // A reply that arrives as the network goes down says nothing about the present.
  const isReached = connection.get() === "online" && navigator.onLine;
  const pauseMs = isReached ? SELDOM_MS : SOON_MS;
  timer = setTimeout(() => void look(), pauseMs);
}

/** How many events have said whether this version is too old. */
let pushed = 0;

function pushForced(isForced: boolean): void {
  pushed += 1;
  force(isForced);
}

function force(isForced: boolean): void {
  upgradeForced.set(isForced);
  if (isForced) lookForNewVersion();
}

/**
 * Loads a newer version between screens, never in the middle of a session. If the operator does not
 * allow silent updates, it is offered.
 */
function update(): void {
  if (!newVersionWaits.get() || isQuiet === undefined) return;
  newVersionOffered.set(isQuiet ? undefined : { message });
  const isStudying = /\/(study|start)(\/|$)/.test(location.pathname);
  const isWriting = document.querySelector("dialog[open], form:focus-within") !== null;
  if (isQuiet && !isStudying && !isWriting) takeNewVersion();
}

/** Loads the newest version. */
export function loadNewVersion(): void {
  if (newVersionWaits.get()) takeNewVersion();
  else location.reload();
}
