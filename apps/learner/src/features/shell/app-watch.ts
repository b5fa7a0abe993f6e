import { readStatus } from "virtual:endpoints";
import { observable } from "@wordloom/web/state";
import { connection, queryClient } from "@wordloom/web";
import { lookForNewVersion, newVersionWaits, takeNewVersion } from "../../platform/app-files.ts";
import { APP_VERSION } from "../../platform/device.ts";
import { call } from "../../server-state/api.ts";
import { onEvent, onStreamOpen } from "../../server-state/event-stream.ts";
import { endSignIn, renewalLost } from "../../server-state/sign-in.ts";
import { suitsVersion } from "../packs/suits-version.ts";

/** The service takes no calls of this version any more. */
export const upgradeForced = observable(false);

/** What the learner is asked while a newer version waits that must not come by itself. */
export const newVersionOffered = observable<Offer | undefined>(undefined);

interface Offer {
  /** The operator's words, where there are any. */
  readonly message: string | null;
}

/** Whether a newer version may come without asking; unknown until the service was heard. */
let isQuiet: boolean | undefined;
let message: string | null = null;

/** How often the service is asked while it does not serve; and otherwise. */
const SOON_MS = 5_000;
const SELDOM_MS = 30 * 60_000;

/** What happens to the app from outside: maintenance, newer versions, a ban. */
export function startAppWatch(): void {
  onEvent("banned", () => endSignIn("banned"));
  onEvent("upgrade_required", () => force(true));
  onEvent("upgrade_cleared", () => force(false));
  onEvent("update_available", (told) => {
    message = told.message;
    lookForNewVersion();
    void look();
  });
  onEvent("resync", () => void look());
  newVersionWaits.subscribe(update);
  // The router tells of its own steps by the name of the call.
  for (const step of ["popstate", "pushState", "replaceState"]) addEventListener(step, update);
  connection.subscribe(lookLater);
  renewalLost.subscribe(() => renewalLost.get() === 0 && void askAgain());
  // What was told while the stream was interrupted is not told again.
  onStreamOpen(() => connection.get() === "maintenance" && void look());
  void look();
}

/** What could not be read without a token. */
const askAgain = () =>
  queryClient.refetchQueries({ predicate: ({ state }) => state.status === "error" });

async function look(): Promise<void> {
  try {
    const status = await call(readStatus);
    if (connection.get() === "maintenance" || status.maintenanceMode) {
      connection.maintenance(status.maintenanceMode);
    }
    force(status.forceUpgrade);
    isQuiet = status.webPwaSilentUpdate;
    const newest = [status.version, status.webTargetVersion];
    if (newest.some((version) => version !== null && !suitsVersion(APP_VERSION, version))) {
      lookForNewVersion();
    }
    update();
  } catch {
    // `connection` knows; asked again below.
  }
  lookLater();
}

let timer: ReturnType<typeof setTimeout> | undefined;

function lookLater(): void {
  clearTimeout(timer);
  // A reply that was on its way when the network went says nothing of what is now.
  const isReached = connection.get() === "online" && navigator.onLine;
  const pauseMs = isReached ? SELDOM_MS : SOON_MS;
  timer = setTimeout(() => void look(), pauseMs);
}

function force(isForced: boolean): void {
  upgradeForced.set(isForced);
  if (isForced) lookForNewVersion();
}

/**
 * A newer version of the app takes over between screens, never in the middle of a session; where
 * the operator does not let it come quietly, it is offered.
 */
function update(): void {
  if (!newVersionWaits.get() || isQuiet === undefined) return;
  newVersionOffered.set(isQuiet ? undefined : { message });
  const isStudying = /\/(study|start)(\/|$)/.test(location.pathname);
  const isWriting = document.querySelector("dialog[open], form:focus-within") !== null;
  if (isQuiet && !isStudying && !isWriting) takeNewVersion();
}

/** Loads the newest version there is. */
export function loadNewVersion(): void {
  if (newVersionWaits.get()) takeNewVersion();
  else location.reload();
}
