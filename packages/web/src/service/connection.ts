import type { ApiError } from "@wordloom/contract/client";
import { type Observable, observable } from "@wordloom/web/state";
import { isDecided } from "./decided-refusals.ts";

/**
 * What the latest calls and the event stream told about the service.
 *
 * - `online`: it answers
 * - `offline`: no network, or nothing listens
 * - `maintenance`: it answers that it is being worked on
 * - `failing`: it answers with faults of its own
 */
export type ConnectionState = "online" | "offline" | "maintenance" | "failing";

const state = observable<ConnectionState>(navigator.onLine ? "online" : "offline");

export const connection: Observable<ConnectionState> & {
  heard(): void;
  failed(error: ApiError): void;
  maintenance(isActive: boolean): void;
} = {
  get: state.get,
  subscribe: state.subscribe,
  // Some of the service answers during maintenance as well: its status says when that is over.
  heard: () => state.get() !== "maintenance" && state.set("online"),
  failed: ({ status, code }) => state.set(stateAfter(status, code)),
  maintenance: (isActive) => state.set(isActive ? "maintenance" : "online"),
};

function stateAfter(status: number, code: string): ConnectionState {
  if (status === 0) return "offline";
  if (code === "MAINTENANCE") return "maintenance";
  return status >= 500 && !isDecided(code) ? "failing" : "online";
}

addEventListener("offline", () => state.set("offline"));
