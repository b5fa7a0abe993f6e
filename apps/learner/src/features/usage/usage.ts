import type { Endpoint } from "@wordloom/contract";
import type { ApiError } from "@wordloom/contract/client";
import { pagePath } from "@wordloom/web";
import { onEvent, onStreamOpen } from "../../server-state/event-stream.ts";
import { onCallFailed } from "../../server-state/api.ts";
import { signIn } from "../../server-state/sign-in.ts";
import { sendEvents, sendReport } from "../../server-state/usage-calls.ts";
import { serviceTime } from "../../platform/service-time.ts";
import { appSettings } from "../app-settings/use-app-settings.ts";
import { deviceProfile } from "./device-profile.ts";
import { errorSignature } from "./error-signature.ts";
import { screenOf } from "./screen-names.ts";
import { createUsageQueue } from "./usage-queue.ts";

export type StudyNote = "study_start" | "study_complete" | "study_quit";

/** Errors from before the usage code was loaded. */
interface EarlyFaults {
  readonly errors: readonly unknown[];
  readonly calls: readonly (readonly [Endpoint, ApiError])[];
}

/** Without a sign-in nobody can have consented. */
const isOn = () => signIn.get().kind === "in" && appSettings.get().usageReports;

const queue = createUsageQueue({
  isOn,
  send: sendEvents,
  now: serviceTime.nowMs,
  newId: () => crypto.randomUUID(),
  after: (ms, run) => void setTimeout(run, ms),
});

/** Records the start or end of a study session with its number of words. */
export function noteStudy(name: StudyNote, wordCount: number): void {
  queue.note(name, "behavior", { wordCount });
}

let startedMs: number | undefined;
let errors = 0;
let screens = 0;
let shown: string | undefined;

/** Reports the use of the app, never what is learned, while the learner allows it. */
export function watchUsage({ errors: early, calls }: EarlyFaults): void {
  signIn.subscribe(follow);
  appSettings.subscribe(follow);
  follow();
  // The router announces its navigation with events named after the history calls.
  for (const step of ["popstate", "pushState", "replaceState"]) addEventListener(step, look);
  addEventListener("error", ({ error }) => void noteError(error));
  addEventListener("unhandledrejection", ({ reason }) => void noteError(reason));
  onCallFailed(noteFailure);
  for (const error of early) void noteError(error);
  for (const failure of calls) noteFailure(...failure);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") void queue.flush();
  });
  onEvent("telemetry_request", ({ requestId }) => report("on_demand", requestId));
  // The service accepts reports only of devices it knows, i.e. those that have opened the stream.
  onStreamOpen(() => void queue.flush());
}

/** Starts and stops with the switch and the sign-in. */
function follow(): void {
  if (isOn() === (startedMs !== undefined)) return;
  startedMs = isOn() ? performance.now() : undefined;
  [errors, screens, shown] = [0, 0, undefined];
  if (startedMs === undefined) return void queue.flush();
  report("session_start");
  queue.note("session_start", "behavior");
  look();
}

function look(): void {
  const screen = screenOf(pagePath());
  if (startedMs === undefined || screen === shown) return;
  shown = screen;
  if (screen === undefined) return;
  screens += 1;
  queue.note("screen_view", "behavior", { screen });
}

function noteFailure({ path }: Endpoint, { status, code }: ApiError): void {
  // Refusals are expected, and failures without a network say nothing about the service.
  const isFault = status >= 500 && code !== "MAINTENANCE" && !path.startsWith("/api/telemetry");
  if (isFault) queue.note("api_failure", "error", { endpoint: path, status, code });
}

async function noteError(error: unknown): Promise<void> {
  if (!isOn()) return;
  errors += 1;
  queue.note("app_error", "error", await errorSignature(error));
}

function report(eventType: "session_start" | "on_demand", requestId?: string): void {
  if (!isOn() || startedMs === undefined) return;
  const sessionDurationSecs = Math.round((performance.now() - startedMs) / 1_000);
  void sendReport({
    eventType,
    clientTs: new Date(serviceTime.nowMs()).toISOString(),
    ...(requestId !== undefined && { requestId }),
    payload: {
      device: deviceProfile(),
      sessionDurationSecs,
      errorCount: errors,
      behavior: { currentRoute: shown ?? "other", routeChanges: screens },
    },
  });
}
