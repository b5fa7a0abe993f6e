import { readStatus } from "virtual:endpoints";
import { observable } from "@wordloom/web/state";
import { connection } from "@wordloom/web";
import { takeNewVersion, newVersionWaits } from "../../platform/app-files.ts";
import { call } from "../../server-state/api.ts";
import { onEvent, onStreamOpen } from "../../server-state/event-stream.ts";
import { endSignIn } from "../../server-state/sign-in.ts";

/** The service takes no calls of this version any more. */
export const upgradeForced = observable(false);

/** How often the service is asked while it does not serve; and otherwise. */
const SOON_MS = 5_000;
const SELDOM_MS = 30 * 60_000;

/** What happens to the app from outside: maintenance, newer versions, a ban. */
export function startAppWatch(): void {
  onEvent("banned", () => endSignIn("banned"));
  onEvent("upgrade_required", () => upgradeForced.set(true));
  onEvent("upgrade_cleared", () => upgradeForced.set(false));
  newVersionWaits.subscribe(updateQuietly);
  addEventListener("popstate", updateQuietly);
  connection.subscribe(lookLater);
  // What was told while the stream was interrupted is not told again.
  onStreamOpen(() => connection.get() === "maintenance" && void look());
  void look();
}

async function look(): Promise<void> {
  try {
    const status = await call(readStatus);
    if (connection.get() === "maintenance" || status.maintenanceMode) {
      connection.maintenance(status.maintenanceMode);
    }
    upgradeForced.set(status.forceUpgrade);
  } catch {
    // `connection` knows; asked again below.
  }
  lookLater();
}

let timer: ReturnType<typeof setTimeout> | undefined;

function lookLater(): void {
  clearTimeout(timer);
  const pauseMs = connection.get() === "online" ? SELDOM_MS : SOON_MS;
  timer = setTimeout(() => void look(), pauseMs);
}

/** A newer version of the app takes over between screens, never in the middle of a session. */
function updateQuietly(): void {
  const isStudying = /\/(study|start)(\/|$)/.test(location.pathname);
  const isWriting = document.querySelector("dialog[open], form:focus-within") !== null;
  if (newVersionWaits.get() && !isStudying && !isWriting) takeNewVersion();
}
