import type { ApiError } from "@wordloom/contract/client";
import { type Observable, observable } from "@wordloom/web/state";
import { isDecided } from "./decided-refusals.ts";

/**
 * The state of the service according to the latest calls and the event stream.
 * - `online`: it responds
 * - `offline`: there is no network, or nothing listens
 * - `maintenance`: it responds that it is under maintenance
 * - `failing`: it responds with internal errors
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
  // Some endpoints respond during maintenance, too; the status endpoint says when it has ended.
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
